package recorder

import (
	"context"
	"database/sql"
	"strings"
)

// querier is the readers' pool, or a transaction of one of them.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// columnOf reads the first column of a query.
func columnOf[T any](rows *sql.Rows, err error) ([]T, error) {
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

// marks are the question marks of n arguments.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

// anys are values as the arguments of a query.
func anys[T any](v []T) []any {
	out := make([]any, len(v))
	for i := range v {
		out[i] = v[i]
	}
	return out
}
