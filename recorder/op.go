package recorder

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

type opKind uint8

const (
	opBegin opKind = iota
	opChunk        // bytes of a side; data is nil when they are over the limit
	opRequestDone
	opAnswer
	opEnd
	opJob
)

// op is one thing for the writer to do. Applying an op twice is the same as
// applying it once: a transaction that failed is tried again whole. Counts are
// therefore totals, not steps.
type op struct {
	kind   opKind
	tape   *tape
	at     time.Time
	chunk  *chunk
	head   *wire.Head
	begin  *wire.Exchange
	end    *wire.End
	header map[string][]string // the request's trailer
	found  *found              // when there is more of it
	lost   bool                // bytes before this op did not fit the queue
	job    *job
}

// found is all that was secret so far: what ended, of which later ones have more
// in the same memory, and what goes on.
type found struct{ ended, pending []wire.Redaction }

// chunk is one read's bytes with the totals of its side after it.
type chunk struct {
	side   wire.Side
	read   int64 // number of the read
	off    int64
	waited bool
	frame  int
	start  int64
	data   []byte
	total  int64 // body bytes that crossed the wire
	kept   int64
	frames int // complete frames of the exchange
}

// weight is about how much memory an op holds.
func (o *op) weight() int64 {
	n := int64(256)
	if o.chunk != nil {
		n += int64(len(o.chunk.data)) + 128
	}
	if o.begin != nil {
		n += 2048
	}
	if o.head != nil {
		n += 1024
	}
	return n
}

// job is work for the writing connection other than recording. It may run
// again after a transaction that failed.
type job struct {
	run  func(w *writer) error
	err  error       // of run; read after the queue has settled
	gone atomic.Bool // who asked for it has stopped waiting
}

// do runs a job inside the writer's next transaction.
func (s *Store) do(ctx context.Context, run func(w *writer) error) error {
	if s.readOnly() {
		return errReadOnly
	}
	s.stage.clear()
	j := &job{run: run}
	at, ok := s.queue.add([]op{{kind: opJob, job: j}}, nil)
	if !ok {
		return errors.Join(ErrClosed, s.queue.health())
	}
	if err := s.queue.wait(ctx, at); err != nil {
		j.gone.Store(true)
		return err
	}
	return j.err
}
