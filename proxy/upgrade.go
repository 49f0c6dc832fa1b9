package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// switched observes a connection that left HTTP: both directions are recorded,
// and what the agent sends is on record before it goes on.
func (x *flow) switched(r *http.Request, resp *http.Response) (*http.Response, error) {
	x.commit()
	conn, ok := resp.Body.(io.ReadWriteCloser)
	if !ok {
		return x.empty(resp)
	}
	t := &tunnel{flow: x, conn: conn}
	x.body, resp.Body = t, t
	// The transport has given the connection away and does not watch ctx for it.
	t.unhook = context.AfterFunc(r.Context(), func() { _ = conn.Close() })
	return resp, nil
}

// tunnel is an upgraded connection to the agent.
type tunnel struct {
	flow *flow
	conn io.ReadWriteCloser
	once sync.Once
	// unhook stops conn from being closed when the call is cancelled.
	unhook func() bool
	mu     sync.Mutex
	got    int64
	err    error // how the agent's side ended
}

// Read hands on what the agent sent, once it is on record.
func (t *tunnel) Read(p []byte) (int, error) {
	n, err := t.conn.Read(p)
	if n > 0 {
		t.flow.tape.Write(wire.Response, t.flow.clock.Now(), p[:n], false)
		t.flow.commit()
	}
	t.mu.Lock()
	t.got += int64(n)
	if err != nil && t.err == nil {
		t.err = err
	}
	t.mu.Unlock()
	return n, err
}

// Write records what the client sent and passes it on.
func (t *tunnel) Write(p []byte) (int, error) {
	t.flow.tape.Write(wire.Request, t.flow.clock.Now(), p, false)
	t.flow.commit()
	return t.conn.Write(p)
}

// CloseWrite ends the client's side only.
func (t *tunnel) CloseWrite() error {
	if c, ok := t.conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return errors.New("the agent's connection cannot be closed on one side")
}

// Close ends both sides.
func (t *tunnel) Close() error {
	var err error
	t.once.Do(func() {
		t.mu.Lock()
		got, ended := t.got, t.err
		t.mu.Unlock()
		end := wire.End{At: t.flow.clock.Now(), Outcome: wire.ByAgent}
		switch {
		case ended == nil && t.flow.interrupted.Load() != nil:
			end.Outcome, end.Problem = t.flow.ended(net.ErrClosed, got, -1, false)
		case ended == nil:
			end.Outcome, end.Problem = wire.Cancelled, fmt.Sprintf("The client closed the connection after %d bytes from the agent.", got)
		case !errors.Is(ended, io.EOF):
			end.Outcome, end.Problem = t.flow.ended(ended, got, -1, false)
		}
		t.flow.tape.End(end)
		t.flow.commitEnd()
		t.unhook()
		err = t.conn.Close()
		t.flow.finished()
	})
	return err
}
