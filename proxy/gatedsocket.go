package proxy

import (
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// lane is a gated direction of a WebSocket: what came waits for the gate, which sends
// it on.
type lane struct {
	stage *stage
	came  *backlog
}

// lanes are the gated directions of a tunnel; one without a gate is nil.
type lanes struct {
	up, down *lane
	sent     *io.PipeReader // what the gate of down sends, to the client
	running  sync.WaitGroup
	mu       sync.Mutex
	how      socketEnd
}

// socketEnd is how a gated WebSocket ended.
type socketEnd struct {
	broke string // what a rule broke it off with
	left  bool   // the client left
	lost  bool   // a message was held, and is not sent on
}

// errClientLeft ends what waits to be sent on.
var errClientLeft = errors.New("the client's connection ended")

// gateSocket puts the gates of a WebSocket into its tunnel.
func (x *flow) gateSocket(t *tunnel, resp *http.Response) {
	if x.by == nil || x.by.request == nil && x.by.response == nil || wire.FramingOf(resp.Header) != wire.WebSocket {
		return
	}
	g := &lanes{}
	t.gates = g
	limit := x.tap.opts.ReadAhead
	if s := x.by.request; s != nil {
		g.up = &lane{s, newBacklog(limit, &s.share)}
		s.shape, s.record = new(masker).mask, true
		s.to = func(p []byte) error {
			_, err := t.conn.Write(p)
			return err
		}
		g.running.Go(func() { t.upward() })
	}
	if s := x.by.response; s != nil {
		s.cut = wire.NewSplitter(wire.WebSocket, wire.GateFrame)
		g.down = &lane{s, newBacklog(limit, &s.share)}
		r, w, unhook := s.pipe()
		g.sent = r
		g.running.Go(func() { t.pump() })
		g.running.Go(func() { t.downward(w, unhook) })
	}
}

// upward takes what the client sends through its gate.
func (t *tunnel) upward() {
	err := t.gates.up.stage.pass(t.gates.up.came)
	if errors.Is(err, io.EOF) {
		_ = t.closeWrite() // an agent that is gone needs none
		return
	}
	t.gates.breakOff(err, "connection")
	_ = t.conn.Close()
	t.flow.in.hangUp()
}

// pump reads from the agent ahead of the gate.
func (t *tunnel) pump() {
	buf := make([]byte, gateRead)
	for {
		n, err := t.receive(buf)
		if n > 0 {
			if _, full := t.gates.down.came.Write(buf[:n]); full != nil {
				return
			}
		}
		if err == nil {
			continue
		}
		t.gates.down.came.end(err)
		if !errors.Is(err, io.EOF) {
			t.gates.down.stage.giveUp(errAgentLeft)
		}
		return
	}
}

// downward takes what the agent sends through its gate.
func (t *tunnel) downward(w *io.PipeWriter, unhook func() bool) {
	err := t.gates.down.stage.pass(t.gates.down.came)
	unhook()
	if !errors.Is(err, io.EOF) {
		t.gates.breakOff(err, "connection")
	}
	_ = w.CloseWithError(err)
}

// breakOff notes why a direction ended with err: a rule broke it off, or what waited in
// it is not sent on since somebody left.
func (g *lanes) breakOff(err error, what string) {
	gone := false
	for _, l := range []*lane{g.up, g.down} {
		gone = gone || l != nil && l.stage.waits.Err() != nil
	}
	var off *wire.BrokenOff
	var held *gateError
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case gone && !errors.As(err, &off):
		g.how.lost = g.how.lost || errors.As(err, &held)
	case g.how.broke == "":
		g.how.broke = brokenOff(err, what)
	}
}

// ended is how the connection ended.
func (g *lanes) ended() socketEnd {
	if g == nil {
		return socketEnd{}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.how
}

// agentLeft ends what waits to be sent to the agent.
func (g *lanes) agentLeft() {
	if g != nil && g.up != nil {
		g.up.stage.giveUp(errAgentLeft)
	}
}

// clientLeft ends what waits to be sent, in either direction. What does not wait goes on.
func (g *lanes) clientLeft() {
	g.mu.Lock()
	g.how.left = true
	g.mu.Unlock()
	if g.down != nil {
		g.down.stage.giveUp(errClientLeft)
	}
	if g.up != nil {
		g.up.stage.giveUp(errClientLeft)
		g.up.came.end(io.EOF)
	}
}

// stop ends both directions and waits for them. The agent's connection is closed.
func (g *lanes) stop() {
	for _, l := range []*lane{g.up, g.down} {
		if l != nil {
			l.stage.cancel()
			l.came.end(io.ErrClosedPipe)
		}
	}
	g.running.Wait()
}
