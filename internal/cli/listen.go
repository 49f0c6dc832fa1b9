package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"syscall"
)

// Default ports. The taps count up from theirs.
const (
	uiPort    = 7420
	tapPort   = 7421
	agentPort = 7430
)

// address is where a listener shall be: as given by a flag, or by default.
type address struct {
	flag  string // its name, for messages
	host  string
	port  int
	given bool // the port was given, so another one will not do
}

// parseListen reads a --listen flag: "host:port", "host", ":port" or "port".
// What is left out is 127.0.0.1 and the default port.
func parseListen(flag, given string, port int) (address, error) {
	a := address{flag: flag, host: "127.0.0.1", port: port}
	if given == "" {
		return a, nil
	}
	host, p, err := net.SplitHostPort(given)
	if err != nil {
		host, p = strings.Trim(given, "[]"), ""
		if _, nerr := strconv.Atoi(given); nerr == nil {
			host, p = "", given
		}
	}
	if host != "" {
		a.host = host
	}
	if p == "" {
		return a, nil
	}
	n, err := strconv.ParseUint(p, 10, 16)
	if err != nil {
		return a, fmt.Errorf("cannot use %s %q: the port is a number from 0 to 65535", flag, given)
	}
	a.port, a.given = int(n), true
	return a, nil
}

// first is where further listeners look for ports, from the one that was given:
// 0 when none was, -1 when any will do.
func (a address) first() int {
	switch {
	case !a.given:
		return 0
	case a.port == 0:
		return -1
	}
	return a.port
}

// open listens at the address. A default port that is taken moves to a free
// one; a given one that is taken is an error.
func (a address) open(ctx context.Context) (net.Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", a.at(a.port))
	if err != nil && !a.given {
		// Taken, most likely; if it is something else, the next try tells.
		l, err = lc.Listen(ctx, "tcp", a.at(0))
	}
	if err != nil {
		return nil, a.failure(err)
	}
	return l, nil
}

// take opens the address for what listens there, and says on stderr what that
// means: that other machines reach it, that it is not where it usually is.
func (a address) take(ctx context.Context, p env, what string) (net.Listener, error) {
	l, err := a.open(ctx)
	if err != nil {
		return nil, err
	}
	a.warn(p, what)
	if at, ok := l.Addr().(*net.TCPAddr); ok && !a.given && at.Port != a.port {
		p.note("note: port %d is taken; %s listens on %d instead. Choose one with %s", a.port, what, at.Port, a.flag)
	}
	return l, nil
}

func (a address) at(port int) string { return net.JoinHostPort(a.host, strconv.Itoa(port)) }

func (a address) failure(err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("cannot listen on %s: the port is in use; give another with %s, or stop the program that has it", a.at(a.port), a.flag)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("cannot listen on %s: not allowed; ports below 1024 need privileges, give another with %s", a.at(a.port), a.flag)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("cannot listen on %s: this machine does not have that address; give another with %s", a.at(a.port), a.flag)
	}
	return fmt.Errorf("cannot listen on %s: %w; see %s", a.at(a.port), err, a.flag)
}

// exposed reports whether other machines can reach the address.
func (a address) exposed() bool {
	if a.host == "localhost" {
		return false
	}
	ip, err := netip.ParseAddr(a.host)
	return err != nil || !ip.IsLoopback()
}

// warn says on stderr what it means to listen beyond this machine.
func (a address) warn(p env, what string) {
	if a.exposed() {
		p.note("warning: %s %s on %s, where other machines reach it; %s", what, pickVerb(what), a.host, "anyone there can read and send what it can")
	}
}

// pickVerb fits the verb to its subject.
func pickVerb(subject string) string {
	if strings.HasSuffix(subject, "s") {
		return "listen"
	}
	return "listens"
}

// origin is the address of a listener as clients on this machine write it.
func origin(l net.Listener) string {
	ap, err := netip.ParseAddrPort(l.Addr().String())
	if err != nil {
		return "http://" + l.Addr().String()
	}
	if ap.Addr().IsUnspecified() {
		return fmt.Sprintf("http://127.0.0.1:%d", ap.Port())
	}
	return "http://" + ap.String()
}
