package proxy

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
)

// clientListener accepts connections that keep the heads of requests.
type clientListener struct {
	net.Listener
	unread func(head []byte, status, at string) // called for requests that the server rejects
}

func (l clientListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if t, ok := c.(*net.TCPConn); ok {
		own := newClientConn(t)
		own.unread = l.unread
		return own, nil
	}
	return c, nil
}

// clientConn is a client's connection to the tap. It keeps the heads of HTTP/1 requests as they
// arrived.
type clientConn struct {
	*net.TCPConn // not just a net.Conn: the server closes one side at a time
	unread       func(head []byte, status, at string)

	mu       sync.Mutex
	follower follower
	heads    [][]byte // of requests that no handler has seen yet
}

func newClientConn(t *net.TCPConn) *clientConn {
	c := &clientConn{TCPConn: t}
	c.follower = follower{phase: phaseHead, idle: phaseHead, onHead: func(head []byte) {
		if len(head) <= 2 { // net/http skips line ends before a request
			return
		}
		if len(head) >= maxHeadBytes { // the head is not completely known
			c.follower.phase = phaseUntilEOF
			return
		}
		c.follower.beginRequest(head)
		c.heads = append(c.heads, head)
	}}
	return c
}

func (c *clientConn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	if n > 0 {
		c.mu.Lock()
		c.follower.feed(p[:n])
		c.mu.Unlock()
	}
	return n, err
}

type clientConnKey struct{}

// withClientConn is the ConnContext of a server.
func withClientConn(ctx context.Context, c net.Conn) context.Context {
	if own, ok := c.(*clientConn); ok {
		return context.WithValue(ctx, clientConnKey{}, own)
	}
	return ctx
}

// requestHead takes the head of a request as it arrived, nil if it is not available, as over
// HTTP/2. Each request's handler must call it once, because the server calls handlers in the order
// of requests.
func requestHead(r *http.Request) []byte {
	if r.ProtoMajor != 1 {
		return nil
	}
	c, ok := r.Context().Value(clientConnKey{}).(*clientConn)
	if !ok {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.heads) == 0 {
		return nil
	}
	h := c.heads[0]
	c.heads = slices.Delete(c.heads, 0, 1)
	return h
}
