package proxy

import (
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// lane is a gated direction of a WebSocket: what arrives waits for the gate, which forwards it.
type lane struct {
	runner  *gateRunner
	backlog *backlog
}

// lanes are the gated directions of a tunnel; a direction without a gate is nil.
type lanes struct {
	up, down *lane
	toClient *io.PipeReader // what the gate of down sends
	running  sync.WaitGroup
	mu       sync.Mutex
	end      socketEnd
}

// socketEnd is how a gated WebSocket ended.
type socketEnd struct {
	reason      string // message of the rule that aborted it
	clientLeft  bool
	messageLost bool // a message was held, and will not be sent
}

// errClientLeft makes gates stop waiting when the client has disconnected.
var errClientLeft = errors.New("the client's connection ended")

// gateSocket puts the gates of a WebSocket into its tunnel.
func (x *flow) gateSocket(t *tunnel, resp *http.Response) {
	if x.intervention == nil || x.intervention.request == nil && x.intervention.response == nil || wire.FramingOf(resp.Header) != wire.WebSocket {
		return
	}
	g := &lanes{}
	t.lanes = g
	limit := x.tap.opts.ReadAhead
	if s := x.intervention.request; s != nil {
		g.up = &lane{s, newBacklog(limit, &s.share)}
		s.encode, s.recordsSent = new(masker).mask, true
		s.forward = func(p []byte) error {
			_, err := t.conn.Write(p)
			return err
		}
		g.running.Go(func() { t.pumpUp() })
	}
	if s := x.intervention.response; s != nil {
		s.splitter = wire.NewSplitter(wire.WebSocket, wire.MaxGateFrame)
		g.down = &lane{s, newBacklog(limit, &s.share)}
		r, w, unhook := s.pipe()
		g.toClient = r
		g.running.Go(func() { t.pump() })
		g.running.Go(func() { t.pumpDown(w, unhook) })
	}
}

// pumpUp passes what the client sends through its gate.
func (t *tunnel) pumpUp() {
	err := t.lanes.up.runner.run(t.lanes.up.backlog)
	if errors.Is(err, io.EOF) {
		_ = t.closeWrite() // the agent may be gone
		return
	}
	t.lanes.noteEnd(err, "connection")
	_ = t.conn.Close()
	t.flow.in.hangUp()
}

// pump reads from the agent ahead of the gate.
func (t *tunnel) pump() {
	buf := make([]byte, gateReadSize)
	for {
		n, err := t.receive(buf)
		if n > 0 {
			if _, full := t.lanes.down.backlog.Write(buf[:n]); full != nil {
				return
			}
		}
		if err == nil {
			continue
		}
		t.lanes.down.backlog.end(err)
		if !errors.Is(err, io.EOF) {
			t.lanes.down.runner.cancelWait(errAgentLeft)
		}
		return
	}
}

// pumpDown passes what the agent sends through its gate.
func (t *tunnel) pumpDown(w *io.PipeWriter, unhook func() bool) {
	err := t.lanes.down.runner.run(t.lanes.down.backlog)
	unhook()
	if !errors.Is(err, io.EOF) {
		t.lanes.noteEnd(err, "connection")
	}
	_ = w.CloseWithError(err)
}

// noteEnd records why a direction ended with err: a rule aborted it, or a side disconnected, in
// which case what was held is not sent.
func (g *lanes) noteEnd(err error, what string) {
	gone := false
	for _, l := range []*lane{g.up, g.down} {
		gone = gone || l != nil && l.runner.waitCtx.Err() != nil
	}
	var off *wire.AbortError
	var held *gateError
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case gone && !errors.As(err, &off):
		g.end.messageLost = g.end.messageLost || errors.As(err, &held)
	case g.end.reason == "":
		g.end.reason = abortMessage(err, what)
	}
}

func (g *lanes) socketEnd() socketEnd {
	if g == nil {
		return socketEnd{}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.end
}

// closeUp makes the gate to the agent stop waiting.
func (g *lanes) closeUp() {
	if g != nil && g.up != nil {
		g.up.runner.cancelWait(errAgentLeft)
	}
}

// closeBoth makes both gates stop waiting. What does not wait continues.
func (g *lanes) closeBoth() {
	g.mu.Lock()
	g.end.clientLeft = true
	g.mu.Unlock()
	if g.down != nil {
		g.down.runner.cancelWait(errClientLeft)
	}
	if g.up != nil {
		g.up.runner.cancelWait(errClientLeft)
		g.up.backlog.end(io.EOF)
	}
}

// stop ends both directions and waits for them. The agent's connection must be closed.
func (g *lanes) stop() {
	for _, l := range []*lane{g.up, g.down} {
		if l != nil {
			l.runner.cancel()
			l.backlog.end(io.ErrClosedPipe)
		}
	}
	g.running.Wait()
}
