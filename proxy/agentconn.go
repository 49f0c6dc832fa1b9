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

// agentConn is an HTTP/1 connection to an agent. It keeps the heads that arrive. When the agent sends bytes
// that belong to no response, it reports EOF to net/http, which would otherwise take them for the response to
// the next request.
type agentConn struct {
	net.Conn
	log        *slog.Logger
	firstWrite chan struct{} // closed when the first request is written, and by Close
	hasWritten atomic.Bool   // firstWrite is closed
	hasSurplus bool          // bytes arrived that belong to no response; used by Read only
	nextAnswer *answer       // for the request about to be written: net/http gives a connection to one request at a time

	mu            sync.Mutex
	follower      follower
	currentAnswer *answer // for the last request written
	atEOF         bool
}

// answer is what arrived on a connection in response to one request. Its heads are complete before net/http
// returns the response that it made from them; the connection's lock guards the rest.
type answer struct {
	conn         *agentConn
	method       string
	tape         wire.Tape
	heads        [][]byte  // not taken yet
	headBuf      [1][]byte // backing array of heads: most responses have one
	flaw         string    // why the response must not be forwarded; "" for none
	hasBodyBytes bool      // part of the body arrived with the head
	surplus      []byte    // beginning of what followed the response
	surplusTaken bool      // takeSurplus was called: what arrives now is late
}

func newAgentConn(c net.Conn, log *slog.Logger) *agentConn {
	a := &agentConn{Conn: c, log: log, firstWrite: make(chan struct{})}
	a.follower.onHead = a.addHead
	return a
}

// watchConn makes the connection that carries the request report to x.agentAnswer. trace must
// belong to this request alone.
func (x *flow) watchConn(trace *httptrace.ClientTrace) {
	trace.GotConn = func(info httptrace.GotConnInfo) {
		x.agentAnswer = nil // an earlier attempt got no response
		if c, ok := info.Conn.(*agentConn); ok {
			x.agentAnswer = c.expectAnswer(x.method, x.tape)
		}
	}
}

// expectAnswer returns the answer to the next request. Call it before that request is written.
func (c *agentConn) expectAnswer(method string, tape wire.Tape) *answer {
	c.nextAnswer = &answer{conn: c, method: method, tape: tape}
	c.nextAnswer.heads = c.nextAnswer.headBuf[:0]
	return c.nextAnswer
}

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

func (c *agentConn) allowRead() {
	if c.hasWritten.CompareAndSwap(false, true) {
		close(c.firstWrite)
	}
}

// Read blocks until the first request is written, so that whatever the agent sends earlier counts
// as the response to that request.
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
	case c.follower.phase == phaseUnsure: // reading on could take what follows for another response
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

// addHead receives a head. The lock is held.
func (c *agentConn) addHead(head []byte) {
	if len(head) >= maxHeadBytes { // the head is not completely known, nor is the end of its message
		c.follower.phase, c.currentAnswer.flaw = phaseUnsure, fmt.Sprintf("it is longer than %d KiB", maxHeadBytes>>10)
	} else {
		_, c.currentAnswer.flaw = c.follower.beginResponse(head, c.currentAnswer.method)
	}
	c.currentAnswer.heads, c.currentAnswer.hasBodyBytes = append(c.currentAnswer.heads, head), c.follower.bodyBytes > 0
}

// addSurplus keeps the beginning of bytes that belong to no response. alone means that they arrived by
// themselves, perhaps long after the response. The lock is held.
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
		c.log.Warn("the agent sent bytes that do not belong to a response; the connection is closed",
			"agent", c.RemoteAddr().String(), "after", c.currentAnswer.tape.ID(), "bytes", len(p))
	}
}

func (c *agentConn) Close() error {
	c.allowRead()
	return c.Conn.Close()
}

func (c *agentConn) CloseWrite() error {
	if w, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return w.CloseWrite()
	}
	return errors.New("the agent's connection cannot be closed on one side")
}

// takeHead takes the next head, nil if there is none. a may be nil here and in the methods below, except isBroken.
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

// takeUnread returns what was kept of a response that net/http could not read, and why it could not.
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

func (a *answer) isBroken() bool {
	a.conn.mu.Lock()
	defer a.conn.mu.Unlock()
	return a.conn.atEOF
}

// rejectReason returns why a response must not be forwarded although net/http has read its head:
// its end is uncertain. It returns "" for a good response.
func (a *answer) rejectReason() string {
	if a == nil {
		return ""
	}
	a.conn.mu.Lock()
	defer a.conn.mu.Unlock()
	return a.flaw
}

// hasBody reports whether part of the body arrived with the head.
func (a *answer) hasBody() bool {
	if a == nil {
		return false
	}
	a.conn.mu.Lock()
	defer a.conn.mu.Unlock()
	return a.hasBodyBytes
}

// takeSurplus returns what followed the end of the response. Bytes that arrive after the call go directly to
// the tape.
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

// dialRecordingHeads wraps dial so that its connections keep the heads that arrive.
func dialRecordingHeads(dial dialFunc, log *slog.Logger) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return newAgentConn(c, log), nil
	}
}

// dialTLSRecordingHeads is dialRecordingHeads with TLS; a connection that negotiates HTTP/2 is
// returned as it is. The parameter within bounds the handshake.
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
			_ = c.Close() // the handshake error says it all
			return nil, fmt.Errorf("TLS handshake: %w", err)
		}
		if t.ConnectionState().NegotiatedProtocol == "h2" {
			return t, nil
		}
		return newAgentConn(t, log), nil
	}
}
