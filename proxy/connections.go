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

// What a tap does with new connections.
const (
	modeAccept = ""       // the default
	modeRefuse = "refuse" // do not listen
	modeReset  = "reset"  // accept a connection and reset it
)

// SetConnections sets the function that decides what an agent's tap does with new connections: "" accepts
// them, "refuse" stops listening at its address, and "reset" accepts and immediately resets them. It is
// called when a tap is opened and by ApplyConnections. A nil function accepts connections.
func (t *Taps) SetConnections(how func(agent string) string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.connections = how
}

// ApplyConnections asks again what each listening tap does with new connections. Open exchanges continue;
// then their connections are closed. An error names the taps whose address another program has taken
// meanwhile: they keep refusing, and the next call tries again.
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

// applyMode switches a tap to the current mode. e.opening is held.
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
			return fmt.Errorf("reopen the tap of %s at %s: %w; stop the program that uses the address", e.origin, at, err)
		}
		e.listenerInUse = newReopenableListener(l)
	}
	e.mode = to
	e.startMode(t.log)
	t.log.Info("tap changed how it treats new connections", "origin", e.origin, "does", to)
	return nil
}

// startMode starts to treat new connections according to e.mode.
func (e *tapEntry) startMode(log *slog.Logger) {
	e.listenerInUse.reopen()
	switch e.mode {
	case modeRefuse:
		_ = e.listenerInUse.Listener.Close() // stop listening
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

// shutdown stops accepting, ends the open exchanges for the reason why, and closes the listener
// once their ends are on record. Until then the server's requests keep their contexts, because a
// commit with a cancelled context does not wait.
func (e *tapEntry) shutdown(ctx context.Context, why string) error {
	e.opening.Lock()
	defer e.opening.Unlock()
	e.closed = true
	e.tap.Interrupt(ctx, why) // first: what closes after this is not the client's doing
	e.stopMode()
	_ = e.listenerInUse.Listener.Close() // it may be closed already
	var errs []error
	for _, s := range e.oldServers {
		errs = append(errs, s.wait(ctx))
	}
	e.tap.Close()
	return errors.Join(errs...)
}

// reopenableListener is a listener that stays open when the server that uses it closes it.
type reopenableListener struct {
	net.Listener
	shut atomic.Bool
}

func newReopenableListener(l net.Listener) *reopenableListener {
	return &reopenableListener{Listener: l}
}

func (d *reopenableListener) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err != nil && d.shut.Load() {
		return nil, net.ErrClosed
	}
	return c, err
}

// Close ends Accept until reopen is called.
func (d *reopenableListener) Close() error {
	d.shut.Store(true)
	return d.setDeadline(pastDeadline)
}

func (d *reopenableListener) reopen() {
	d.shut.Store(false)
	_ = d.setDeadline(time.Time{})
}

// setDeadline sets the time at which Accept returns even without a connection.
func (d *reopenableListener) setDeadline(at time.Time) error {
	if l, ok := d.Listener.(*net.TCPListener); ok {
		return l.SetDeadline(at)
	}
	return d.Listener.Close()
}

// resetConns accepts and resets connections until Close.
func (d *reopenableListener) resetConns() {
	for {
		c, err := d.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			time.Sleep(acceptRetryDelay) // too many open files: wait as net/http does
			continue
		}
		if t, ok := c.(*net.TCPConn); ok {
			_ = t.SetLinger(0)
		}
		_ = c.Close() // no client to report an error to
	}
}

const acceptRetryDelay = 5 * time.Millisecond
