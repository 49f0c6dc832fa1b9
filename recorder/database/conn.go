// Package database wraps the record's SQLite file: its format and migrations, connections, named statements,
// stored values, and the meaning of SQLite's errors. It does not depend on tapes or journals.
package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"modernc.org/sqlite"
)

// Conn is a connection used without database/sql. The writer's hot path runs one prepared statement per chunk,
// and the pool's bookkeeping would cost as much as SQLite itself. A Conn belongs to one goroutine at a time.
// Arguments are int64, string, []byte or nil.
type Conn struct {
	driver driver.Conn
	stmts  map[string]driver.Stmt
	args   []driver.NamedValue
}

// Dial opens a connection. dsn comes from DSN.
func Dial(ctx context.Context, dsn string) (*Conn, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	c, err := connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &Conn{driver: c, stmts: map[string]driver.Stmt{}}, nil
}

func (c *Conn) prepare(query string) (driver.Stmt, error) {
	if s, ok := c.stmts[query]; ok {
		return s, nil
	}
	s, err := c.driver.Prepare(query)
	if err != nil {
		return nil, err
	}
	c.stmts[query] = s
	return s, nil
}

func (c *Conn) bind(args []any) []driver.NamedValue {
	c.args = c.args[:0]
	for i, a := range args {
		c.args = append(c.args, driver.NamedValue{Ordinal: i + 1, Value: a})
	}
	return c.args
}

// Exec runs a statement, which stays prepared, and returns how many rows it changed.
func (c *Conn) Exec(query string, args ...any) (int64, error) {
	s, err := c.prepare(query)
	if err != nil {
		return 0, err
	}
	r, err := s.(driver.StmtExecContext).ExecContext(context.Background(), c.bind(args))
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// Each calls f with the values of every row. They are valid during the call.
func (c *Conn) Each(f func(v []driver.Value) error, query string, args ...any) error {
	s, err := c.prepare(query)
	if err != nil {
		return err
	}
	rows, err := s.(driver.StmtQueryContext).QueryContext(context.Background(), c.bind(args))
	if err != nil {
		return err
	}
	defer rows.Close()
	v := make([]driver.Value, len(rows.Columns()))
	for {
		if err := rows.Next(v); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := f(v); err != nil {
			return err
		}
	}
}

// Number returns the first value of a query for at most one row, 0 when there is no row or the value is NULL.
func (c *Conn) Number(query string, args ...any) (int64, error) {
	var n int64
	err := c.Each(func(v []driver.Value) error {
		if v[0] == nil {
			return nil
		}
		i, ok := v[0].(int64)
		if !ok {
			return fmt.Errorf("%T where a number was expected", v[0])
		}
		n = i
		return nil
	}, query, args...)
	return n, err
}

// CloseKeepingLog is Close without removing the log, because the file of that name may belong to another
// database by now.
func (c *Conn) CloseKeepingLog() error {
	if f, ok := c.driver.(sqlite.FileControl); ok {
		if _, err := f.FileControlPersistWAL("main", 1); err != nil {
			return err // leaving it open is better than removing the wrong log
		}
	}
	return c.Close()
}

func (c *Conn) Close() error {
	var errs []error
	for _, s := range c.stmts {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.driver.Close())...)
}
