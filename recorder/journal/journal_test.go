package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func record(payload string) []byte { return End(append(Begin(nil), payload...), 0) }

func all(t *testing.T, base string, from Position) (out []string, end Position) {
	t.Helper()
	r := NewReader(base)
	defer r.Close()
	for end = from; ; {
		list, err := r.Read(end, 100, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			return out, end
		}
		for _, x := range list {
			out = append(out, string(x.Payload))
		}
		end = list[len(list)-1].End
	}
}

// Committed records are read in order, over segments, from any position.
func TestRecordsComeBack(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "x")
	w, err := Create(base, Options{Segment: 300})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i := range 200 {
		p := fmt.Sprint(i, string(bytes.Repeat([]byte{'x'}, rand.IntN(200))))
		want = append(want, p)
		end, err := w.Append(record(p), false)
		if err != nil {
			t.Fatal(err)
		}
		if i%7 == 0 {
			if err := w.Commit(t.Context(), end); err != nil || w.WrittenEnd() < end {
				t.Fatal(err, w.WrittenEnd(), end)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, end := all(t, base, Start())
	if fmt.Sprint(got) != fmt.Sprint(want) || end.Segment < 20 {
		t.Fatalf("read %d of %d records, up to %v", len(got), len(want), end)
	}
	if w.Offset(end) != w.End() {
		t.Errorf("the end is %d, its position says %d", w.End(), w.Offset(end))
	}
	r := NewReader(base)
	defer r.Close()
	some, _ := r.Read(Start(), 100, nil)
	if rest, _ := all(t, base, some[len(some)-1].End); fmt.Sprint(rest) != fmt.Sprint(want[len(some):]) {
		t.Errorf("from %v on: %d records", some[len(some)-1].End, len(rest))
	}
}

// A torn or damaged record ends what can be read; what is before it stays.
func TestTornRecords(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "x")
	whole := append(record("one"), record("two")...)
	for name, tail := range map[string][]byte{
		"head":    {9, 0},
		"payload": record("three")[:10],
		"sum":     append(record("three")[:len(record("three"))-1], 'X'),
		"zeros":   make([]byte, 100),
		"huge":    {0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 1},
	} {
		if err := os.WriteFile(base+".1", append(bytes.Clone(whole), tail...), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, end := all(t, base, Start()); fmt.Sprint(got) != "[one two]" || end.Offset != int64(len(whole)) {
			t.Errorf("%s: %q up to %v", name, got, end)
		}
	}
}

// Records that cannot be written wait, up to a limit. They are written when there is room, without those that
// were refused.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "x")
	told := make(chan error, 100)
	w, err := Create(base, Options{Memory: 1000, OnWrite: func(_ int64, err error) { told <- err }})
	if err != nil {
		t.Fatal(err)
	}
	file := w.file
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	w.io.Lock()
	w.file = full
	w.io.Unlock()
	end, err := w.Append(record("first"), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(t.Context(), end); err == nil || w.WriteError() == nil {
		t.Fatal("a full disk was not told")
	}
	taken := []string{"first"}
	for i := 0; ; i++ {
		p := fmt.Sprint("waits ", i)
		if _, err := w.Append(record(p), false); errors.Is(err, ErrFull) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		taken = append(taken, p)
	}
	if _, err := w.Append(record("closing"), true); err != nil {
		t.Error(err)
	}
	w.io.Lock()
	w.file = file
	w.io.Unlock()
	for err := range told {
		if err == nil {
			break
		}
	}
	if got, _ := all(t, base, Start()); fmt.Sprint(got) != fmt.Sprint(append(taken, "closing")) {
		t.Errorf("read %q, want %q", got, taken)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// Everything that Commit returned for is there, whoever wrote it.
func TestCommitsTogether(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "x")
	w, err := Create(base, Options{Lag: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Go(func() {
			for i := range 100 {
				end, err := w.Append(record(fmt.Sprint(g, "/", i)), false)
				if err == nil {
					err = w.Commit(context.Background(), end)
				}
				if err != nil || w.WrittenEnd() < end {
					t.Errorf("%v, written %d of %d", err, w.WrittenEnd(), end)
				}
			}
		})
	}
	wait.Wait()
	got, _ := all(t, base, Start())
	if len(got) != 800 {
		t.Errorf("%d records", len(got))
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

func TestLock(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "x")
	if IsOwnerAlive(base) {
		t.Error("nobody owns it")
	}
	l, err := AcquireLock(base)
	if err != nil {
		t.Fatal(err)
	}
	if !IsOwnerAlive(base) {
		t.Error("its owner is here")
	}
	if _, err := TakeOver(base); !errors.Is(err, ErrOwned) {
		t.Errorf("taken over: %v", err)
	}
	if err := l.Close(); err != nil { // as the system does when a process ends
		t.Fatal(err)
	}
	if IsOwnerAlive(base) {
		t.Error("its owner is gone")
	}
	l, err = TakeOver(base)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	if list, _ := filepath.Glob(base + "*"); len(list) > 0 {
		t.Errorf("left behind %q", list)
	}
}
