package recorder

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// formatSix makes a recording as versions before the journal left it: rows
// exchanges, of which the last three are not labelled.
func formatSix(t testing.TB, rows int) (path string, exec func(statement string, args ...any)) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "old.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	exec = func(statement string, args ...any) {
		t.Helper()
		c, err := database.Dial(t.Context(), database.DSN(path, database.Writing))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Exec(statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	steps, err := database.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range steps[:6] {
		exec(fmt.Sprintf("%s; PRAGMA application_id = %d; PRAGMA user_version = %d", s.SQL, database.ApplicationID, i+1))
	}
	exec("INSERT INTO origins (n, origin) VALUES (1, 'http://a'); INSERT INTO sessions (n, id, name, started, ended) VALUES (1, 's-1', 'first', 1, 9)")
	exec(`WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < ?1)
		INSERT INTO exchanges (seq, id, version, session, agent, origin, method, status, outcome, started, request_done, answered, first_byte, last_byte,
			ended, duration, request_bytes, response_bytes, request_kept, response_kept, frames, incomplete, rewritten, labelled, op, link, tap, caller, url, problem,
			request, response, redactions, text)
		SELECT n, 'x-' || n, 10 + n, 1, 1, 'client', 'POST', 200, 'agent', n * 1000000000, 1, 1, 1, 1, n * 1000000000 + 5, 5, 2, 2, 2, 2, 1, 0, 0, n <= ?1 - 3, 'GetTask', '', '', 'c', 'http://a/', '',
			'{"proto":"HTTP/1.1","header":{"A":["' || n || '"]}}', '{"status":200}', iif(n = 2, '[{"where":"url","name":"k","offset":1,"length":2,"kind":"token"}]', ''), iif(n = 3, 'said', NULL)
		FROM i`, int64(rows))
	exec("INSERT INTO chunks (key, off, at, waited, frame, start, codec, data) SELECT seq << 30, 0, 1, 0, 0, 0, 0, x'6869' FROM exchanges")
	exec("INSERT INTO words (rowid, text) SELECT seq, 'word' FROM exchanges")
	return path, exec
}

func TestMigrationKeepsEverything(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	path, _ := formatSix(t, 6_000)
	var progress []string
	s := open(t, func(o *Options) {
		o.Path, o.NoSession = path, true
		o.Progress = func(doing string, done, total int) {
			progress = append(progress, fmt.Sprint(doing, " ", done, "/", total))
		}
	})
	if got := strings.Join(progress, "; "); !strings.Contains(got, "new format 5000/6000") || !strings.Contains(got, "6000/6000") {
		t.Errorf("progress %s", got)
	}
	if s.swept > 0 {
		t.Errorf("%d rows swept, and nothing was damaged", s.swept)
	}
	list, err := s.Exchanges(t.Context(), wire.Filter{Text: []string{"word"}}, wire.Page{Before: 4})
	if err != nil || len(list) != 3 {
		t.Fatalf("%d rows, %v", len(list), err)
	}
	if x := list[0]; x.Request.Header.Get("A") != "3" || x.Response.Status != 200 || x.Labels.Text != "said" || x.Labels.Op != "GetTask" || x.Session != "s-1" || x.Version != 13 {
		t.Errorf("third %+v", x)
	}
	if x := list[1]; len(x.Redactions) != 1 || x.Redactions[0].Name != "k" || list[0].Redactions != nil {
		t.Errorf("redactions %+v, %+v", x.Redactions, list[0].Redactions)
	}
	if got := string(read(t, s, "x-6000", wire.Request)); got != "hi" {
		t.Errorf("body %q", got)
	}
	for q, want := range map[string]string{
		"SELECT count(*) || ' ' || min(seq) FROM unlabelled":                                                                                         "3 5998",
		"SELECT count(*) FROM unindexed":                                                                                                             "0",
		"SELECT group_concat(name || value) FROM (SELECT * FROM meta ORDER BY name)":                                                                 "agents_version0,findings_after6000,seq6000,session1,sessions_version0,version6010",
		"SELECT count(*) FROM details WHERE redactions IS NOT NULL OR text IS NOT NULL":                                                              "2",
		"SELECT exchanges || ' ' || bytes || ' ' || errors FROM sessions WHERE id = 's-1'":                                                           "6000 24000 0",
		"SELECT group_concat(name, ' ') FROM pragma_table_info('exchanges') WHERE name IN ('request', 'response', 'redactions', 'text', 'labelled')": "",
		"SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'":                                                                                  "35",
	} {
		var got sql.NullString
		if err := s.readers.QueryRow(q).Scan(&got); err != nil || got.String != want {
			t.Errorf("%s: %q, %v, want %q", q, got.String, err, want)
		}
	}
}

// A program killed in the middle of a migration leaves the file as it was: what
// is on disk then is copied, and opened in its turn.
func TestMigrationKilledInTheMiddle(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	path, _ := formatSix(t, 6_000)
	killed := filepath.Join(t.TempDir(), "killed.db")
	s := open(t, func(o *Options) {
		o.Path, o.NoSession = path, true
		o.Progress = func(_ string, done, _ int) {
			if done != 5_000 {
				return
			}
			for _, suffix := range []string{"", "-wal"} {
				b, err := os.ReadFile(path + suffix)
				if err == nil {
					err = os.WriteFile(killed+suffix, b, 0o600)
				}
				if err != nil {
					t.Error(err)
				}
			}
		}
	})
	if n, err := s.readers.Query("SELECT 1 FROM details"); err != nil {
		t.Fatal(err)
	} else {
		n.Close()
	}
	c, err := database.Dial(t.Context(), database.DSN(killed, database.Writing))
	if err != nil {
		t.Fatal(err)
	}
	version, err := c.Number("PRAGMA user_version")
	rows, err2 := c.Number("SELECT count(*) FROM exchanges WHERE request <> ''")
	if c.Close(); version != 6 || rows != 6_000 || err != nil || err2 != nil {
		t.Errorf("format %d with %d exchanges, %v, %v", version, rows, err, err2)
	}
	again := open(t, func(o *Options) { o.Path, o.NoSession = killed, true })
	if list, err := again.Exchanges(t.Context(), wire.Filter{}, wire.Page{Limit: 1}); err != nil || len(list) != 1 || list[0].Seq != 6_000 {
		t.Errorf("%+v, %v", list, err)
	}
}

// While an older program records into the file its format stays as it is.
func TestNoMigrationBesideAnotherProgram(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	path, exec := formatSix(t, 10)
	pid := os.Getppid()
	exec("INSERT INTO sessions (n, id, name, started, host, pid, beat) VALUES (2, 's-2', '', 1, ?, ?, ?)", database.Hostname(), int64(pid), entry.Nanos(time.Now()))
	_, err := Open(Options{Path: path, NoSession: true})
	var trouble *database.Trouble
	if !errors.As(err, &trouble) || !strings.Contains(trouble.Why, fmt.Sprint("process ", pid)) || trouble.Try == "" {
		t.Fatalf("error %v", err)
	}
	c, err := database.Dial(t.Context(), database.DSN(path, database.Writing))
	if err != nil {
		t.Fatal(err)
	}
	if v, err := c.Number("PRAGMA user_version"); v != 6 || err != nil {
		t.Errorf("format %d, %v", v, err)
	}
	c.Close()
	// One that said nothing for long is no reason to wait.
	exec("UPDATE sessions SET beat = ? WHERE n = 2", entry.Nanos(time.Now().Add(-2*time.Minute)))
	open(t, func(o *Options) { o.Path, o.NoSession = path, true })
}

// undoRules is what makes a file of format 13 one of format 12 again, but for its number.
const undoRules = "DROP TRIGGER session_unrule; DROP TABLE rules; DROP INDEX exchanges_passed; ALTER TABLE exchanges DROP COLUMN passed; "

// undoExaminations is what makes a file of format 15 one of format 13 again, but for its number.
const undoExaminations = "DROP TRIGGER session_unexamine; DROP TRIGGER examination_in; DROP TRIGGER examination_change; DROP TABLE examinations; "

// undoSides is what makes a file of format 16 one of format 15 again, but for its number and
// how failures are told.
const undoSides = "DROP TRIGGER exchange_in; DROP TRIGGER exchange_change; DROP TRIGGER exchange_out; DROP INDEX exchanges_wrong; " +
	"ALTER TABLE exchanges DROP COLUMN wrong; ALTER TABLE exchanges DROP COLUMN agent_worst; ALTER TABLE sessions DROP COLUMN wrong; "

// undoAnswers is what makes a file of format 15, of which the passages and the triggers are gone already, tell
// failures as one of format 12 does.
func undoAnswers(t *testing.T) string {
	t.Helper()
	steps, err := database.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	twelve := steps[11].SQL
	return twelve[strings.Index(twelve, "DROP INDEX exchanges_failed"):]
}

// formatTen is what makes a file of format 16 one of format 10 again, but for its number.
func formatTen(t *testing.T) string {
	t.Helper()
	steps, err := database.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	eight := steps[7].SQL
	return undoSides + undoExaminations + undoRules + "DROP TRIGGER exchange_unfind; DROP TRIGGER session_unmute; DROP TRIGGER mute_in; DROP TRIGGER mute_change; DROP TRIGGER mute_out; " +
		"DROP TABLE findings; DROP TABLE mutes; DELETE FROM meta WHERE name = 'findings_after';" +
		"DROP INDEX exchanges_failed; ALTER TABLE exchanges DROP COLUMN failed; ALTER TABLE exchanges DROP COLUMN within; ALTER TABLE exchanges DROP COLUMN cut_off; " +
		eight[strings.Index(eight, "CREATE TRIGGER"):strings.Index(eight, "-- The words of the index")]
}

// Since format 7 it is the lock of its owner that tells that a program records.
func TestNoMigrationBesideAnOwner(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	s := open(t, nil)
	path := s.opts.Path
	c, err := database.Dial(t.Context(), database.DSN(path, database.Writing))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, name := range []string{"session_in", "session_change", "session_out", "tag_in", "tag_out", "gap_in", "gap_change", "gap_out",
		"filter_in", "filter_change", "filter_out", "limit_in", "limit_change", "agent_in", "agent_change", "agent_out", "exchange_unmark", "request_in", "request_change", "request_out"} {
		if _, err := c.Exec("DROP TRIGGER " + name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Exec(formatTen(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exec("DELETE FROM meta WHERE name IN ('sessions_version', 'agents_version'); DROP TABLE marks; DROP TABLE requests; PRAGMA user_version = 8"); err != nil {
		t.Fatal(err)
	}
	_, err = Open(Options{Path: path, NoSession: true})
	var trouble *database.Trouble
	if !errors.As(err, &trouble) || !strings.Contains(trouble.Why, fmt.Sprint("process ", os.Getpid())) || trouble.Try == "" {
		t.Fatalf("error %v", err)
	}
	if v, err := c.Number("PRAGMA user_version"); v != 8 || err != nil {
		t.Errorf("format %d, %v", v, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exec("INSERT INTO owners (id, pid, started) VALUES ('gone', ?, 1)", int64(os.Getppid())); err != nil {
		t.Fatal(err)
	}
	open(t, func(o *Options) { o.Path, o.NoSession = path, true })
	if v, err := c.Number("PRAGMA user_version"); v != 16 || err != nil {
		t.Errorf("format %d, %v", v, err)
	}
}

func TestNewFilesCanShrink(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Path = filepath.Join(t.TempDir(), "new.db") })
	var mode int
	if err := s.readers.QueryRow("PRAGMA auto_vacuum").Scan(&mode); err != nil || mode != 2 {
		t.Errorf("auto_vacuum is %d, %v, want 2 (incremental)", mode, err)
	}
}
