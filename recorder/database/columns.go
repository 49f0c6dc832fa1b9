package database

import (
	"context"
	"database/sql"
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
	defer rows.Close()
	var out []T
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
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
