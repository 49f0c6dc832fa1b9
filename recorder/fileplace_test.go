package recorder

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// removed removes the files of a record whose name, after path, contains one of ends. "$" stands for the
// end of the name.
func removed(t *testing.T, path string, ends ...string) {
	t.Helper()
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		for _, end := range ends {
			if strings.Contains(strings.TrimPrefix(f, path)+"$", end) {
				if err := os.Remove(f); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
}

// TestFilesTakenAway: whatever happens to the files that are recorded to, Health says so, what was answered is
// on record or in a gap, and others find it.
func TestFilesTakenAway(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("files that are open cannot be taken away here")
	}
	foreign := []byte("somebody else's notes")
	for name, c := range map[string]struct {
		do    func(t *testing.T, path string)
		says  string
		aside bool // the record continues beside its old name
	}{
		"removed":                 {do: func(t *testing.T, path string) { removed(t, path, "$") }, says: "the file was removed or moved"},
		"the record of all files": {do: func(t *testing.T, path string) { removed(t, path, "") }, says: "the file was removed or moved"},
		"moved":                   {do: func(t *testing.T, path string) { rename(t, path, path+".old") }, says: "the file was removed or moved"},
		"the log removed":         {do: func(t *testing.T, path string) { removed(t, path, "-wal$", "-shm$") }, says: "(-wal) was re"},
		"the journal removed":     {do: func(t *testing.T, path string) { removed(t, path, "-tape-") }, says: "files of the journal"},
		"the lock removed":        {do: func(t *testing.T, path string) { removed(t, path, ".lock$") }, says: "files of the journal"},
		"replaced by a text": {do: func(t *testing.T, path string) {
			if err := os.WriteFile(path+".tmp", foreign, 0o600); err != nil {
				t.Fatal(err)
			}
			rename(t, path+".tmp", path)
		}, says: "replaced by another", aside: true},
		"replaced by a record": {do: func(t *testing.T, path string) {
			other := open(t, func(o *Options) { o.Path = path + ".other" })
			record(t, other, call(), "{}", jsonHead, "{}")
			if err := other.Close(); err != nil {
				t.Fatal(err)
			}
			rename(t, path+".other", path)
		}, says: "replaced by another", aside: true},
		"the folder renamed": {do: func(t *testing.T, path string) { rename(t, filepath.Dir(path), filepath.Dir(path)+"-2") }, says: "the file was removed or moved"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "here", "x.db")
			if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			s := openKept(t, path, &log)
			session := s.Current().ID
			var ids []string
			answer := func(n int) {
				for range n {
					ids = append(ids, record(t, s, call(), "{}", jsonHead, strings.Repeat("x", 1000)))
				}
			}
			answer(5)
			under := s.Begin(call()) // continues meanwhile
			under.EndRequest(s.opts.Now(), nil)
			if _, err := s.Exchange(t.Context(), ids[4]); err != nil {
				t.Fatal(err)
			}
			answer(3)
			if err := s.journal.Rotate(); err != nil { // as after a quiet time: nobody has read the new segment
				t.Fatal(err)
			}
			c.do(t, path)
			put, _ := os.ReadFile(path) // written by whoever replaced it
			answer(5)
			await(t, s, func() bool { return strings.Contains(s.Health(), c.says) })
			answer(5)
			under.WriteResponseHead(s.opts.Now(), jsonHead)
			under.Write(wire.Response, s.opts.Now(), []byte("{}"), false)
			under.End(wire.End{At: s.opts.Now(), Outcome: wire.ByAgent})
			ids = append(ids, under.ID())
			if err := s.commitAll(t.Context()); err != nil {
				t.Error(err)
			}
			at := s.path()
			if (at != path) != c.aside || !strings.Contains(s.Health(), at) {
				t.Errorf("goes on in %s: %s", at, s.Health())
			}
			whole(t, s, session, ids)
			if err := s.Close(); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("the end says %v", err)
			}
			if says := log.String(); strings.Contains(says, "missing") {
				t.Errorf("something is missing, though nothing is: %s", says)
			}
			again := open(t, func(o *Options) { o.Path, o.NoSession = at, true })
			whole(t, again, session, ids)
			var faults int
			if err := again.readers.QueryRow("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'").Scan(&faults); err != nil || faults > 0 {
				t.Errorf("%d faults, %v", faults, err)
			}
			if left, _ := filepath.Glob(at + "*new"); len(left) > 0 {
				t.Errorf("left %v", left)
			}
			if b, err := os.ReadFile(path); c.aside && (err != nil || !bytes.Equal(b, put)) {
				t.Errorf("the other file is %.40q, %v", b, err)
			}
			if logs, _ := filepath.Glob(path + "-[ws]*"); c.aside && len(logs) > 0 {
				t.Errorf("left beside it: %v", logs)
			}
		})
	}
}

// openKept opens a record whose Close returns an error.
func openKept(t *testing.T, path string, log io.Writer) *Store {
	t.Helper()
	s, err := Open(Options{Path: path, ReadWait: time.Hour, Logger: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // tests check its error
	return s
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

// whole reports each exchange that is not on record, and each gap: nothing must be lost.
func whole(t *testing.T, s *Store, session string, ids []string) {
	t.Helper()
	for _, id := range ids {
		if x, err := s.Exchange(t.Context(), id); err != nil || x.Outcome != wire.ByAgent {
			t.Errorf("%s: %q, %v", id, x.Outcome, err)
		}
	}
	if gaps, err := s.Gaps(t.Context(), session); err != nil || len(gaps) > 0 {
		t.Errorf("%+v, %v", gaps, err)
	}
}

// TestFilesTakenAwayAtTheEnd: what happens to the files right before the end is reported too, and nothing that
// was answered is lost.
func TestFilesTakenAwayAtTheEnd(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("files that are open cannot be taken away here")
	}
	for says, do := range map[string]func(t *testing.T, path string){
		"was removed or moved": func(t *testing.T, path string) { removed(t, path, "") }, // of the file or its log, whichever the check sees first
		"the file was cut short": func(t *testing.T, path string) {
			if err := os.Truncate(path, 0); err != nil {
				t.Fatal(err)
			}
		},
	} {
		path := filepath.Join(t.TempDir(), "x.db")
		s := openKept(t, path, io.Discard)
		session, id := s.Current().ID, record(t, s, call(), "{}", jsonHead, "{}")
		do(t, path)
		if err := s.Close(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the end says %v", err)
		}
		whole(t, open(t, func(o *Options) { o.Path, o.NoSession = s.path(), true }), session, []string{id})
	}
}

// TestTwoProgramsWithoutAFile: if two programs record to a file that was removed, both continue in the file
// that the first of them wrote.
func TestTwoProgramsWithoutAFile(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("files that are open cannot be taken away here")
	}
	path := filepath.Join(t.TempDir(), "x.db")
	one, two := openKept(t, path, io.Discard), openKept(t, path, io.Discard)
	a, b := record(t, one, call(), "{}", jsonHead, "{}"), record(t, two, call(), "{}", jsonHead, "{}")
	removed(t, path, "$")
	for _, s := range []*Store{one, two} {
		await(t, s, func() bool { return strings.Contains(s.Health(), "the file was re") })
		if s.path() != path {
			t.Errorf("one goes on in %s", s.path())
		}
	}
	c, d := record(t, one, call(), "{}", jsonHead, "{}"), record(t, two, call(), "{}", jsonHead, "{}")
	for _, s := range []*Store{one, two} {
		await(t, s, func() bool {
			for _, id := range []string{a, b, c, d} {
				if _, err := s.Exchange(t.Context(), id); err != nil {
					return false
				}
			}
			return true
		})
	}
}

// TestFilesThatCannotBeWrittenAnew: Health says when the files cannot be rewritten, and when they can again.
func TestFilesThatCannotBeWrittenAnew(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("files that are open cannot be taken away here")
	}
	dir := filepath.Join(t.TempDir(), "here")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "x.db")
	s := openKept(t, path, io.Discard)
	id := record(t, s, call(), "{}", jsonHead, "{}")
	rename(t, dir, dir+"-2")
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // no folder can be made there
		t.Fatal(err)
	}
	await(t, s, func() bool { return strings.Contains(s.Health(), "cannot be written to a new file") })
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	await(t, s, func() bool { return strings.Contains(s.Health(), "is in "+path) })
	if _, err := s.Exchange(t.Context(), id); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err == nil || !errors.As(err, new(*database.FileError)) {
		t.Errorf("the end says %v", err)
	}
}

// TestFilesHarmed: changes to the content of the files are reported, what is answered from then on is recorded
// beside them, and what was lost is a gap.
func TestFilesHarmed(t *testing.T) {
	t.Parallel()
	cut := func(end string, part int64) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			i, err := os.Stat(path + end)
			if err == nil {
				err = os.Truncate(path+end, i.Size()*part/4)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	fill := func(end string) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			f, err := os.OpenFile(path+end, os.O_WRONLY, 0)
			if err == nil {
				_, err = f.Write(bytes.Repeat([]byte("x"), 10_000))
			}
			if err := errors.Join(err, f.Close()); err != nil {
				t.Fatal(err)
			}
		}
	}
	other := func(t *testing.T, path string) {
		o := open(t, func(o *Options) { o.Path = filepath.Join(t.TempDir(), "y.db") })
		record(t, o, call(), "{}", jsonHead, "{}")
		if err := o.Close(); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(o.path())
		if err == nil {
			err = os.WriteFile(path, b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	there := func(s *Store, ids []string) {
		for _, id := range ids {
			if x, err := s.Exchange(t.Context(), id); err != nil || x.Outcome != wire.ByAgent {
				t.Errorf("%s: %q, %v", id, x.Outcome, err)
			}
		}
	}
	for name, c := range map[string]struct {
		do   func(t *testing.T, path string)
		says string
	}{
		"the file emptied":     {cut("", 0), "the file was cut short"},
		"half of the file":     {cut("", 2), "the file was cut short"},
		"the file overwritten": {fill(""), "the file was overwritten"},
		"another record in it": {other, "the file was overwritten"},
		"the log emptied":      {cut("-wal", 0), "(-wal) was cut short or overwritten"},
		"the log overwritten":  {fill("-wal"), "(-wal) was cut short or overwritten"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "x.db")
			s := openKept(t, path, io.Discard)
			session := s.Current().ID
			answer := func(n int) (ids []string) {
				for range n {
					ids = append(ids, record(t, s, call(), "{}", jsonHead, strings.Repeat("x", 9000)))
				}
				return ids
			}
			plainly := func(run func(w *writer) error) {
				if err := s.await(t.Context(), &job{ownTransactions: true, done: make(chan error, 1), run: run}); err != nil {
					t.Fatal(err)
				}
			}
			before := answer(20)
			plainly(func(w *writer) error { // so that the file has something to lose
				_, err := w.conn.Number("PRAGMA wal_checkpoint(PASSIVE)")
				return err
			})
			before = append(before, answer(20)...)
			if _, err := s.Exchange(t.Context(), before[39]); err != nil {
				t.Fatal(err)
			}
			plainly(func(w *writer) error { // check files that nobody harmed
				s.place.checked = time.Time{}
				w.checkPlace(t.Context())
				_, err := w.conn.Exec("PRAGMA cache_size = 0; PRAGMA shrink_memory") // else what was lost is still cached
				return err
			})
			if s.Health() != "" {
				t.Fatal(s.Health())
			}
			c.do(t, path)
			await(t, s, func() bool { return strings.Contains(s.Health(), c.says) })
			after := answer(10)
			if err := s.commitAll(t.Context()); err != nil {
				t.Error(err)
			}
			if s.path() == path {
				t.Fatalf("it goes on in the harmed file: %s", s.Health())
			}
			there(s, after)
			if err := s.Close(); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("the end says %v", err)
			}
			again := open(t, func(o *Options) { o.Path, o.NoSession = s.path(), true })
			there(again, after)
			gaps, err := again.Gaps(t.Context(), session)
			var lost int
			for _, id := range before {
				if _, err := again.Exchange(t.Context(), id); err != nil {
					lost++
				}
			}
			if err != nil || (lost > 0) != (len(gaps) > 0) || len(gaps) > 0 && gaps[0].Reason() != harmedCause {
				t.Errorf("%d are lost, the gaps are %v, %v", lost, gaps, err)
			}
		})
	}
}
