package journal

import (
	"fmt"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A record that a full disk took only in part is completed once there is room again, even if its segment has
// reached its length by then.
func TestAPartialWriteAtTheEndOfASegment(t *testing.T) { // not parallel: the limit is for the whole process
	base := filepath.Join(t.TempDir(), "x")
	told := make(chan error, 100)
	w, err := Create(base, Options{Segment: 300, Lag: time.Hour, OnWrite: func(_ int64, err error) { told <- err }})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"first"}
	put(t, w, want[0])
	long := string(make([]byte, 600)) + "second"
	limited(t, 400, func() {
		end, err := w.Append(record(long), false)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Commit(t.Context(), end); err == nil {
			t.Fatal("a write that was cut short was not told")
		}
	})
	want = append(want, long)
	for failed := false; ; { // the writer retries by itself
		err := <-told
		if failed = failed || err != nil; failed && err == nil {
			break
		}
	}
	for i := range 5 {
		p := fmt.Sprint("later ", i)
		want = append(want, p)
		put(t, w, p)
	}
	got, end := all(t, base, Start())
	if fmt.Sprint(got) != fmt.Sprint(want) || w.Offset(end) != w.WrittenEnd() {
		t.Errorf("%d of %d records can be read, up to byte %d of %d", len(got), len(want), w.Offset(end), w.WrittenEnd())
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

func put(t *testing.T, w *Writer, payload string) {
	t.Helper()
	end, err := w.Append(record(payload), false)
	if err == nil {
		err = w.Commit(t.Context(), end)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// limited runs f while no file of this process may grow beyond size bytes. A write across that limit is cut
// short, and the next one fails.
func limited(t *testing.T, size uint64, f func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Skip(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: old.Max}); err != nil {
		t.Skip(err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
			t.Error(err)
		}
	}()
	f()
}
