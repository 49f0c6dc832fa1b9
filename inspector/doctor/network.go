package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"syscall"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxAddrs limits how many addresses of a name are tried.
const maxAddrs = 8

func (x *diagnosis) checkDNS(ctx context.Context) (s Step) {
	host := x.base.Hostname()
	if ip, err := netip.ParseAddr(host); err == nil {
		x.addrs = []netip.Addr{ip}
		return Step{Result: Pass, Text: host + " is an address; nothing to look up"}
	}
	ctx, cancel := context.WithTimeout(ctx, x.Timeout)
	defer cancel()
	addrs, err := x.Lookup(ctx, host)
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return Step{Result: Fail, Text: "there is no host named " + host, Advice: "Check the spelling. From a container, this machine is host.docker.internal; to a container, use its published port on 127.0.0.1."}
	case err != nil:
		return Step{Result: Fail, Text: "the name " + host + " could not be looked up", Advice: "Check the network, and that the VPN is on if the name needs one."}
	}
	var names []string
	for _, a := range addrs[:min(len(addrs), maxAddrs)] {
		a = a.Unmap()
		x.addrs, names = append(x.addrs, a), append(names, a.String())
		s.Facts = append(s.Facts, Fact{"address", a.String()})
	}
	s.Result, s.Text = Pass, fmt.Sprintf("%s is %s", host, strings.Join(names, ", "))
	return s
}

// checkTCP connects to the first address that accepts a connection.
func (x *diagnosis) checkTCP(ctx context.Context) Step {
	failed, last := x.dropForbidden()
	for _, a := range x.addrs {
		at := net.JoinHostPort(a.String(), x.port())
		conn, err := x.connect(ctx, at)
		if err != nil {
			last = err
			failed = append(failed, at+": "+explainError(err))
			continue
		}
		conn.Close()
		if len(failed) == 0 {
			return Step{Result: Pass, Text: at + " accepts connections"}
		}
		return Step{Result: Warn, Text: at + " accepts connections; " + strings.Join(failed, "; "),
			Advice: "Clients that try the other address first wait or fail: make the agent listen on both, or use " + a.String() + " in its URL."}
	}
	s := Step{Result: Fail, Text: strings.Join(failed, "; "), Advice: tcpAdvice(last)}
	if other := x.plainHTTPURL(); other != nil {
		s.Result, s.Advice = Warn, "The console tries plain http instead, at "+other.String()+"."
		x.base, x.mustRepeat = other, true
	}
	return s
}

// dropForbidden removes the addresses that no step may connect to, and says why.
func (x *diagnosis) dropForbidden() (failed []string, last error) {
	var rest []netip.Addr
	for _, a := range x.addrs {
		if why := wire.DescribeOffLimits(a); why != "" {
			last = fmt.Errorf("%s is %s; the console does not connect there", a, why)
			failed = append(failed, last.Error())
			continue
		}
		rest = append(rest, a)
	}
	x.addrs = rest
	return failed, last
}

// plainHTTPURL returns the plain http address to try if nothing accepts the connection for TLS, or nil if it
// would have the same port.
func (x *diagnosis) plainHTTPURL() *url.URL {
	if len(x.bases) < 2 || x.base != x.bases[0] || x.base.Scheme != "https" || x.bases[1].Scheme != "http" || x.base.Port() != "" {
		return nil
	}
	return x.bases[1]
}

func (x *diagnosis) connect(ctx context.Context, at string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, x.Timeout)
	defer cancel()
	return x.Dial(ctx, "tcp", at)
}

func explainError(err error) string {
	var timeout net.Error
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "no route"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "no answer in time"
	}
	if isPortError(err) {
		return "there is no such port"
	}
	return err.Error()
}

// isPortError reports whether a connection failed because of its port, before anything was sent.
func isPortError(err error) bool {
	var bad *net.AddrError
	return errors.As(err, &bad) && strings.Contains(bad.Err, "port")
}

func tcpAdvice(err error) string {
	switch {
	case err == nil:
		return "The name has no address."
	case errors.Is(err, syscall.ECONNREFUSED):
		return "Nothing listens at this port: start the agent, check its port, and that it listens on this address and not only inside a container."
	case isPortError(err):
		return "Correct the port in the address: it is a number from 1 to 65535."
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "Check the network, or the VPN that leads there."
	}
	return "The address may be wrong, or something on the way drops the connection, such as a firewall or a security group."
}
