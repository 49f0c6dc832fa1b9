package console

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"syscall"

	"github.com/a2a-console/a2a-console/internal/words"
)

// Default ports. Taps count up from TapPort.
const (
	UIPort    = 7420
	TapPort   = 7421
	AgentPort = 7430
)

// Address is where to listen: from a flag, or by default.
type Address struct {
	Flag        string // name of the flag, for messages
	Host        string
	port        int
	isPortFixed bool // the port was given, so no other one will do
}

// ParseListen parses a --listen flag: "host:port", "host", ":port" or "port". The defaults are 127.0.0.1
// and port.
func ParseListen(flag, given string, port int) (Address, error) {
	a := Address{Flag: flag, Host: "127.0.0.1", port: port}
	if given == "" {
		return a, nil
	}
	if strings.Contains(given, "/") {
		return a, fmt.Errorf("cannot use %s %q: give a host and a port, such as 127.0.0.1:9000, not a URL", flag, given)
	}
	host, p, err := net.SplitHostPort(given)
	if err != nil {
		host, p = strings.Trim(given, "[]"), ""
		if _, nerr := strconv.Atoi(given); nerr == nil {
			host, p = "", given
		}
	}
	if host != "" {
		a.Host = host
	}
	if p == "" {
		return a, nil
	}
	n, err := strconv.ParseUint(p, 10, 16)
	if err != nil {
		return a, fmt.Errorf("cannot use %s %q: the port must be a number from 0 to 65535", flag, given)
	}
	a.port, a.isPortFixed = int(n), true
	return a, nil
}

// First returns the port from which further listeners count up: 0 if none was given, -1 if any port
// will do.
func (a Address) First() int {
	switch {
	case !a.isPortFixed:
		return 0
	case a.port == 0:
		return -1
	}
	return a.port
}

// Open listens at the address. If the default port is taken, it uses a free one; a port that was
// given must be free.
func (a Address) Open(ctx context.Context) (net.Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", a.withPort(a.port))
	if err != nil && !a.isPortFixed {
		// The port is probably taken. With any other cause, the next attempt fails too.
		l, err = lc.Listen(ctx, "tcp", a.withPort(0))
	}
	if err != nil {
		return nil, a.failure(err)
	}
	return l, nil
}

// OpenAndWarn opens the address for the listener named what. It prints a note if other machines can
// reach the listener, or if it is not at its usual port.
func (a Address) OpenAndWarn(ctx context.Context, p Env, what string) (net.Listener, error) {
	l, err := a.Open(ctx)
	if err != nil {
		return nil, err
	}
	a.Warn(p, what)
	if at, ok := l.Addr().(*net.TCPAddr); ok && !a.isPortFixed && at.Port != a.port {
		p.Note("note: port %d is taken; %s listens on %d instead. Choose one with %s", a.port, what, at.Port, a.Flag)
	}
	return l, nil
}

func (a Address) withPort(port int) string { return net.JoinHostPort(a.Host, strconv.Itoa(port)) }

func (a Address) failure(err error) error {
	for why, is := range map[string]error{
		"the port is in use": syscall.EADDRINUSE, "this user may not use that port": syscall.EACCES, "this machine does not have that address": syscall.EADDRNOTAVAIL,
	} {
		if errors.Is(err, is) {
			return fmt.Errorf("cannot listen on %s: %s; give another address with %s, such as 127.0.0.1:9000 or [::1]:9000", a.withPort(a.port), why, a.Flag)
		}
	}
	return words.WithAdvice(fmt.Errorf("cannot listen on %s: %w", a.withPort(a.port), err), "give another address with "+a.Flag)
}

func (a Address) isExposed() bool {
	if a.Host == "localhost" {
		return false
	}
	ip, err := netip.ParseAddr(a.Host)
	return err != nil || !ip.IsLoopback()
}

// Warn prints a warning if other machines can reach the listener named what.
func (a Address) Warn(p Env, what string) {
	if a.isExposed() {
		p.Note("warning: %s %s on %s, where other machines can connect; %s", what, pickVerb(what), a.Host, "do this only on a network that you trust")
	}
}

func pickVerb(subject string) string {
	if strings.HasSuffix(subject, "s") {
		return "listen"
	}
	return "listens"
}

// Origin returns the origin of a listener, as clients on this machine write it.
func Origin(l net.Listener) string {
	ap, err := netip.ParseAddrPort(l.Addr().String())
	if err != nil {
		return "http://" + l.Addr().String()
	}
	if ap.Addr().IsUnspecified() {
		return fmt.Sprintf("http://127.0.0.1:%d", ap.Port())
	}
	return "http://" + ap.String()
}

// HostsFor returns the allowed host names with the host of a listen address, unless that means all
// addresses.
func HostsFor(at Address, allow []string) []string {
	if ip := net.ParseIP(at.Host); ip != nil && ip.IsUnspecified() {
		return allow
	}
	return append([]string{at.Host}, allow...)
}

// MockPort is the default port of mocks.
const MockPort = 7450
