package console

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"

	"github.com/a2a-console/a2a-console/internal/words"
)

// maxBothPortTries bounds the search for a port that is free at both loopback addresses.
const maxBothPortTries = 20

// openPages opens the pages' listeners. To a browser, their private host is both 127.0.0.1 and
// [::1]. A program at the same port of the other address would receive the cookie, so openPages
// takes both.
func (s *Console) openPages(ctx context.Context) ([]net.Listener, error) {
	l, err := s.o.Pages.OpenAndWarn(ctx, s.p, "the console")
	if err != nil || s.private == "" {
		return []net.Listener{l}, err
	}
	for range maxBothPortTries {
		both, err := withOtherLoopback(ctx, l)
		if err == nil {
			return both, nil
		}
		if err := errors.Join(err, l.Close()); s.o.Pages.isPortFixed && s.o.Pages.port != 0 {
			return nil, words.WithAdvice(err, "a browser could reach either program, so give another port with "+s.o.Pages.Flag+", or start with --plain-host")
		}
		s.p.Note("note: %v; the console takes another port", err)
		anyPort := Address{Host: s.o.Pages.Host, Flag: s.o.Pages.Flag, isPortFixed: true}
		if l, err = anyPort.Open(ctx); err != nil {
			return nil, err
		}
	}
	return nil, errors.Join(errors.New("no port was free at both 127.0.0.1 and [::1]; start with --plain-host"), l.Close())
}

// withOtherLoopback returns a listener, and its counterpart at the other loopback address if this machine
// has that.
func withOtherLoopback(ctx context.Context, l net.Listener) ([]net.Listener, error) {
	other, err := listenOtherLoopback(ctx, l)
	if err != nil || other == nil {
		return []net.Listener{l}, err
	}
	return []net.Listener{l, other}, nil
}

// listenOtherLoopback listens on the same port at the other loopback address. It returns nil if this machine
// does not have that address, or if l listens on all addresses already.
func listenOtherLoopback(ctx context.Context, l net.Listener) (net.Listener, error) {
	at, err := netip.ParseAddrPort(l.Addr().String())
	if err != nil || at.Addr() == netip.IPv6Unspecified() {
		return nil, nil
	}
	other := netip.AddrPortFrom(netip.IPv6Loopback(), at.Port())
	if at.Addr().Is6() {
		other = netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), at.Port())
	}
	beside, err := new(net.ListenConfig).Listen(ctx, "tcp", other.String())
	if errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, syscall.EACCES) {
		return nil, fmt.Errorf("cannot listen on %s: another program has that port there", other)
	}
	if err != nil {
		return nil, nil // no IPv6: another program cannot listen there either
	}
	return beside, nil
}
