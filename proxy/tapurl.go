package proxy

import (
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// TapURL returns raw with its origin replaced by that of the origin's listening tap. If localhost
// has no tap, that of 127.0.0.1 serves it, and the reverse. self is the origin under which the
// client reached its own tap; the result has the host name of self, because the client can reach
// that. ok is false if no tap of raw's origin listens.
func (t *Taps) TapURL(self, raw string) (string, bool) {
	origin, err := Origin(raw)
	if err != nil {
		return "", false
	}
	t.mu.Lock()
	var at string
	if e := t.entryFor(origin); e != nil {
		at = e.listeningTap().URL
	}
	t.mu.Unlock()
	if at == "" {
		return "", false
	}
	if s, err := url.Parse(self); err == nil && s.Hostname() != "" {
		port := at[strings.LastIndexByte(at, ':')+1:]
		at = "http://" + net.JoinHostPort(s.Hostname(), port)
	}
	_, rest, ok := strings.Cut(raw, "://")
	if !ok { // host:port, as in gRPC interfaces
		rest, at = raw, strings.TrimPrefix(at, "http://")
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return at + rest[i:], true
	}
	return at, true
}

// entryFor returns the listening tap for an origin, or for the same address under its other name; nil if
// there is none. The lock is held.
func (t *Taps) entryFor(origin string) *tapEntry {
	if e := t.taps[origin]; e != nil && e.listener != nil {
		return e
	}
	to, ok := addressOf(origin)
	scheme, _, _ := strings.Cut(origin, "://")
	for _, o := range t.order {
		if other, is := addressOf(o); ok && is && other == to && strings.HasPrefix(o, scheme+"://") {
			return t.taps[o]
		}
	}
	return nil
}

// Has reports whether a URL leads to one of the taps.
func (t *Taps) Has(raw string) bool {
	origin, err := Origin(raw)
	if err != nil {
		return false
	}
	to, ok := addressOf(origin)
	t.mu.Lock()
	defer t.mu.Unlock()
	return ok && t.entryAt(to) != nil
}

// addressOf returns the address that connections to an origin go to; ok is false if that would need a name lookup.
func addressOf(origin string) (to netip.AddrPort, ok bool) {
	u, err := url.Parse(origin)
	if err != nil {
		return to, false
	}
	host := u.Hostname()
	if host == "localhost" {
		host = "127.0.0.1"
	}
	to, err = netip.ParseAddrPort(net.JoinHostPort(host, u.Port()))
	return to, err == nil
}

// leadsBack reports whether connecting from a tap to an address leads back to that tap.
func (t *Taps) leadsBack(from *tapEntry, to netip.AddrPort) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for range len(t.taps) + 1 {
		next := t.entryAt(to)
		if next == nil {
			return false
		}
		if next == from {
			return true
		}
		var ok bool
		if to, ok = addressOf(next.origin); !ok {
			return false
		}
	}
	return true
}

// entryAt returns the tap whose listener an address reaches, or nil. The lock is held.
func (t *Taps) entryAt(to netip.AddrPort) *tapEntry {
	for _, o := range t.order {
		if e := t.taps[o]; ReachesListener(e.listener.Addr(), to) {
			return e
		}
	}
	return nil
}
