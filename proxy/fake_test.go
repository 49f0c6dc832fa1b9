package proxy_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// memory is a Recorder that keeps exchanges in memory. Commit marks queued bytes as on record; a
// test can make it wait or fail.
type memory struct {
	mu     sync.Mutex
	all    []*tape
	paused bool
	fail   error
	gate   chan struct{} // non-nil: Commit waits until it is closed
	last   chan struct{} // non-nil: End waits until it is closed
	bell   chan struct{} // closed and renewed on every change
}

func newMemory() *memory { return &memory{bell: make(chan struct{})} }

type tape struct {
	m                *memory
	x                wire.Exchange
	chunks           []wire.Chunk
	kept             map[wire.Side][]byte // queued
	safe             map[wire.Side][]byte // committed
	answer           wire.Head
	late             []byte
	lateProblem      string
	end              *wire.End
	ends             int
	sealed           bool // the end is committed
	commits          int
	waits            int  // calls of Commit
	sent             bool // request done
	trailer          http.Header
	interim          []wire.Interim
	begun            bool // the beginning is committed
	hints            int  // interim responses committed
	heads            map[wire.Side]wire.Head
	passes           []wire.Passage
	doneAt, answerAt time.Time
}

func (m *memory) ring() { close(m.bell); m.bell = make(chan struct{}) }

func (m *memory) Begin(x wire.Exchange) wire.Tape {
	m.mu.Lock()
	defer m.mu.Unlock()
	if x.ID == "" {
		x.ID = wire.NewID()
	}
	t := &tape{m: m, x: x, kept: map[wire.Side][]byte{}, safe: map[wire.Side][]byte{}, heads: map[wire.Side]wire.Head{}}
	if m.paused {
		t.x.ID = ""
		return t
	}
	m.all = append(m.all, t)
	m.ring()
	return t
}

// hold makes commits wait from now on until gate is closed.
func (m *memory) hold(gate chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gate = gate
}

func (t *tape) ID() string { return t.x.ID }

func (t *tape) lock() func() {
	t.m.mu.Lock()
	return func() { t.m.ring(); t.m.mu.Unlock() }
}

func (t *tape) Write(s wire.Side, at time.Time, p []byte, waited bool) {
	defer t.lock()()
	if t.end != nil {
		return
	}
	t.chunks = append(t.chunks, wire.Chunk{Side: s, Offset: int64(len(t.kept[s])), At: at, Data: bytes.Clone(p), WasDelayed: waited})
	t.kept[s] = append(t.kept[s], p...)
}

func (t *tape) EndRequest(at time.Time, tr http.Header) {
	defer t.lock()()
	t.sent, t.trailer, t.doneAt = true, tr, at
}

func (t *tape) WriteResponseHead(at time.Time, h wire.Head) {
	defer t.lock()()
	t.answer, t.answerAt = h, at
}

func (t *tape) WriteInterim(i wire.Interim) {
	defer t.lock()()
	t.interim = append(t.interim, i)
}

func (t *tape) WriteSentHead(s wire.Side, h wire.Head) {
	defer t.lock()()
	if t.end == nil {
		t.heads[s] = h
	}
}

func (t *tape) AddPassage(p wire.Passage) {
	defer t.lock()()
	if t.end == nil {
		t.passes = append(t.passes, p)
	}
}

func (t *tape) WriteSurplus(p []byte, problem string) {
	defer t.lock()()
	t.late, t.lateProblem = bytes.Clone(p), problem
}

func (t *tape) End(e wire.End) {
	t.m.mu.Lock()
	last := t.m.last
	t.m.mu.Unlock()
	if last != nil && e.Outcome == wire.ByAgent {
		<-last
	}
	defer t.lock()()
	t.ends++
	if t.end == nil {
		t.end = &e
	}
}

func (t *tape) Commit(ctx context.Context) error {
	t.m.mu.Lock()
	gate, fail := t.m.gate, t.m.fail
	upto := map[wire.Side]int{}
	for s, b := range t.kept {
		upto[s] = len(b)
	}
	ended, hints := t.end != nil, len(t.interim)
	t.waits++
	t.m.ring()
	t.m.mu.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if fail != nil {
		return fail
	}
	defer t.lock()()
	t.commits++
	t.begun, t.hints = true, max(t.hints, hints)
	for s, n := range upto {
		t.safe[s] = t.kept[s][:max(n, len(t.safe[s]))]
	}
	t.sealed = t.sealed || ended
	return nil
}

var errDisk = errors.New("disk full")

// wait waits until ok is true for the tapes, or the test's time is over.
func (m *memory) wait(t testing.TB, what string, ok func([]*tape) bool) []*tape {
	t.Helper()
	limit := time.After(time.Minute)
	for {
		m.mu.Lock()
		all, bell := m.all, m.bell
		good := ok(all)
		m.mu.Unlock()
		if good {
			return all
		}
		select {
		case <-bell:
		case <-limit:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// ended waits for the last exchange to end and returns it.
func (m *memory) ended(t testing.TB) *tape {
	t.Helper()
	all := m.wait(t, "the exchange to end", func(all []*tape) bool { return len(all) > 0 && all[len(all)-1].end != nil })
	return all[len(all)-1]
}

// committed returns what is on record of a side.
func (t *tape) committed(s wire.Side) []byte {
	t.m.mu.Lock()
	defer t.m.mu.Unlock()
	return bytes.Clone(t.safe[s])
}

func (t *tape) sideChunks(s wire.Side) []wire.Chunk {
	t.m.mu.Lock()
	defer t.m.mu.Unlock()
	var out []wire.Chunk
	for _, c := range t.chunks {
		if c.Side == s {
			out = append(out, c)
		}
	}
	return out
}
