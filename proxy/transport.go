package proxy

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// transports lead to an upstream: h1 speaks HTTP/1 (or, over TLS, what is negotiated) for requests
// that arrived over HTTP/1; h2 speaks HTTP/2 for those that arrived over HTTP/2.
type transports struct{ h1, h2 *http.Transport }

// idleTime is shorter than the five seconds after which common agents close an idle connection: a
// request that was sent into such a close is not sent again.
const idleTime = 4 * time.Second

// continueTime is how long an agent may take to accept a body (100 Continue) before the body is
// sent anyway.
const continueTime = time.Second

// newTransports makes transports that dial the address at; "" dials the upstream's own address.
func newTransports(limit time.Duration, at string, forbidden func(netip.AddrPort) bool, own *tls.Config, log *slog.Logger) transports {
	d := &net.Dialer{Timeout: limit, KeepAlive: 30 * time.Second, ControlContext: dialControl(forbidden)}
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		return d.DialContext(ctx, network, cmp.Or(at, address))
	}
	build := func(p func(*http.Protocols)) *http.Transport {
		var protocols http.Protocols
		p(&protocols)
		return &http.Transport{
			DialContext:            dial,
			DisableCompression:     true,
			MaxIdleConns:           0,
			MaxIdleConnsPerHost:    256,
			IdleConnTimeout:        idleTime,
			TLSHandshakeTimeout:    limit,
			ExpectContinueTimeout:  continueTime,
			MaxResponseHeaderBytes: maxHeadBytes,
			WriteBufferSize:        segmentSize,
			ReadBufferSize:         segmentSize,
			Protocols:              &protocols,
			TLSClientConfig:        own.Clone(),
		}
	}
	h1 := build(func(p *http.Protocols) { p.SetHTTP1(true); p.SetHTTP2(true) })
	h1.DialContext, h1.DialTLSContext = dialRecordingHeads(dial, log), dialTLSRecordingHeads(dial, own, limit, log)
	return transports{
		h1: h1,
		h2: build(func(p *http.Protocols) { p.SetHTTP2(true); p.SetUnencryptedHTTP2(true) }),
	}
}

func (t transports) transportFor(r *http.Request) http.RoundTripper {
	if r.ProtoMajor == 2 && r.Header.Get("Upgrade") == "" {
		return t.h2
	}
	return t.h1
}

func (t transports) close() {
	t.h1.CloseIdleConnections()
	t.h2.CloseIdleConnections()
}

// errForbidden is wrapped by dial errors for addresses that the tap must not connect to.
var errForbidden = errors.New("address out of bounds")

// dialControl checks the resolved address of a connection, whatever name or spelling led to it.
func dialControl(forbidden func(netip.AddrPort) bool) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("%w: %s", errForbidden, address)
		}
		ip := to.Addr().Unmap().WithZone("")
		if why := wire.DescribeOffLimits(ip); why != "" {
			return fmt.Errorf("%w: %s is %s", errForbidden, ip, why)
		}
		// Connecting to an unspecified address reaches this machine.
		if ip == netip.IPv4Unspecified() {
			ip = netip.AddrFrom4([4]byte{127, 0, 0, 1})
		} else if ip == netip.IPv6Unspecified() {
			ip = netip.IPv6Loopback()
		}
		if forbidden != nil && forbidden(netip.AddrPortFrom(ip, to.Port())) {
			return fmt.Errorf("%w: %s is the console itself", errForbidden, to)
		}
		return nil
	}
}

// ReachesListener reports whether connecting to an address reaches a listener: the port is the
// same, and so is the address, or the listener listens on all addresses and the address is one of
// this machine's.
func ReachesListener(listener net.Addr, to netip.AddrPort) bool {
	l, err := netip.ParseAddrPort(listener.String())
	if err != nil || l.Port() != to.Port() {
		return false
	}
	own := l.Addr().Unmap().WithZone("")
	ip := to.Addr().Unmap().WithZone("")
	if !own.IsUnspecified() {
		return own == ip
	}
	if ip.IsLoopback() || ip.IsUnspecified() {
		return true
	}
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return true
	}
	for _, a := range addrs {
		if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().Unmap() == ip {
			return true
		}
	}
	return false
}
