package recorder

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// onDisk returns the contents of all files of a record.
func onDisk(t *testing.T, path string) (all []byte) {
	t.Helper()
	files, err := filepath.Glob(path + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	return all
}

// What was removed is in none of the record's files any more, and they are smaller.
func TestWhatIsRemovedIsGoneFromTheDisk(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	path := filepath.Join(t.TempDir(), "x.db")
	s := open(t, func(o *Options) { o.Path, o.Label = path, newFake })
	first := s.Current().ID
	var last string
	for i := range 300 {
		x := call()
		x.URL += "?Qwzyx" + itoa(int64(i))
		last = record(t, s, x, "op=Send Qwzyx-request "+strings.Repeat("a ", 300), jsonHead, "state=S Qwzyx-response "+strings.Repeat("b ", 1000))
	}
	labelled(t, s, last)
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	kept := record(t, s, call(), "op=Keep", jsonHead, "this stays")
	if err := s.indexWords(t.Context(), 100); err != nil {
		t.Fatal(err)
	}
	size := len(onDisk(t, path))
	if !bytes.Contains(onDisk(t, path), []byte("Qwzyx")) {
		t.Fatal("it was never there")
	}
	if err := s.Remove(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for {
		all := onDisk(t, path)
		if n := bytes.Count(bytes.ToLower(all), []byte("qwzyx")); n == 0 && len(all) < size/2 {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("%d places still hold it; %d bytes of %d", n, len(all), size)
		}
		_, _ = s.Sessions(t.Context())
	}
	if got := read(t, s, kept, wire.Response); string(got) != "this stays" {
		t.Errorf("%q", got)
	}
}

// Compact refuses while this program records or another has the file open. It leaves nothing of what was
// removed.
func TestCompact(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(Options{Path: path, Label: newFake})
	if err != nil {
		t.Fatal(err)
	}
	first := s.Current().ID
	for range 50 {
		record(t, s, call(), "op=Send Qwzyx", jsonHead, strings.Repeat("b ", 1000))
	}
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	kept := record(t, s, call(), "op=Keep", jsonHead, "this stays")
	if err := s.Compact(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "stop recording first") {
		t.Errorf("compacted while recording: %v", err)
	}
	other := open(t, func(o *Options) { o.Path, o.NoSession, o.Label = path, true, newFake })
	if err := other.Compact(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Errorf("compacted beside another: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := other.Remove(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	var steps []string
	if err := other.Compact(t.Context(), func(doing string, _, _ int) { steps = append(steps, doing) }); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(bytes.ToLower(onDisk(t, path)), []byte("qwzyx")); n > 0 || len(steps) < 3 {
		t.Errorf("%d places still hold it; steps %q", n, steps)
	}
	if got := read(t, other, kept, wire.Response); string(got) != "this stays" {
		t.Errorf("%q", got)
	}
}
