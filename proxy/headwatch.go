package proxy

import (
	"bufio"
	"net"
	"net/http"
	"sync"
)

// headWatch is a client's ResponseWriter that reports when the head is sent. The reverse proxy
// flushes the head of a response on a timer; a response that is aborted before that would have no
// head.
type headWatch struct {
	http.ResponseWriter
	once sync.Once
	sent chan struct{} // closed after the first flush

	mu   sync.Mutex
	conn net.Conn // the client's connection, after an upgrade
}

func (w *headWatch) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	c, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.conn = c
	return c, rw, err
}

// hangUp closes the connection of a client after an upgrade. in may be nil.
func (in *inbound) hangUp() {
	if in == nil {
		return
	}
	in.headSent.mu.Lock()
	defer in.headSent.mu.Unlock()
	if c := in.headSent.conn; c != nil {
		_ = c.Close() // it may be closed already
	}
}

func (w *headWatch) FlushError() error {
	err := http.NewResponseController(w.ResponseWriter).Flush()
	w.once.Do(func() { close(w.sent) })
	return err
}

// Unwrap lets http.ResponseController reach the underlying writer.
func (w *headWatch) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// awaitHead waits until the head of the response is sent, or the request ends. in may be nil.
func (in *inbound) awaitHead() {
	if in == nil {
		return
	}
	select {
	case <-in.headSent.sent:
	case <-in.request.Context().Done():
	}
}
