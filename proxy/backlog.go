package proxy

import "sync"

// backlog buffers one direction of a WebSocket until its gate reads it, up to a limit. Safe for concurrent use.
type backlog struct {
	mu     sync.Mutex
	change sync.Cond
	buf    []byte
	limit  int
	share  *budgetShare // counts buf
	err    error        // what Read returns at the end; once set, nothing more arrives
}

func newBacklog(limit int64, s *budgetShare) *backlog {
	b := &backlog{limit: int(limit), share: s}
	b.change.L = &b.mu
	return b
}

// Write appends p after blocking until there is room.
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

// Read blocks until there is data or the end.
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

// end makes Read return err once the buffer is empty. Only the first call counts.
func (b *backlog) end(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil {
		b.err = err
	}
	b.change.Broadcast()
}
