package recorder

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// damages are ways to damage a record of a journal between the offsets from and to in its file.
func damages() map[string]func(b []byte, from, to int64) {
	return map[string]func(b []byte, from, to int64){
		"a bit of its payload": func(b []byte, _, to int64) { b[to-1] ^= 1 },
		"its length":           func(b []byte, from, _ int64) { binary.LittleEndian.PutUint32(b[from:], 1<<20) },
	}
}

// An unreadable record in a dead program's journal costs only what a gap covers; what is before it is on
// record.
func TestADamagedJournalOfADeadOwner(t *testing.T) {
	t.Parallel()
	for name, spoil := range damages() {
		for where, n := range map[string]int{"at the beginning": 0, "in the middle": 20} {
			t.Run(name+" "+where, func(t *testing.T) {
				s := open(t, nil)
				session := s.Current().ID
				release := halt(t, s)
				ids := calls(t, s, 20) // two records each
				path := copied(t, s)
				release()
				damageRecord(t, journalBase(path, s.owner.id), n, spoil)

				s = open(t, func(o *Options) { o.Path, o.NoSession = path, true })
				whole, told := accounted(t, s, ids)
				for i, id := range ids[:n/2] {
					if !whole[id] {
						t.Errorf("exchange %d, before the damage, is not on record", i)
					}
				}
				if len(whole) < len(ids) && !told {
					t.Errorf("%d of %d exchanges are on record, and no gap tells of the others", len(whole), len(ids))
				}
				if _, err := s.Session(t.Context(), session); err != nil {
					t.Errorf("the session: %v", err)
				}
			})
		}
	}
}

// An unreadable record does not keep a program that records from draining what follows it, and a gap covers
// what is missing.
func TestADamagedJournalOfALivingOwner(t *testing.T) {
	t.Parallel()
	for name, spoil := range damages() {
		t.Run(name, func(t *testing.T) {
			s := open(t, nil)
			release := halt(t, s)
			ids := calls(t, s, 20)
			damageRecord(t, s.owner.base, 20, spoil)
			release()
			for _, id := range ids[:10] {
				await(t, s, func() bool { x, err := s.Exchange(t.Context(), id); return err == nil && x.Outcome == wire.ByAgent })
			}
			// A wrong length may span bytes that are still to be written. Only more records show that it is
			// damage.
			after := calls(t, s, 2)
			await(t, s, func() bool {
				whole, told := accounted(t, s, after)
				p, err := s.Pending(t.Context())
				return err == nil && p.Journal == 0 && (len(whole) == len(after) || told)
			})
			if whole, told := accounted(t, s, ids); len(whole) < len(ids) && !told {
				t.Errorf("%d of %d exchanges are on record, and no gap tells of the others", len(whole), len(ids))
			}
			last := calls(t, s, 1)[0]
			await(t, s, func() bool { _, err := s.Exchange(t.Context(), last); return err == nil && s.Health() == "" })
		})
	}
}

// calls records exchanges that consist of a beginning and an end.
func calls(t *testing.T, s *Store, n int) (ids []string) {
	t.Helper()
	for range n {
		tape := s.Begin(call())
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		commit(t, tape)
		ids = append(ids, tape.ID())
	}
	return ids
}

// accounted returns which exchanges are complete on record, and whether a gap says that anything is
// missing.
func accounted(t *testing.T, s *Store, ids []string) (whole map[string]bool, told bool) {
	t.Helper()
	gaps, err := s.Gaps(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	told = len(gaps) > 0
	whole = map[string]bool{}
	for _, id := range ids {
		x, err := s.Exchange(t.Context(), id)
		switch {
		case err != nil:
		case x.Outcome == wire.ByAgent && !x.Incomplete:
			whole[id] = true
		default:
			told = told || len(x.Gaps) > 0
		}
	}
	return whole, told
}

// halt keeps a store from draining its journal until release is called.
func halt(t *testing.T, s *Store) (release func()) {
	t.Helper()
	halted, stop, done := make(chan bool), make(chan bool), make(chan error, 1)
	var once sync.Once
	go func() {
		done <- s.do(t.Context(), func(*writer) error {
			once.Do(func() { close(halted) })
			<-stop
			return nil
		})
	}()
	<-halted
	return func() {
		close(stop)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// copied copies a recording with its present journals. In the copy, their programs have ended.
func copied(t *testing.T, s *Store) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "copy.db")
	files, err := filepath.Glob(s.opts.Path + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		copyFile(t, name, path+strings.TrimPrefix(name, s.opts.Path))
	}
	return path
}

// damageRecord damages the nth record of a journal's first file.
func damageRecord(t *testing.T, base string, n int, spoil func(b []byte, from, to int64)) {
	t.Helper()
	r := journal.NewReader(base)
	defer r.Close()
	list, err := r.Read(journal.Start(), 1<<20, nil)
	if err != nil || len(list) <= n {
		t.Fatalf("%d records, %v", len(list), err)
	}
	var from int64
	if n > 0 {
		from = list[n-1].End.Offset
	}
	name := base + ".1"
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	to := list[n].End.Offset
	spoil(b, from, to)
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt(b[from:to], from); err != nil { // others may continue to append
		t.Fatal(err)
	}
}
