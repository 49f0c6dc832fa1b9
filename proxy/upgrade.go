package proxy

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// switched observes a connection that left HTTP: both directions are recorded,
// and what the agent sends is on record before it goes on.
func (x *flow) switched(resp *http.Response) (*http.Response, error) {
	_ = x.tape.Commit(x.ctx)
	conn, ok := resp.Body.(io.ReadWriteCloser)
	if !ok {
		return x.empty(resp)
	}
	t := &tunnel{flow: x, conn: conn}
	x.body, resp.Body = t, t
	return resp, nil
}

// tunnel is an upgraded connection to the agent.
type tunnel struct {
	flow *flow
	conn io.ReadWriteCloser
	once sync.Once
	mu   sync.Mutex
	got  int64
	err  error // how the agent's side ended
}

// Read hands on what the agent sent, once it is on record.
func (t *tunnel) Read(p []byte) (int, error) {
	n, err := t.conn.Read(p)
	if n > 0 {
		t.flow.tape.Write(wire.Response, time.Now(), p[:n], false)
		_ = t.flow.tape.Commit(t.flow.ctx)
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
	t.flow.tape.Write(wire.Request, time.Now(), p, false)
	_ = t.flow.tape.Commit(t.flow.ctx)
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
		end := wire.End{At: time.Now(), Outcome: wire.ByAgent}
		switch {
		case ended == nil:
			end.Outcome, end.Problem = wire.Cancelled, fmt.Sprintf("The client closed the connection after %d bytes from the agent.", got)
		case !errors.Is(ended, io.EOF):
			end.Outcome, end.Problem = t.flow.ended(ended, got, -1, false)
		}
		t.flow.tape.End(end)
		_ = t.flow.tape.Commit(t.flow.ctx)
		err = t.conn.Close()
		t.flow.cancel()
	})
	return err
}
