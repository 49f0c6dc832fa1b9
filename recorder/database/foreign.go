package database

import (
	"context"
	"database/sql/driver"
	_ "embed" // newest.json
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// RefuseForeign rejects a file with foreign SQL that would run when the file is used: triggers, views, virtual
// tables and indexes that no version of this program creates, and tables of ours that were changed, for example
// by adding a CHECK. Such SQL might never end, and could not be interrupted. Additional plain tables are fine,
// because nothing here uses them.
func RefuseForeign(ctx context.Context, c *Conn, doing string, version int) error {
	ours, err := schemaOf(ctx, version)
	if err != nil {
		return Explain(doing, err)
	}
	foreign := ""
	err = eachObject(c, func(name, text string, plain bool) {
		if own, known := ours[name]; text != "" && (known || !plain) && text != own {
			foreign = name
		}
	})
	if err != nil {
		return Explain(doing, err)
	}
	if foreign == "" {
		return nil
	}
	return &FileError{Doing: doing, Cause: "the file holds a " + foreign + " that a2a-console did not create: its SQL would run whenever the file is used",
		Advice: "Ask whoever gave you the file for an export of the session (sessions export), and import that. If you added the object yourself, drop it."}
}

// newest is the schema of the newest version, as buildSchema returns it. Running the migrations at each start
// would take 8 ms. A test keeps it current.
//
//go:embed newest.json
var newest string

// schemaOf returns the SQL of all objects in a file of a version, by kind and name.
func schemaOf(ctx context.Context, version int) (ours map[string]string, err error) {
	if version == Newest {
		err = json.Unmarshal([]byte(newest), &ours)
		return ours, err
	}
	all, err := steps()
	if err != nil {
		return nil, err
	}
	return buildSchema(ctx, all[:max(version-oldest+1, 0)])
}

// buildSchema returns the schema that steps create in an empty file.
func buildSchema(ctx context.Context, steps []string) (ours map[string]string, err error) {
	c, err := Dial(ctx, "file::memory:?_pragma=temp_store(MEMORY)")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	for _, step := range steps {
		if _, err := c.Exec(step); err != nil {
			return nil, err
		}
	}
	ours = map[string]string{}
	return ours, eachObject(c, func(name, text string, _ bool) { ours[name] = text })
}

// eachObject calls f with the kind and name of each object in the file and its SQL, "" for those that
// SQLite creates itself. plain says that it is an ordinary table, not a virtual one.
func eachObject(c *Conn, f func(name, text string, plain bool)) error {
	return c.Each(func(v []driver.Value) error {
		kind, _ := v[0].(string)
		name, _ := v[1].(string)
		text, _ := v[2].(string)
		// rootpage would prove nothing: a virtual table can claim one.
		f(fmt.Sprintf("%s %q", kind, name), strings.ReplaceAll(text, "\r", ""), kind == "table" && strings.HasPrefix(text, "CREATE TABLE "))
		return nil
	}, "SELECT type, name, sql FROM sqlite_schema")
}
