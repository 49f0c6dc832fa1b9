package recorder

import (
	"os"
	"syscall"
	"testing"
	"time"
)

// TestLooksKeepLocks: SQLite holds a lock on the file while a connection is open, so that other programs know
// that they are not the last. Inspecting the file must not release it.
func TestLooksKeepLocks(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	record(t, s, call(), "{}", jsonHead, "{}")
	f, err := os.Open(s.path()) // left open, because closing it would release the locks
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(); f.Close() })
	locked := func() bool {
		const query, shared, bytes = 36, 0x40000002, 510 // F_OFD_GETLK; SQLite's range of shared locks
		l := syscall.Flock_t{Type: syscall.F_WRLCK, Start: shared, Len: bytes}
		if err := syscall.FcntlFlock(f.Fd(), query, &l); err != nil {
			t.Skip(err)
		}
		return l.Type != syscall.F_UNLCK
	}
	if !locked() {
		t.Fatal("there is no lock to lose")
	}
	err = s.await(t.Context(), &job{ownTransactions: true, done: make(chan error, 1), run: func(w *writer) error {
		s.place.checked = time.Time{}
		w.checkPlace(t.Context())
		return nil
	}})
	if err != nil || !locked() {
		t.Errorf("the lock is gone, %v", err)
	}
}
