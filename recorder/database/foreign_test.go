package database

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "rewrite newest.json")

// newest.json equals the result of the migrations.
func TestNewestIsWhatMigrationsMake(t *testing.T) {
	t.Parallel()
	all, err := steps()
	if err != nil {
		t.Fatal(err)
	}
	made, err := buildSchema(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(made); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("newest.json", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if newest != want.String() {
		t.Error("newest.json is not what the migrations make; write it with: go test ./recorder/database -update")
	}
}
