package recorder

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// Open explains why a file cannot be opened, and what to try.
func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	file := func(content string, mode os.FileMode) func(t *testing.T, dir string) string {
		return func(t *testing.T, dir string) string {
			path := filepath.Join(dir, "x.db")
			if err := os.WriteFile(path, []byte(content), mode); err != nil {
				t.Fatal(err)
			}
			return path
		}
	}
	sqlite := func(statements ...string) func(t *testing.T, dir string) string {
		return func(t *testing.T, dir string) string {
			path := filepath.Join(dir, "x.db")
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			for _, q := range statements {
				if _, err := db.Exec(q); err != nil {
					t.Fatal(err)
				}
			}
			return path
		}
	}
	for _, c := range []struct {
		name     string
		make     func(t *testing.T, dir string) string
		readOnly bool
		want     string
	}{
		{"text", file("hello, this is a letter, not a database", 0o600), false, "not a recording"},
		{"short text", file("hi", 0o600), false, "not a recording"},
		{"header only", file(database.Magic+strings.Repeat("\x00", 5000), 0o600), false, "not a recording"},
		{"folder", func(t *testing.T, dir string) string { return dir }, false, "is a folder"},
		{"no folder", func(t *testing.T, dir string) string { return filepath.Join(dir, "a", "b", "x.db") }, false, "no folder"},
		{"no file to read", func(t *testing.T, dir string) string { return filepath.Join(dir, "x.db") }, true, "no such file"},
		{"empty file to read", file("", 0o600), true, "nothing is recorded"},
		{"another program's", sqlite("CREATE TABLE t (a)"), false, "another program"},
		{"newer", sqlite("PRAGMA application_id = 0x61326163", "PRAGMA user_version = 99", "CREATE TABLE t (a)"), false, "format 99"},
		{"older", sqlite("PRAGMA application_id = 0x61326163", "PRAGMA user_version = 14", "CREATE TABLE t (a)"), false, "format 14"},
		{"before the first", sqlite("PRAGMA application_id = 0x61326163", "PRAGMA user_version = -1", "CREATE TABLE t (a)"), false, "another program"},
		{"no name", func(*testing.T, string) string { return "" }, false, "no file was named"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := c.make(t, t.TempDir())
			before, _ := os.ReadFile(path)
			s, err := Open(Options{Path: path, ReadOnly: c.readOnly})
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			var trouble *database.FileError
			if !errors.As(err, &trouble) || trouble.Advice == "" || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %q, want %q, the path and advice", err, c.want)
			}
			if after, _ := os.ReadFile(path); string(after) != string(before) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestACorruptFileIsNamedDamaged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		record(t, s, call(), kilobyte, jsonHead, kilobyte)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 100; i < len(b); i++ {
		b[i] = byte(i * 7)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Options{Path: path}); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("error %v", err)
	}
}

// Damage found after opening is explained in words for people, too.
func TestDamageFoundWhileReading(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		record(t, s, call(), kilobyte, jsonHead, kilobyte)
	}
	var root int64
	if err := s.readers.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = 'exchanges'").Scan(&root); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		_, err = f.WriteAt([]byte(strings.Repeat("\xaa", 4096)), (root-1)*4096)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err = Open(Options{Path: path, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for what, err := range map[string]error{
		"list":     second(s.Exchanges(t.Context(), wire.Filter{}, wire.Page{})),
		"changes":  second(s.Changed(t.Context(), wire.Filter{}, 0, 0)),
		"exchange": second(s.Exchange(t.Context(), "x")),
	} {
		var trouble *database.FileError
		if what == "exchange" && errors.Is(err, wire.ErrNotFound) {
			continue // found by an index that is intact
		}
		if !errors.As(err, &trouble) || !strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), path) || trouble.Advice == "" || strings.Contains(err.Error(), "malformed") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestFilesAreForTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	s := open(t, func(o *Options) { o.Path = filepath.Join(dir, "x.db") })
	record(t, s, call(), "{}", jsonHead, "{}")
	for name, want := range map[string]os.FileMode{"": 0o700, "x.db": 0o600, "x.db-wal": 0o600, "x.db-shm": 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v, %v, want %v", name, info.Mode(), err, want)
		}
	}
}

// TestProtectedFilesStayProtected: a command that wants to write to a read-only record closes it to other
// users, but does not make it writable for its owner.
func TestProtectedFilesStayProtected(t *testing.T) {
	t.Parallel()
	for mode, want := range map[os.FileMode]os.FileMode{0o444: 0o400, 0o664: 0o600, 0o600: 0o600} {
		path := filepath.Join(t.TempDir(), "x.db")
		if err := open(t, func(o *Options) { o.Path = path }).Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if s, err := Open(Options{Path: path, NoSession: true}); err == nil { // root may write anyway
			_ = s.Close()
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%v became %v, %v; want %v", mode, info.Mode(), err, want)
		}
	}
}

func TestPragmasAreSet(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Path = filepath.Join(t.TempDir(), "a?b=1&_pragma=c%20#d e;.db") })
	if _, err := os.Stat(s.opts.Path); err != nil {
		t.Fatal(err)
	}
	c, err := database.Dial(t.Context(), database.DSN(s.opts.Path, database.ReadWrite))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for q, want := range map[string]int64{"busy_timeout": 5000, "synchronous": 1, "foreign_keys": 1, "temp_store": 2, "query_only": 0} {
		if got, err := c.Number("PRAGMA " + q); err != nil || got != want {
			t.Errorf("%s = %d, %v, want %d", q, got, err, want)
		}
	}
	var mode string
	var only int
	if err := s.readers.QueryRow("PRAGMA journal_mode").Scan(&mode); err != nil || mode != "wal" {
		t.Errorf("journal_mode %q, %v", mode, err)
	}
	if err := s.readers.QueryRow("PRAGMA query_only").Scan(&only); err != nil || only != 1 {
		t.Errorf("query_only %d, %v", only, err)
	}
	if _, err := s.readers.Exec("DELETE FROM exchanges"); err == nil {
		t.Error("a reader could write")
	}
}

// noise returns bytes that cannot be compressed.
func noise(n int) []byte {
	p := make([]byte, n)
	rand.NewChaCha8([32]byte{}).Read(p)
	return p
}

// await waits for changes until a condition holds.
func await(t testing.TB, s *Store, ok func() bool) {
	t.Helper()
	bell, stop := s.Watch()
	defer stop()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for !ok() {
		select {
		case <-bell:
		case <-ctx.Done():
			t.Fatal("waited in vain")
		}
	}
}

// read returns a side's bytes and checks that its offsets are continuous.
func read(t testing.TB, s *Store, id string, side wire.Side) []byte {
	t.Helper()
	chunks, err := s.Chunks(t.Context(), id, side, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for _, c := range chunks {
		if c.Offset != int64(len(out)) {
			t.Fatalf("chunk at %d after %d bytes", c.Offset, len(out))
		}
		out = append(out, c.Data...)
	}
	return out
}
