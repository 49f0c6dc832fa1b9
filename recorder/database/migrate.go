package database

import (
	"database/sql/driver"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/recorder/entry"
)

//go:embed schema/*.sql schema/*/*.sql
var schema embed.FS

// newestSQL makes of an empty file what the steps make of it, in a third of the time: the
// steps make much that later ones drop. A test writes it and holds it to the steps.
//
//go:embed newest.sql
var newestSQL string

// ApplicationID marks a file as a recording ("a2ac" in the file's header).
const ApplicationID = 0x61326163

// migration is one step: the SQL, then what SQL alone cannot do.
type migration struct {
	SQL  string
	then func(c *Conn, progress Progress) error // nil for nothing
}

// Progress is told how far long work has come. doing says what is done, for
// people; total is 0 where it is not known. It is called from the goroutine
// that does the work, and must not use the Store.
type Progress func(doing string, done, total int)

// Migrations returns the steps in order; the n-th brings a file to version n+1.
func Migrations() ([]migration, error) {
	names, err := fs.Glob(schema, "schema/*.sql")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var out []migration
	for _, name := range names {
		b, err := schema.ReadFile(name)
		if err != nil {
			return nil, err
		}
		m := migration{SQL: string(b)}
		if path.Base(name) == "007_journal.sql" {
			m.then = moveDetails
		}
		out = append(out, m)
	}
	return out, nil
}

// Inspect tells a file's version, 0 for an empty one, and refuses files that
// are not ours or newer than this program.
func Inspect(c *Conn, doing string, known int) (version int, err error) {
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
		return 0, &Trouble{Doing: doing, Why: "the file is a database of another program",
			Try: "Name another file with --db; this one is left as it is."}
	case int(v) > known:
		return 0, &Trouble{Doing: doing,
			Why: fmt.Sprintf("the file was written by a newer a2a-console (format %d; this one knows up to %d)", v, known),
			Try: "Update a2a-console, or name another file with --db."}
	}
	return int(v), nil
}

// Outdated says why a file that is opened for reading only cannot be read; nil
// when it can.
func Outdated(doing string, version, known int) error {
	switch {
	case version >= known:
		return nil
	case version == 0:
		return &Trouble{Doing: doing, Why: "nothing is recorded in the file yet",
			Try: "Record something first, with `a2a-console serve --db`, or name another file with --db."}
	}
	return &Trouble{Doing: doing, Why: fmt.Sprintf("the file has an older format (%d; this program reads %d)", version, known),
		Try: "Open it once for writing, with `a2a-console serve --db`, to bring it up to date."}
}

// Alive reports whether the program of an owner holds its lock.
type Alive func(owner string) bool

// Migrate brings the file to the newest version in one transaction, so that a
// program killed meanwhile leaves the file as it was. It returns what was found
// damaged on the way and swept.
func Migrate(c *Conn, doing string, now time.Time, alive Alive, progress Progress) (swept int, err error) {
	steps, err := Migrations()
	if err != nil {
		return 0, err
	}
	if v, err := Inspect(c, doing, len(steps)); err != nil || v == len(steps) {
		return 0, err
	}
	if progress == nil {
		progress = func(string, int, int) {}
	}
	if _, err := c.Exec("BEGIN IMMEDIATE"); err != nil {
		return 0, Explain(doing, err)
	}
	done, err := migrateSteps(c, steps, doing, now, alive, progress)
	if err != nil {
		c.Exec("ROLLBACK")
		return 0, Explain(doing, err)
	}
	_, err = c.Exec("COMMIT")
	return done, Explain(doing, err)
}

func migrateSteps(c *Conn, steps []migration, doing string, now time.Time, alive Alive, progress Progress) (swept int, err error) {
	// Another program may have been first.
	v, err := Inspect(c, doing, len(steps))
	if err != nil || v == len(steps) {
		return 0, err
	}
	if v == 0 {
		_, err := c.Exec(fmt.Sprintf("%s\nPRAGMA application_id = %d;\nPRAGMA user_version = %d;", newestSQL, ApplicationID, len(steps)))
		return 0, err
	}
	if err := refuseBesideOthers(c, v, doing, now, alive); err != nil {
		return 0, err
	}
	for ; v < len(steps); v++ {
		if _, err := c.Exec(fmt.Sprintf("%s;\nPRAGMA application_id = %d;\nPRAGMA user_version = %d;", steps[v].SQL, ApplicationID, v+1)); err != nil {
			return 0, err
		}
		if steps[v].then != nil {
			if err := steps[v].then(c, progress); err != nil {
				return 0, err
			}
		}
	}
	progress("looking for leftovers", 0, 0)
	return sweepAll(c)
}

// refuseBesideOthers keeps a file's format as it is while a program that may
// know only that format records into the file: until format 6 as its beat tells, then
// as the lock of its owner does.
func refuseBesideOthers(c *Conn, version int, doing string, now time.Time, alive Alive) error {
	other, here := 0, Hostname()
	err := c.Each(func(v []driver.Value) error {
		pid, beat := int(v[0].(int64)), entry.Moment(v[1].(int64))
		if pid != os.Getpid() && !HasExited(pid) && !beat.Add(stale).Before(now) {
			other = pid
		}
		return nil
	}, "SELECT pid, beat FROM sessions WHERE ended = 0 AND host = ?", here)
	if err == nil && version >= 7 {
		err = c.Each(func(v []driver.Value) error {
			if alive(v[0].(string)) {
				other = int(v[1].(int64))
			}
			return nil
		}, "SELECT id, pid FROM owners")
	}
	if err != nil || other == 0 {
		return err
	}
	return &Trouble{Doing: doing,
		Why: fmt.Sprintf("another a2a-console, process %d, records into the file, which is to be brought to a newer format", other),
		Try: "Stop that one first, or name another file with --db."}
}

// moveRows is how many exchanges are moved between two reports of progress.
const moveRows = 5000

// moveDetails moves what is never searched out of the rows of exchanges, and
// notes the highest numbers given out.
func moveDetails(c *Conn, progress Progress) error {
	q, err := sections(schema, "schema/007_journal/*.sql")
	if err != nil {
		return err
	}
	total, err := c.Number(q["count"])
	if err != nil {
		return err
	}
	if _, err := c.Exec(q["table"]); err != nil {
		return err
	}
	for after, done := int64(0), 0; ; done += moveRows {
		progress("bringing the recording to a new format", min(done, int(total)), int(total))
		last, err := c.Number(q["next"], after, int64(moveRows))
		if err != nil {
			return err
		}
		if last == 0 {
			break
		}
		for _, name := range []string{"details", "unlabelled", "rows"} {
			if _, err := c.Exec(q[name], after, last); err != nil {
				return err
			}
		}
		after = last
	}
	if _, err := c.Exec(q["swap"]); err != nil {
		return err
	}
	_, err = c.Exec(q["marks"])
	return err
}
