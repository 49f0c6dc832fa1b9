package proxy

import "sync"

// backlog holds what came of a WebSocket until its gate takes it, up to a limit. Safe
// for concurrent use.
type backlog struct {
	mu     sync.Mutex
	change sync.Cond
	buf    []byte
	limit  int
	share  *budgetShare // counts what is here
	err    error        // what Read returns at the end; set: nothing more comes
}

func newBacklog(limit int64, s *budgetShare) *backlog {
	b := &backlog{limit: int(limit), share: s}
	b.change.L = &b.mu
	return b
}

// Write adds p, waiting until there is room.
func (b *backlog) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.buf) >= b.limit && b.err == nil {
		b.change.Wait()
	}
	if b.err != nil {
		return 0, b.err
	}
	b.buf = append(b.buf, p...)
	b.share.addBytes(len(p))
	b.change.Broadcast()
	return len(p), nil
}

// Read takes what is there, waiting for it.
func (b *backlog) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.buf) == 0 && b.err == nil {
		b.change.Wait()
	}
	if len(b.buf) == 0 {
		return 0, b.err
	}
	n := copy(p, b.buf)
	b.share.addBytes(-n)
	if b.buf = b.buf[n:]; len(b.buf) == 0 {
		b.buf = nil
	}
	b.change.Broadcast()
	return n, nil
}

// end has Read return err once all was taken. The first call counts.
func (b *backlog) end(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil {
		b.err = err
	}
	b.change.Broadcast()
}
