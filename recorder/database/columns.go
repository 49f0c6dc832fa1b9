package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
)

// Querier is the readers' pool or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Column reads the first column of a result.
func Column[T any](rows *sql.Rows, err error) ([]T, error) {
	return ScanRows[T](rows, err)(func(r *sql.Rows, v *T) error { return r.Scan(v) })
}

// ScanRows returns what scan reads from each row of a result.
func ScanRows[T any](rows *sql.Rows, err error) func(scan func(*sql.Rows, *T) error) ([]T, error) {
	return func(scan func(*sql.Rows, *T) error) (out []T, _ error) {
		err := EachRow(rows, err)(func(r *sql.Rows) error {
			var v T
			err := scan(r, &v)
			out = append(out, v)
			return err
		})
		return out, err
	}
}

// EachRow calls do with each row of a result until it fails.
func EachRow(rows *sql.Rows, err error) func(do func(*sql.Rows) error) error {
	return func(do func(*sql.Rows) error) error {
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := do(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	}
}

// List reads the first column of a statement's result on the writing connection.
func List[T any](c *Conn, query string, args ...any) (out []T, err error) {
	err = c.Each(func(v []driver.Value) error {
		out = append(out, v[0].(T))
		return nil
	}, query, args...)
	return out, err
}

// Placeholders returns n question marks, separated by commas.
func Placeholders(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

func ToArgs[T any](v []T) []any {
	out := make([]any, len(v))
	for i := range v {
		out[i] = v[i]
	}
	return out
}
