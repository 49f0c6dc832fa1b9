package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
)

// Querier is the readers' pool, or a transaction of one of them.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Column reads the first column of a query.
func Column[T any](rows *sql.Rows, err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	return Scanned(rows, func(r *sql.Rows, v *T) error { return r.Scan(v) })
}

// Scanned is what scan reads from each row.
func Scanned[T any](rows *sql.Rows, scan func(*sql.Rows, *T) error) (out []T, err error) {
	defer rows.Close()
	for rows.Next() {
		var v T
		if err := scan(rows, &v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// List is the first column of what a statement of the writer returns.
func List[T any](c *Conn, query string, args ...any) (out []T, err error) {
	err = c.Each(func(v []driver.Value) error {
		out = append(out, v[0].(T))
		return nil
	}, query, args...)
	return out, err
}

// Marks are the question marks of n arguments.
func Marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

// Anys are values as the arguments of a query.
func Anys[T any](v []T) []any {
	out := make([]any, len(v))
	for i := range v {
		out[i] = v[i]
	}
	return out
}
