package proxy

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http/httptrace"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// agentConn is a connection to an agent that speaks HTTP/1 on it. It keeps the
// heads that come, and ends for net/http where the agent sends what belongs to no
// answer: read on, it would be taken for the answer to the next request.
type agentConn struct {
	net.Conn
	log        *slog.Logger
	firstWrite chan struct{} // closed when the first request is written, and by Close
	hasWritten atomic.Bool   // asked is closed
	hasSurplus bool          // something came that belongs to no answer; Read's own
	nextAnswer *answer       // of the request that is about to be written: net/http gives a connection to one at a time

	mu            sync.Mutex
	follower      follower
	currentAnswer *answer // of the latest request that was written
	atEOF         bool    // there is nothing more to read
}

// answer is what came on a connection in answer to one request. Its heads are
// complete before net/http hands on what it made of them; the lock of the
// connection guards the rest.
type answer struct {
	conn         *agentConn
	method       string
	tape         wire.Tape
	heads        [][]byte  // those that nobody has taken yet
	headBuf      [1][]byte // of heads: most answers have one
	flaw         string    // why net/http will not take the last of them
	hasBodyBytes bool      // some of its body came with its head
	surplus      []byte    // the beginning of what came after its end
	surplusTaken bool      // beyond was asked: what comes now is late
}

func newAgentConn(c net.Conn, log *slog.Logger) *agentConn {
	a := &agentConn{Conn: c, log: log, firstWrite: make(chan struct{})}
	a.follower.onHead = a.addHead
	return a
}

// watchConn has the connection that a request will be written on keep its answer. The
// trace is the request's own.
func (x *flow) watchConn(trace *httptrace.ClientTrace) {
	trace.GotConn = func(info httptrace.GotConnInfo) {
		x.agentAnswer = nil // an attempt before this one got no answer
		if c, ok := info.Conn.(*agentConn); ok {
			x.agentAnswer = c.expectAnswer(x.method, x.tape)
		}
	}
}

// expectAnswer is called before a request is written.
func (c *agentConn) expectAnswer(method string, tape wire.Tape) *answer {
	c.nextAnswer = &answer{conn: c, method: method, tape: tape}
	c.nextAnswer.heads = c.nextAnswer.headBuf[:0]
	return c.nextAnswer
}

// Write writes a part of a request.
func (c *agentConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	if c.nextAnswer != nil {
		c.currentAnswer, c.nextAnswer = c.nextAnswer, nil
		c.follower.phase, c.follower.head, c.follower.line = phaseHead, nil, 0
	}
	c.mu.Unlock()
	c.allowRead()
	return c.Conn.Write(p)
}

// allowRead lets Read begin.
func (c *agentConn) allowRead() {
	if c.hasWritten.CompareAndSwap(false, true) {
		close(c.firstWrite)
	}
}

// Read reads what the agent sends, once it was asked: what comes before is its
// answer to the first request, however early.
func (c *agentConn) Read(p []byte) (int, error) {
	if !c.hasWritten.Load() {
		<-c.firstWrite
	}
	if c.hasSurplus {
		return 0, io.EOF
	}
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.atEOF = err != nil; n <= 0 {
		return n, err
	}
	k := c.follower.feed(p[:n])
	switch {
	case c.follower.phase == phaseUnsure: // read on, what follows could be taken for another answer
		c.hasSurplus = true
		return k, nil
	case k < n:
		c.addSurplus(p[k:n], k == 0)
		if n, err = k, nil; k == 0 {
			return 0, io.EOF
		}
	}
	return n, err
}

// addHead takes in a head. The lock is held.
func (c *agentConn) addHead(head []byte) {
	if len(head) >= maxHeadBytes { // not all of it is known, nor where its message ends
		c.follower.phase, c.currentAnswer.flaw = phaseUnsure, fmt.Sprintf("it is longer than %d KB", maxHeadBytes>>10)
	} else {
		_, c.currentAnswer.flaw = c.follower.beginResponse(head, c.currentAnswer.method)
	}
	c.currentAnswer.heads, c.currentAnswer.hasBodyBytes = append(c.currentAnswer.heads, head), c.follower.bodyBytes > 0
}

// addSurplus keeps the beginning of what belongs to no answer. alone says that it came
// by itself, perhaps long after the answer. The lock is held.
func (c *agentConn) addSurplus(p []byte, alone bool) {
	c.hasSurplus = true
	if c.currentAnswer == nil {
		return
	}
	kept := bytes.Clone(p[:min(len(p), wire.MaxSurplusBytes)])
	if c.currentAnswer.surplusTaken {
		c.currentAnswer.tape.WriteSurplus(kept, surplusProblem(kept))
	} else {
		c.currentAnswer.surplus = kept
	}
	if alone {
		c.log.Warn("the agent sent bytes that belong to no answer; the connection is closed",
			"agent", c.RemoteAddr().String(), "after", c.currentAnswer.tape.ID(), "bytes", len(p))
	}
}

// Close closes the connection.
func (c *agentConn) Close() error {
	c.allowRead()
	return c.Conn.Close()
}

// CloseWrite ends the client's side only.
func (c *agentConn) CloseWrite() error {
	if w, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return w.CloseWrite()
	}
	return errors.New("the agent's connection cannot be closed on one side")
}

// takeHead takes the next head, nil when none is at hand. a may be nil, as for the
// methods below.
func (a *answer) takeHead() []byte {
	if a == nil {
		return nil
	}
	a.conn.mu.Lock()
	defer a.conn.mu.Unlock()
	if len(a.heads) == 0 {
		return nil
	}
	h := a.heads[0]
	a.heads = a.heads[1:]
	return h
}

// takeUnread is what came, as far as it was kept, of an answer that net/http could not
// read, and why.
func (a *answer) takeUnread() (raw []byte, flaw string) {
	if a == nil {
		return nil, ""
	}
	a.conn.mu.Lock()
	defer a.conn.mu.Unlock()
	if a.conn.currentAnswer == a && len(a.conn.follower.head) > 0 {
		return bytes.Clone(a.conn.follower.head), a.flaw
	}
	return bytes.Join(a.heads, nil), a.flaw
}

// isBroken reports that the connection ended.
func (a *answer) isBroken() bool {
	a.conn.mu.Lock()
	defer a.conn.mu.Unlock()
	return a.conn.atEOF
}

// rejectReason is why an answer is not passed on, though net/http has read its head:
// where it ends is not sure. It is "" for a good one.
func (a *answer) rejectReason() string {
	if a == nil {
		return ""
	}
	a.conn.mu.Lock()
	defer a.conn.mu.Unlock()
	return a.flaw
}

// hasBody reports whether some of the body came with the head.
func (a *answer) hasBody() bool {
	if a == nil {
		return false
	}
	a.conn.mu.Lock()
	defer a.conn.mu.Unlock()
	return a.hasBodyBytes
}

// takeSurplus is what came after the end of the answer. What comes after it was asked
// for goes to the tape by itself.
func (a *answer) takeSurplus() []byte {
	if a == nil {
		return nil
	}
	a.conn.mu.Lock()
	defer a.conn.mu.Unlock()
	a.surplusTaken = true
	return a.surplus
}

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// dialRecordingHeads dials connections that keep the heads that come on them.
func dialRecordingHeads(dial dialFunc, log *slog.Logger) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return newAgentConn(c, log), nil
	}
}

// dialTLSRecordingHeads is dialRecordingHeads with TLS, where HTTP/1 is agreed on. within bounds the
// handshake.
func dialTLSRecordingHeads(dial dialFunc, own *tls.Config, within time.Duration, log *slog.Logger) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		config := own.Clone()
		if config == nil {
			config = new(tls.Config)
		}
		if config.ServerName == "" {
			config.ServerName, _, _ = net.SplitHostPort(address)
		}
		config.NextProtos = []string{"h2", "http/1.1"}
		ctx, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		t := tls.Client(c, config)
		if err := t.HandshakeContext(ctx); err != nil {
			_ = c.Close() // the handshake says it all
			return nil, fmt.Errorf("TLS handshake: %w", err)
		}
		if t.ConnectionState().NegotiatedProtocol == "h2" {
			return t, nil
		}
		return newAgentConn(t, log), nil
	}
}
