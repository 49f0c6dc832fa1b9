package recorder

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
)

//go:embed schema/*.sql
var schema embed.FS

// applicationID marks a file as a recording ("a2ac" in the file's header).
const applicationID = 0x61326163

// migrations returns the scripts in order; the n-th brings a file to version n+1.
func migrations() ([]string, error) {
	names, err := fs.Glob(schema, "schema/*.sql")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var out []string
	for _, name := range names {
		b, err := schema.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out = append(out, string(b))
	}
	return out, nil
}

// inspect tells a file's version, 0 for an empty one, and refuses files that
// are not ours or newer than this program.
func inspect(c *conn, doing string, known int) (version int, err error) {
	tables, err := c.number("SELECT count(*) FROM sqlite_schema")
	if err != nil {
		return 0, trouble(doing, err)
	}
	id, err := c.number("PRAGMA application_id")
	if err != nil {
		return 0, trouble(doing, err)
	}
	v, err := c.number("PRAGMA user_version")
	if err != nil {
		return 0, trouble(doing, err)
	}
	switch {
	case id != applicationID && (tables > 0 || id != 0):
		return 0, &Trouble{Doing: doing, Why: "the file is a database of another program",
			Try: "Name another file with --db; this one is left as it is."}
	case int(v) > known:
		return 0, &Trouble{Doing: doing,
			Why: fmt.Sprintf("the file was written by a newer a2a-console (format %d; this one knows up to %d)", v, known),
			Try: "Update a2a-console, or name another file with --db."}
	}
	return int(v), nil
}

// migrate brings the file to the newest version, each step in a transaction.
func migrate(c *conn, doing string) error {
	steps, err := migrations()
	if err != nil {
		return err
	}
	if v, err := inspect(c, doing, len(steps)); err != nil || v == len(steps) {
		return err
	}
	if _, err := c.exec("BEGIN IMMEDIATE"); err != nil {
		return trouble(doing, err)
	}
	// Another program may have been first.
	v, err := inspect(c, doing, len(steps))
	for ; err == nil && v < len(steps); v++ {
		_, err = c.exec(fmt.Sprintf("%s;\nPRAGMA application_id = %d;\nPRAGMA user_version = %d;", steps[v], applicationID, v+1))
	}
	if err != nil {
		c.exec("ROLLBACK")
		return trouble(doing, err)
	}
	_, err = c.exec("COMMIT")
	return trouble(doing, err)
}
