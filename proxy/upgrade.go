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

// passUpgrade observes a connection after an upgrade: it records both directions, and what the agent sends is
// on record before it is forwarded.
func (x *flow) passUpgrade(r *http.Request, resp *http.Response) (*http.Response, error) {
	if r.Header.Get("Upgrade") == "" {
		return nil, x.endWith(resp, newFlawFailure(x.tap.origin, "its status is 101, and the request did not ask to switch protocols"))
	}
	x.commit()
	conn, ok := resp.Body.(io.ReadWriteCloser)
	if !ok {
		return x.passHeadOnly(resp)
	}
	if s := x.responseRunner(); s != nil {
		resp.Header = resp.Header.Clone()
		if err := x.gateHead(s, resp); err != nil {
			gone := s.ctx.Err() != nil
			_ = conn.Close() // no one receives it
			return nil, x.endWithoutHead(s.endOf(err, wire.End{}, gone))
		}
		x.commit()
	}
	t := &tunnel{flow: x, conn: conn}
	x.gateSocket(t, resp)
	x.body, resp.Body = t, t
	// The transport has handed over the connection and no longer watches ctx for it.
	t.unhook = context.AfterFunc(r.Context(), func() { _ = conn.Close() })
	return resp, nil
}

// tunnel is a connection to the agent after an upgrade.
type tunnel struct {
	flow *flow
	conn io.ReadWriteCloser
	once sync.Once
	// unhook stops conn from being closed when the call is cancelled.
	unhook   func() bool
	mu       sync.Mutex
	received int64
	err      error // how the agent's side ended

	lanes *lanes // nil if there is no gate
}

// Read returns what the agent sent, once it is on record.
func (t *tunnel) Read(p []byte) (int, error) {
	if t.lanes != nil && t.lanes.toClient != nil {
		return t.lanes.toClient.Read(p)
	}
	return t.receive(p)
}

// receive reads from the agent and puts what it read on record.
func (t *tunnel) receive(p []byte) (int, error) {
	n, err := t.conn.Read(p)
	if n > 0 {
		t.flow.tape.Write(wire.Response, t.flow.clock.Now(), p[:n], false)
		t.flow.commit()
	}
	t.mu.Lock()
	t.received += int64(n)
	if err != nil && t.err == nil {
		t.err = err
	}
	t.mu.Unlock()
	if err != nil {
		t.lanes.closeUp()
	}
	return n, err
}

// Write records what the client sent and forwards it.
func (t *tunnel) Write(p []byte) (int, error) {
	t.flow.tape.Write(wire.Request, t.flow.clock.Now(), p, false)
	t.flow.commit()
	if t.lanes != nil && t.lanes.up != nil {
		return t.lanes.up.backlog.Write(p)
	}
	return t.conn.Write(p)
}

// CloseWrite ends the direction to the agent.
func (t *tunnel) CloseWrite() error {
	if t.lanes == nil {
		return t.closeWrite()
	}
	t.lanes.closeBoth()
	if t.lanes.up != nil { // the lane closes it when everything is sent
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

func (t *tunnel) Close() error {
	var err error
	t.once.Do(func() {
		at := t.flow.clock.Now()
		t.mu.Lock()
		got, ended := t.received, t.err
		t.mu.Unlock()
		if t.lanes != nil {
			_ = t.conn.Close()
			t.lanes.stop()
		}
		end := t.endOf(got, ended)
		end.At = at
		t.flow.end(end)
		t.flow.commitEnd()
		t.unhook()
		err = t.conn.Close()
		t.flow.finish()
	})
	return err
}

// endOf returns how a connection ended after the agent had sent got bytes. err is the error that
// ended the agent's side, nil if it had not ended.
func (t *tunnel) endOf(got int64, err error) (end wire.End) {
	how := t.lanes.socketEnd()
	end.Outcome = wire.ByAgent
	switch {
	case how.reason != "":
		end.Outcome, end.Problem = wire.Interrupted, how.reason
		return end
	case err == nil && t.flow.interrupted.Load() != nil:
		end.Outcome, end.Problem = t.flow.bodyOutcome(net.ErrClosed, got, -1)
	case err == nil, how.clientLeft && (how.messageLost || !errors.Is(err, io.EOF)):
		end.Outcome, end.Problem = wire.Cancelled, fmt.Sprintf("The client closed the connection after %d bytes from the agent.", got)
	case !errors.Is(err, io.EOF):
		end.Outcome, end.Problem = t.flow.bodyOutcome(err, got, -1)
	case how.messageLost:
		end.Problem = "The agent closed the connection."
	}
	if how.messageLost {
		end.Problem += " A rule held a message, which was not forwarded."
	}
	return end
}
