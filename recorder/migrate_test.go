package recorder

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// oldestFormat creates a record of the oldest format that is read, with three exchanges; the second failed,
// and the third is not labelled.
func oldestFormat(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "old.db")
	schema, err := os.ReadFile("database/schema/015_record.sql")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	damage(t, path, fmt.Sprintf("%s; PRAGMA application_id = %d; PRAGMA user_version = 15", schema, database.ApplicationID),
		"INSERT INTO origins (n, origin) VALUES (1, 'http://a'); INSERT INTO sessions (n, id, name, started, ended) VALUES (1, 's-1', 'first', 1, 9)",
		`WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 3)
		INSERT INTO exchanges (seq, id, version, session, agent, origin, method, status, outcome, started, request_done, answered, first_byte, last_byte,
			ended, duration, request_bytes, response_bytes, request_kept, response_kept, frames, incomplete, rewritten, op, link, tap, caller, url, problem)
		SELECT n, 'x-' || n, 10 + n, 1, 1, 'client', 'POST', iif(n = 2, 500, 200), 'agent', n * 1000000000, 1, 1, 1, 1, n * 1000000000 + 5, 5, 2, 2, 2, 2, 1, 0, 0, 'GetTask', '', '', 'c', 'http://a/', '' FROM i`,
		`INSERT INTO details (seq, request, response, text) SELECT seq, '{"proto":"HTTP/1.1","header":{"A":["' || seq || '"]}}', '{"status":200}', 'said' FROM exchanges`,
		"INSERT INTO chunks (key, off, at, waited, frame, start, codec, data) SELECT seq << 30, 0, 1, 0, 0, 0, 0, x'6869' FROM exchanges",
		"INSERT INTO words (rowid, text) SELECT seq, 'word' FROM exchanges; INSERT INTO unlabelled VALUES (3)")
	return path
}

func TestMigrationKeepsEverything(t *testing.T) {
	t.Parallel()
	path := oldestFormat(t)
	s := open(t, func(o *Options) { o.Path, o.NoSession = path, true })
	list, err := s.Exchanges(t.Context(), wire.Filter{Text: []string{"word"}}, wire.Page{})
	if err != nil || len(list) != 3 {
		t.Fatalf("%d rows, %v", len(list), err)
	}
	if x := list[1]; x.Request.Header.Get("A") != "2" || x.Labels.Text != "said" || x.Labels.Op != "GetTask" || !x.Labels.Failed || x.Session != "s-1" || x.Version != 12 {
		t.Errorf("second %+v", x)
	}
	if got := string(read(t, s, "x-3", wire.Request)); got != "hi" {
		t.Errorf("body %q", got)
	}
	for q, want := range map[string]string{
		"SELECT count(*) || ' ' || min(seq) FROM unlabelled":                               "1 3",
		"SELECT value FROM meta WHERE name = 'findings_after'":                             "3",
		"SELECT exchanges || ' ' || bytes || ' ' || errors FROM sessions WHERE id = 's-1'": "3 12 1",
		"PRAGMA user_version": fmt.Sprint(database.Newest),
	} {
		var got sql.NullString
		if err := s.readers.QueryRow(q).Scan(&got); err != nil || got.String != want {
			t.Errorf("%s: %q, %v, want %q", q, got.String, err, want)
		}
	}
}

// TestNoMigrationBesideAnOwner: the format stays while a program of an older version records into the file.
func TestNoMigrationBesideAnOwner(t *testing.T) {
	t.Parallel()
	path := oldestFormat(t)
	damage(t, path, fmt.Sprintf("INSERT INTO owners (id, pid, started) VALUES ('other', %d, 1)", os.Getppid()))
	lock, err := journal.AcquireLock(journalBase(path, "other"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(Options{Path: path, NoSession: true})
	var trouble *database.FileError
	if !errors.As(err, &trouble) || !strings.Contains(trouble.Cause, fmt.Sprint("process ", os.Getppid())) || trouble.Advice == "" {
		t.Fatalf("error %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	open(t, func(o *Options) { o.Path, o.NoSession = path, true })
}

func TestNewFilesCanShrink(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Path = filepath.Join(t.TempDir(), "new.db") })
	var mode int
	if err := s.readers.QueryRow("PRAGMA auto_vacuum").Scan(&mode); err != nil || mode != 2 {
		t.Errorf("auto_vacuum is %d, %v, want 2 (incremental)", mode, err)
	}
}
