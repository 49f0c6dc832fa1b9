// Package unused closes the connections of clients on which nothing has come yet,
// so that a server that is shut down does not wait for them.
package unused

import (
	"net"
	"net/http"
	"sync"
)

// Conns holds the connections of clients on which nothing has come yet. A client
// may open one ahead of its calls; http.Server.Shutdown waits for five seconds for
// such a one. Safe for concurrent use.
type Conns struct {
	mu      sync.Mutex
	conns   map[net.Conn]bool
	closing bool
}

// State is an http.Server's ConnState.
func (u *Conns) State(c net.Conn, s http.ConnState) {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case s != http.StateNew:
		delete(u.conns, c)
	case u.closing:
		_ = c.Close() // it ends nothing
	default:
		if u.conns == nil {
			u.conns = map[net.Conn]bool{}
		}
		u.conns[c] = true
	}
}

// Close closes them, and those that come from now on.
func (u *Conns) Close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closing = true
	for c := range u.conns {
		_ = c.Close() // it ends nothing
	}
}
