package recorder

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestFilesTakenAway: what somebody does to the files that are recorded to is said while it is
// so and at the end, and the record goes on in the files that it has open.
func TestFilesTakenAway(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("files that are open cannot be taken away here")
	}
	rename := func(from, to string) error { return os.Rename(from, to) }
	for name, c := range map[string]struct {
		do   func(path string) error
		says string
	}{
		"removed":             {os.Remove, "the file was removed or moved"},
		"moved":               {func(path string) error { return rename(path, path+".old") }, "the file was removed or moved"},
		"the log removed":     {func(path string) error { return os.Remove(path + "-wal") }, "(-wal) was removed"},
		"the folder renamed":  {func(path string) error { return rename(filepath.Dir(path), filepath.Dir(path)+"-2") }, "the file was removed or moved"},
		"replaced by another": {func(path string) error { return rename(path+".other", path) }, "replaced by another"},
		"the journal removed": {func(path string) error {
			files, err := filepath.Glob(path + "-tape-*.1")
			if err != nil {
				return err
			}
			return os.Remove(files[0])
		}, "files of the journal"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "here", "x.db")
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path+".other", []byte("somebody else's notes"), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Open(Options{Path: path, ReadWait: time.Hour, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
			if err != nil {
				t.Fatal(err)
			}
			ids := []string{record(t, s, call(), "{}", jsonHead, "{}")}
			if _, err := s.Exchange(t.Context(), ids[0]); err != nil {
				t.Fatal(err)
			}
			if err := c.do(path); err != nil {
				t.Fatal(err)
			}
			await(t, s, func() bool { return strings.Contains(s.Health(), c.says) })
			ids = append(ids, record(t, s, call(), "{}", jsonHead, "{}"))
			for _, id := range ids {
				if _, err := s.Exchange(t.Context(), id); err != nil {
					t.Error(err)
				}
			}
			if err := s.Close(); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("the end says %v", err)
			}
		})
	}
}
