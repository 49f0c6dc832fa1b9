package recorder

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/recorder/database"
)

// handedOver returns the path of a closed recording on which its sender ran SQL.
func handedOver(t *testing.T, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "record.db")
	s, err := Open(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := database.Dial(t.Context(), database.DSN(path, database.ReadWrite))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, q := range statements {
		if _, err := c.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// SQL in a received file never runs, because it might not end.
func TestSQLInAFileIsNotRun(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	for name, statements := range map[string][]string{
		`trigger "zz"`:          {"CREATE TRIGGER zz AFTER INSERT ON owners BEGIN DELETE FROM sessions; END"},
		`trigger "exchange_in"`: {"DROP TRIGGER exchange_in", "CREATE TRIGGER exchange_in AFTER INSERT ON exchanges BEGIN DELETE FROM sessions; END"},
		`view "sessions"`:       {"ALTER TABLE sessions RENAME TO s", "CREATE VIEW sessions AS SELECT s.* FROM s"},
		`table "more"`:          {"CREATE VIRTUAL TABLE more USING fts5(text)"},
		`table "owners"`: {"PRAGMA writable_schema = ON",
			"UPDATE sqlite_schema SET sql = replace(sql, 'started INTEGER', 'started INTEGER CHECK (length(hex(randomblob(1000))) > 1)') WHERE name = 'owners'"},
		`index "slow"`: {"CREATE INDEX slow ON sessions (length(hex(zeroblob(1000))))"},
		`table "hidden"`: {"CREATE VIRTUAL TABLE hidden USING fts5(text)",
			"PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'hidden'"},
	} {
		for _, readOnly := range []bool{false, true} {
			path := handedOver(t, statements...)
			s, err := Open(Options{Path: path, ReadOnly: readOnly})
			if err == nil {
				s.Close()
				t.Errorf("%s: opened, read-only %v", name, readOnly)
				continue
			}
			var trouble *database.FileError
			if !errors.As(err, &trouble) || !strings.Contains(trouble.Cause, name) || trouble.Advice == "" {
				t.Errorf("%s: error %v", name, err)
			}
		}
	}
}

// A user's own table beside ours is left alone.
func TestPlainTablesBesideOursStay(t *testing.T) {
	t.Parallel()
	path := handedOver(t, "CREATE TABLE mine (x)", "INSERT INTO mine VALUES (1)", "CREATE INDEX mine_x ON mine (x)", "DROP INDEX mine_x", "ANALYZE")
	s, err := Open(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// Ids of owners come from the file. They must not lead to files other than the journals beside it.
func TestOwnersNameNoOtherFiles(t *testing.T) {
	t.Parallel()
	path := handedOver(t, "INSERT INTO owners (id, pid, started, records) VALUES ('/../victim', 0, 0, 1)")
	dir := filepath.Dir(path)
	if err := os.Mkdir(path+"-tape-", 0o700); err != nil { // as an archive would contain it
		t.Fatal(err)
	}
	var kept []string
	for _, name := range []string{"victim.1", "victim.2024", "victim.lock"} {
		kept = append(kept, filepath.Join(dir, name))
		if err := os.WriteFile(kept[len(kept)-1], []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Open(Options{Path: path})
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Error(err)
	}
	for _, name := range kept {
		if b, err := os.ReadFile(name); string(b) != "precious" {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
}
