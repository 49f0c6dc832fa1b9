package database

import (
	"database/sql/driver"
	"embed"
	"fmt"
	"io/fs"
)

//go:embed schema/*.sql
var schema embed.FS

// newestSQL creates the newest schema in an empty file, in a third of the time that the migrations take,
// because these create much that later ones drop. A test writes it and compares it with the migrations.
//
//go:embed newest.sql
var newestSQL string

// ApplicationID marks a file as a recording ("a2ac" in SQLite's header).
const ApplicationID = 0x61326163

// Progress is called with the state of long work. doing names the work for people; total is 0 if unknown. It
// is called from the goroutine that does the work, and must not use the Store.
type Progress func(doing string, done, total int)

// Newest is the format that this program writes, and oldest the first that it can migrate.
const (
	Newest = 17
	oldest = 15
)

// steps returns the SQL of all formats from oldest on. The first creates it in an empty file, each other
// migrates from the format before.
func steps() (out []string, err error) {
	names, err := fs.Glob(schema, "schema/*.sql")
	for i := 0; i < len(names) && err == nil; i++ {
		var b []byte
		b, err = schema.ReadFile(names[i])
		out = append(out, string(b))
	}
	return out, err
}

// Inspect returns a file's version, 0 for an empty file. It rejects foreign files, and versions older or newer
// than this program knows.
func Inspect(c *Conn, doing string) (version int, err error) {
	tables, err := c.Number("SELECT count(*) FROM sqlite_schema")
	if err != nil {
		return 0, Explain(doing, err)
	}
	id, err := c.Number("PRAGMA application_id")
	if err != nil {
		return 0, Explain(doing, err)
	}
	v, err := c.Number("PRAGMA user_version")
	if err != nil {
		return 0, Explain(doing, err)
	}
	switch {
	case id != ApplicationID && (tables > 0 || id != 0) || v < 0:
		return 0, &FileError{Doing: doing, Cause: "the file is a database of another program",
			Advice: "Name another file with --db; this one is left as it is."}
	case v > Newest:
		return 0, &FileError{Doing: doing,
			Cause:  fmt.Sprintf("the file was written by a newer a2a-console (format %d; this one knows up to %d)", v, Newest),
			Advice: "Update a2a-console, or name another file with --db."}
	case v > 0 && v < oldest:
		return 0, &FileError{Doing: doing,
			Cause:  fmt.Sprintf("the file was written before the first release (format %d; this one reads from %d on)", v, oldest),
			Advice: "Export its sessions with the a2a-console that wrote it, and import them; or name another file with --db."}
	}
	return int(v), nil
}

// CheckReadable says why a file opened read-only cannot be read, nil if it can.
func CheckReadable(doing string, version int) error {
	switch {
	case version >= Newest:
		return nil
	case version == 0:
		return &FileError{Doing: doing, Cause: "nothing is recorded in the file yet",
			Advice: "Record something first, with `a2a-console serve --db`, or name another file with --db."}
	}
	return &FileError{Doing: doing, Cause: fmt.Sprintf("the file has an older format (%d; this program reads %d)", version, Newest),
		Advice: "Open it once for writing, with `a2a-console serve --db`, to bring it up to date."}
}

// OwnerAlive reports whether the program of an owner holds its lock.
type OwnerAlive func(owner string) bool

// Migrate migrates the file to the newest version in one transaction, so that a killed program leaves it
// unchanged.
func Migrate(c *Conn, doing string, alive OwnerAlive) error {
	if v, err := Inspect(c, doing); err != nil || v == Newest {
		return err
	}
	if _, err := c.Exec("BEGIN IMMEDIATE"); err != nil {
		return Explain(doing, err)
	}
	err := migrateSteps(c, doing, alive)
	if err != nil {
		c.Exec("ROLLBACK")
		return Explain(doing, err)
	}
	_, err = c.Exec("COMMIT")
	return Explain(doing, err)
}

func migrateSteps(c *Conn, doing string, alive OwnerAlive) error {
	// Another program may have migrated it first.
	v, err := Inspect(c, doing)
	if err != nil || v == Newest {
		return err
	}
	todo := []string{newestSQL}
	if v > 0 {
		if err := refuseWhileShared(c, doing, alive); err != nil {
			return err
		}
		if todo, err = steps(); err != nil {
			return err
		}
		todo = todo[v-oldest+1:]
	}
	for _, sql := range todo {
		if _, err := c.Exec(sql); err != nil {
			return err
		}
	}
	_, err = c.Exec(fmt.Sprintf("PRAGMA application_id = %d;\nPRAGMA user_version = %d;", ApplicationID, Newest))
	return err
}

// refuseWhileShared prevents a migration while a living owner records into the file, because its program may
// know only the old format.
func refuseWhileShared(c *Conn, doing string, alive OwnerAlive) error {
	other := int64(0)
	err := c.Each(func(v []driver.Value) error {
		if alive(v[0].(string)) {
			other = v[1].(int64)
		}
		return nil
	}, "SELECT id, pid FROM owners")
	if err != nil || other == 0 {
		return err
	}
	return &FileError{Doing: doing,
		Cause:  fmt.Sprintf("another a2a-console (process %d) records into the file, which must be migrated to a newer format", other),
		Advice: "Stop that program first, or name another file with --db."}
}
