package cli_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite"
)

// jsonCmd: json VAR LINE PATH sets VAR to a member of a line of the last stdout. LINE is its number (-1
// is the last), or member=value for the first line with that member. PATH is like taps.0.url.
func jsonCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: json VAR LINE PATH")
	}
	ts.Setenv(args[0], pick(ts, args[1], args[2]))
}

// jsonIsCmd: [!] jsonis LINE PATH VALUE compares a member; "" means an absent one.
func jsonIsCmd(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: jsonis LINE PATH VALUE")
	}
	if got := pick(ts, args[0], args[1]); (got == args[2]) == neg {
		ts.Fatalf("%s of line %s is %q", args[1], args[0], got)
	}
}

// linesCmd: lines N checks that the last stdout consists of N JSON objects, one a line.
func linesCmd(ts *testscript.TestScript, neg bool, args []string) {
	all := objects(ts)
	if got := strconv.Itoa(len(all)); got != args[0] {
		ts.Fatalf("%s lines of JSON", got)
	}
}

func objects(ts *testscript.TestScript) []map[string]any {
	var out []map[string]any
	for l := range strings.Lines(ts.ReadFile("stdout")) {
		d := json.NewDecoder(strings.NewReader(l))
		d.UseNumber()
		var m map[string]any
		if err := d.Decode(&m); err != nil {
			ts.Fatalf("not a JSON object: %s", l)
		}
		out = append(out, m)
	}
	return out
}

func pick(ts *testscript.TestScript, line, path string) string {
	all := objects(ts)
	var v any
	if n, err := strconv.Atoi(line); err == nil {
		if n < 0 {
			n += len(all)
		}
		if n < 0 || n >= len(all) {
			ts.Fatalf("there are %d lines", len(all))
		}
		v = all[n]
	} else {
		key, want, _ := strings.Cut(line, "=")
		for _, m := range all {
			if fmt.Sprint(m[key]) == want {
				v = m
				break
			}
		}
		if v == nil {
			ts.Fatalf("no line has %s", line)
		}
	}
	for _, step := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(x) {
				return ""
			}
			v = x[i]
		default:
			return ""
		}
	}
	switch x := v.(type) {
	case nil:
		return ""
	case map[string]any, []any:
		b, err := json.Marshal(x)
		ts.Check(err)
		return string(b)
	}
	return fmt.Sprint(v)
}

// newerCmd: make-newer DB makes a record look like one of a later version.
func newerCmd(ts *testscript.TestScript, neg bool, args []string) {
	db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec("PRAGMA user_version = 9999")
	ts.Check(err)
}
