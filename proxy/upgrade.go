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
	if r.Header.Get("Upgrade") == "" {
		return nil, x.instead(resp, flawed(x.tap.origin, "its status is 101, and the request did not ask to switch protocols"))
	}
	x.commit()
	conn, ok := resp.Body.(io.ReadWriteCloser)
	if !ok {
		return x.headOnly(resp)
	}
	if s := x.response(); s != nil {
		resp.Header = resp.Header.Clone()
		if err := x.gateHead(s, resp); err != nil {
			gone := s.ctx.Err() != nil
			_ = conn.Close() // nobody is given it
			return nil, x.headless(s.ending(err, wire.End{}, gone))
		}
		x.commit()
	}
	t := &tunnel{flow: x, conn: conn}
	x.gateSocket(t, resp)
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

	gates *lanes // nil without a gate
}

// Read hands on what the agent sent, once it is on record.
func (t *tunnel) Read(p []byte) (int, error) {
	if t.gates != nil && t.gates.sent != nil {
		return t.gates.sent.Read(p)
	}
	return t.receive(p)
}

// receive reads what the agent sends and puts it on record.
func (t *tunnel) receive(p []byte) (int, error) {
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
	if err != nil {
		t.gates.agentLeft()
	}
	return n, err
}

// Write records what the client sent and passes it on.
func (t *tunnel) Write(p []byte) (int, error) {
	t.flow.tape.Write(wire.Request, t.flow.clock.Now(), p, false)
	t.flow.commit()
	if t.gates != nil && t.gates.up != nil {
		return t.gates.up.came.Write(p)
	}
	return t.conn.Write(p)
}

// CloseWrite ends the client's side only.
func (t *tunnel) CloseWrite() error {
	if t.gates == nil {
		return t.closeWrite()
	}
	t.gates.clientLeft()
	if t.gates.up != nil { // which closes it when all is sent
		return nil
	}
	return t.closeWrite()
}

func (t *tunnel) closeWrite() error {
	if c, ok := t.conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return errors.New("the agent's connection cannot be closed on one side")
}

// Close ends both sides.
func (t *tunnel) Close() error {
	var err error
	t.once.Do(func() {
		at := t.flow.clock.Now()
		t.mu.Lock()
		got, ended := t.got, t.err
		t.mu.Unlock()
		if t.gates != nil {
			_ = t.conn.Close()
			t.gates.stop()
		}
		end := t.ending(got, ended)
		end.At = at
		t.flow.end(end)
		t.flow.commitEnd()
		t.unhook()
		err = t.conn.Close()
		t.flow.finished()
	})
	return err
}

// ending says how a connection ended on which the agent's side had sent got bytes and
// then ended with err, nil where it had not ended.
func (t *tunnel) ending(got int64, err error) (end wire.End) {
	how := t.gates.ended()
	end.Outcome = wire.ByAgent
	switch {
	case how.broke != "":
		end.Outcome, end.Problem = wire.Interrupted, how.broke
		return end
	case err == nil && t.flow.interrupted.Load() != nil:
		end.Outcome, end.Problem = t.flow.ended(net.ErrClosed, got, -1)
	case err == nil, how.left && (how.lost || !errors.Is(err, io.EOF)):
		end.Outcome, end.Problem = wire.Cancelled, fmt.Sprintf("The client closed the connection after %d bytes from the agent.", got)
	case !errors.Is(err, io.EOF):
		end.Outcome, end.Problem = t.flow.ended(err, got, -1)
	case how.lost:
		end.Problem = "The agent closed the connection."
	}
	if how.lost {
		end.Problem += " A rule held a message, which was not sent on."
	}
	return end
}
