package proxy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync/atomic"
	"time"
)

// What a tap does with those who connect.
const (
	modeAccept = ""       // the usual
	modeRefuse = "refuse" // nobody listens
	modeReset  = "reset"  // a connection is taken and reset
)

// SetConnections sets what says of an agent's tap what it does with those who connect:
// "" takes connections, "refuse" has nobody listen at its address, and "reset" takes
// connections and resets them at once. It is asked when a tap is opened and by
// ApplyConnections. Where it was not set, or is nil, connections are taken.
func (t *Taps) SetConnections(how func(agent string) string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.connections = how
}

// ApplyConnections asks anew what the taps that listen do with those who connect.
// Exchanges under way go on as they began; then their connections end. An error names
// the taps whose address another program has taken meanwhile: they go on refusing, and
// the next call tries again.
func (t *Taps) ApplyConnections(ctx context.Context) error {
	t.mu.Lock()
	list := make([]*tapEntry, 0, len(t.order))
	for _, o := range t.order {
		list = append(list, t.taps[o])
	}
	t.mu.Unlock()
	var errs []error
	for _, e := range list {
		e.opening.Lock()
		errs = append(errs, t.applyMode(ctx, e))
		e.opening.Unlock()
	}
	return errors.Join(errs...)
}

// applyMode has a tap do with those who connect what is to be done. Its lock is held.
func (t *Taps) applyMode(ctx context.Context, e *tapEntry) error {
	t.mu.Lock()
	how := t.connections
	t.mu.Unlock()
	to := modeAccept
	if how != nil {
		to = how(e.origin)
	}
	if e.closed || to == e.mode {
		return nil
	}
	e.stopMode()
	if e.mode == modeRefuse {
		at := e.listenerInUse.Addr().String()
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", at)
		if err != nil {
			return fmt.Errorf("have the tap of %s listen again at %s: %w; stop what uses the address", e.origin, at, err)
		}
		e.listenerInUse = newReopenableListener(l)
	}
	e.mode = to
	e.startMode(t.log)
	t.log.Info("tap changed what it does with those who connect", "origin", e.origin, "does", to)
	return nil
}

// startMode begins to do with those who connect what e.does says.
func (e *tapEntry) startMode(log *slog.Logger) {
	e.listenerInUse.reopen()
	switch e.mode {
	case modeRefuse:
		_ = e.listenerInUse.Listener.Close() // nobody listens
	case modeReset:
		done := make(chan struct{})
		e.resetting = done
		go func() {
			defer close(done)
			e.listenerInUse.resetConns()
		}()
	default:
		e.server = e.newServer(e.listenerInUse, log)
	}
}

// stopMode ends that.
func (e *tapEntry) stopMode() {
	_ = e.listenerInUse.Close()
	if e.server != nil {
		e.server.stopAccepting()
		e.oldServers = append(slices.DeleteFunc(e.oldServers, func(s *tapServer) bool { return !s.isServing() }), e.server)
		e.server = nil
	}
	if e.resetting != nil {
		<-e.resetting
		e.resetting = nil
	}
}

// shutdown stops accepting, ends the exchanges under way because of why, and closes
// the listener once their ends are on record. The server's requests keep their
// contexts until then: an end that is committed with a cancelled context is not
// waited for.
func (e *tapEntry) shutdown(ctx context.Context, why string) error {
	e.opening.Lock()
	defer e.opening.Unlock()
	e.closed = true
	e.tap.Interrupt(ctx, why) // first: what closes from here on is not the client's doing
	e.stopMode()
	_ = e.listenerInUse.Listener.Close() // it may be closed already
	var errs []error
	for _, s := range e.oldServers {
		errs = append(errs, s.wait(ctx))
	}
	e.tap.Close()
	return errors.Join(errs...)
}

// reopenableListener is a listener that stays open when the server that accepts at it closes it.
type reopenableListener struct {
	net.Listener
	shut atomic.Bool
}

func newReopenableListener(l net.Listener) *reopenableListener {
	return &reopenableListener{Listener: l}
}

// Accept waits for the next connection.
func (d *reopenableListener) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err != nil && d.shut.Load() {
		return nil, net.ErrClosed
	}
	return c, err
}

// Close ends Accept until the door is opened again.
func (d *reopenableListener) Close() error {
	d.shut.Store(true)
	return d.setDeadline(pastDeadline)
}

func (d *reopenableListener) reopen() {
	d.shut.Store(false)
	_ = d.setDeadline(time.Time{})
}

// setDeadline sets the time at which Accept ends.
func (d *reopenableListener) setDeadline(at time.Time) error {
	if l, ok := d.Listener.(*net.TCPListener); ok {
		return l.SetDeadline(at)
	}
	return d.Listener.Close()
}

// resetConns takes connections and resets them, until the door is closed.
func (d *reopenableListener) resetConns() {
	for {
		c, err := d.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			time.Sleep(acceptRetryDelay) // too many files are open: as net/http waits
			continue
		}
		if t, ok := c.(*net.TCPConn); ok {
			_ = t.SetLinger(0)
		}
		_ = c.Close() // there is nobody to tell
	}
}

// acceptRetryDelay is how long a failed Accept is waited after.
const acceptRetryDelay = 5 * time.Millisecond
