package proxy_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// lan is an in-memory network. Waiting on it is durably blocking in a synctest bubble, so that times are
// those of the bubble's clock.
type lan struct {
	mu    sync.Mutex
	ports map[string]*lanPort
	room  int // bytes that each direction of a connection buffers before a write blocks, 0 for unlimited
}

func newLAN() *lan { return &lan{ports: map[string]*lanPort{}} }

// listen opens a port. address is an IP address and a port number.
func (l *lan) listen(address string) net.Listener {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := &lanPort{at: lanAddr(address), calls: make(chan net.Conn), closed: make(chan struct{})}
	l.ports[address] = p
	return p
}

func (l *lan) dial(ctx context.Context, network, address string) (net.Conn, error) {
	l.mu.Lock()
	p := l.ports[address]
	l.mu.Unlock()
	if p == nil {
		return nil, fmt.Errorf("dial %s: %w", address, syscall.ECONNREFUSED)
	}
	to, from := newPipe(), newPipe()
	to.room, from.room = l.room, l.room
	client := &lanConn{in: from, out: to, own: lanAddr("127.0.0.1:50000"), peer: p.at}
	server := &lanConn{in: to, out: from, own: p.at, peer: client.own}
	select {
	case p.calls <- server:
		return client, nil
	case <-p.closed:
		return nil, fmt.Errorf("dial %s: %w", address, syscall.ECONNREFUSED)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func lanAddr(address string) net.Addr {
	a, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		panic(err)
	}
	return a
}

type lanPort struct {
	at     net.Addr
	calls  chan net.Conn
	once   sync.Once
	closed chan struct{}
}

func (p *lanPort) Addr() net.Addr { return p.at }

func (p *lanPort) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *lanPort) Accept() (net.Conn, error) {
	select {
	case c := <-p.calls:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// lanConn is an end of a connection. With room 0, writing to it never blocks.
type lanConn struct {
	in, out   *pipe
	own, peer net.Addr
}

func (c *lanConn) Read(p []byte) (int, error)         { return c.in.read(p) }
func (c *lanConn) Write(p []byte) (int, error)        { return c.out.write(p) }
func (c *lanConn) LocalAddr() net.Addr                { return c.own }
func (c *lanConn) RemoteAddr() net.Addr               { return c.peer }
func (c *lanConn) SetReadDeadline(t time.Time) error  { c.in.readUntil(t); return nil }
func (c *lanConn) SetWriteDeadline(t time.Time) error { return nil }
func (c *lanConn) SetDeadline(t time.Time) error      { return c.SetReadDeadline(t) }
func (c *lanConn) CloseWrite() error                  { c.out.end(false); return nil }

func (c *lanConn) Close() error {
	c.in.end(true)
	c.out.end(false)
	return nil
}

// pipe is a direction of a connection.
type pipe struct {
	mu    sync.Mutex
	moved *sync.Cond
	data  []byte
	ended bool // the writer ended it
	shut  bool // the reader ended it
	until time.Time
	room  int
}

func newPipe() *pipe {
	p := &pipe{}
	p.moved = sync.NewCond(&p.mu)
	return p
}

func (p *pipe) read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		switch {
		case p.shut:
			return 0, net.ErrClosed
		case !p.until.IsZero() && !time.Now().Before(p.until):
			return 0, os.ErrDeadlineExceeded
		case len(p.data) > 0:
			n := copy(b, p.data)
			p.data = p.data[n:]
			p.moved.Broadcast()
			return n, nil
		case p.ended:
			return 0, io.EOF
		}
		p.moved.Wait()
	}
}

func (p *pipe) write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.room > 0 && len(p.data) >= p.room && !p.shut && !p.ended {
		p.moved.Wait()
	}
	if p.shut || p.ended {
		return 0, syscall.EPIPE
	}
	p.data = append(p.data, b...)
	p.moved.Broadcast()
	return len(b), nil
}

// end ends the pipe. If reads, its reader ended it and discards the rest; else its writer did.
func (p *pipe) end(reads bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended, p.shut = p.ended || !reads, p.shut || reads
	p.moved.Broadcast()
}

func (p *pipe) readUntil(t time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.until = t
	p.moved.Broadcast()
	if in := time.Until(t); !t.IsZero() && in > 0 {
		time.AfterFunc(in, func() { p.mu.Lock(); p.moved.Broadcast(); p.mu.Unlock() })
	}
}
