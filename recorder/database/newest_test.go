package database

import (
	"context"
	"database/sql/driver"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestNewFilesAreWhatMigrationsMake: newest.sql makes the same tables, indexes and
// triggers in the same order, with the same rows, as the migrations one by one.
func TestNewFilesAreWhatMigrationsMake(t *testing.T) {
	t.Parallel()
	all, err := steps()
	if err != nil || len(all) != Newest-oldest+1 {
		t.Fatalf("%d steps from format %d to %d, %v", len(all), oldest, Newest, err)
	}
	stepwise := inMemory(t)
	for _, step := range all {
		run(t, stepwise, step)
	}
	want := statements(t, stepwise)
	if *update {
		if err := os.WriteFile("newest.sql", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if newestSQL != want {
		t.Error("newest.sql is not what the migrations make; write it with: go test ./recorder/database -update")
	}
	atOnce := inMemory(t)
	run(t, atOnce, newestSQL)
	for _, q := range []string{"SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'words_%' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
		"SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"} {
		if got, want := rows(t, atOnce, q), rows(t, stepwise, q); got != want {
			t.Errorf("at once:\n%s\nstep by step:\n%s", got, want)
		}
	}
	for table := range strings.Lines(rows(t, stepwise, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")) {
		q := "SELECT * FROM " + strings.TrimSpace(table) + " ORDER BY 1"
		if got, want := rows(t, atOnce, q), rows(t, stepwise, q); got != want {
			t.Errorf("%s at once:\n%s\nstep by step:\n%s", table, got, want)
		}
	}
}

// statements returns the SQL of everything in a file. The tables of the full-text index are created with it.
func statements(t *testing.T, c *Conn) string {
	var b strings.Builder
	b.WriteString("-- What the migrations make of an empty file: go test ./recorder/database -update writes it.\n")
	b.WriteString(rows(t, c, "SELECT sql || ';' FROM sqlite_schema WHERE sql <> '' AND name NOT LIKE 'words\\_%' ESCAPE '\\' ORDER BY rowid"))
	b.WriteString(rows(t, c, "SELECT format('INSERT INTO words (words, rank) VALUES (%Q, %d);', k, v) FROM words_config WHERE k <> 'version'"))
	b.WriteString(rows(t, c, "SELECT format('INSERT INTO meta (name, value) VALUES (%Q, %d);', name, value) FROM meta ORDER BY name"))
	return b.String()
}

func inMemory(t *testing.T) *Conn {
	t.Helper()
	c, err := Dial(context.Background(), "file::memory:?_pragma=temp_store(MEMORY)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func run(t *testing.T, c *Conn, statement string) {
	t.Helper()
	if _, err := c.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// rows returns the rows of a query, one per line.
func rows(t *testing.T, c *Conn, query string) string {
	t.Helper()
	var b strings.Builder
	err := c.Each(func(v []driver.Value) error {
		for i, x := range v {
			if raw, ok := x.([]byte); ok {
				x = fmt.Sprintf("%x", raw)
			}
			if i > 0 {
				b.WriteByte('|')
			}
			fmt.Fprint(&b, x)
		}
		b.WriteByte('\n')
		return nil
	}, query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return b.String()
}
