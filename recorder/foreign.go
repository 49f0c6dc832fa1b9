package recorder

import (
	"database/sql/driver"
	"fmt"
	"io/fs"
	"strings"
)

// refuseForeign refuses a file that runs SQL of somebody else's when it is used:
// triggers, views and virtual tables that no version of this program makes. One
// that never ends cannot be interrupted.
func refuseForeign(c *conn, doing string) error {
	ours, err := schemaText()
	if err != nil {
		return err
	}
	foreign := ""
	err = c.each(func(v []driver.Value) error {
		kind, _ := v[0].(string)
		name, _ := v[1].(string)
		text, _ := v[2].(string)
		if text == "" || !strings.Contains(ours, unixLines(text)) {
			foreign = fmt.Sprintf("%s %q", kind, name)
		}
		return nil
	}, "SELECT type, name, sql FROM sqlite_schema WHERE (type = 'table' AND sql GLOB 'CREATE TABLE *' OR type = 'index' AND (sql IS NULL OR sql GLOB 'CREATE INDEX *' OR sql GLOB 'CREATE UNIQUE INDEX *')) IS NOT TRUE")
	if err != nil {
		return trouble(doing, err)
	}
	if foreign == "" {
		return nil
	}
	return &Trouble{Doing: doing, Why: "the file holds a " + foreign + " that no a2a-console made: what it says would run with each use of the file",
		Try: "Ask whoever gave you the file for an export of the session (sessions export), and import that."}
}

// schemaText is all SQL that makes anything in a file.
func schemaText() (string, error) {
	var all strings.Builder
	err := fs.WalkDir(schema, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := schema.ReadFile(path)
		all.WriteString(unixLines(string(b)))
		return err
	})
	return all.String(), err
}

// unixLines takes out what version control adds to the ends of lines on Windows.
func unixLines(s string) string { return strings.ReplaceAll(s, "\r", "") }
