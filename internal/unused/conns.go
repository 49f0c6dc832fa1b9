// Package unused closes client connections on which no request has arrived, so that a server's shutdown does
// not wait for them.
package unused

import (
	"net"
	"net/http"
	"sync"
)

// Conns tracks client connections on which no request has arrived. A client may open one ahead of its calls,
// and http.Server.Shutdown waits five seconds for it. Safe for concurrent use.
type Conns struct {
	mu      sync.Mutex
	conns   map[net.Conn]bool
	closing bool
}

// State tracks a connection's state. Set it as the ConnState of an http.Server.
func (u *Conns) State(c net.Conn, s http.ConnState) {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case s != http.StateNew:
		delete(u.conns, c)
	case u.closing:
		_ = c.Close() // no request is lost
	default:
		if u.conns == nil {
			u.conns = map[net.Conn]bool{}
		}
		u.conns[c] = true
	}
}

// Close closes the tracked connections, and new ones as they arrive.
func (u *Conns) Close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closing = true
	for c := range u.conns {
		_ = c.Close() // no request is lost
	}
}
