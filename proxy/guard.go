package proxy

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// guard decides which requests a tap accepts.
type guard struct {
	hosts       map[string]bool
	crossOrigin *http.CrossOriginProtection
}

func newGuard(hosts, origins []string) (*guard, error) {
	g := &guard{hosts: map[string]bool{"127.0.0.1": true, "localhost": true, "::1": true}, crossOrigin: http.NewCrossOriginProtection()}
	for _, h := range hosts {
		g.hosts[wire.HostName(h)] = true
	}
	for _, o := range origins {
		if err := g.crossOrigin.AddTrustedOrigin(o); err != nil {
			return nil, fmt.Errorf("allow origin %q: %w", o, err)
		}
	}
	return g, nil
}

// check returns why a request is rejected, nil if it is accepted.
func (g *guard) check(r *http.Request) *Failure {
	if r.Method == http.MethodConnect {
		return newRefusal(http.StatusMethodNotAllowed, "The tap is not an open proxy: it does not support CONNECT. Send requests to its own address, as if it were the agent.")
	}
	if name := wire.HostName(r.Host); r.URL.IsAbs() && !g.hosts[name] && !wire.MatchesLocalAddr(r, name) {
		return newRefusal(http.StatusForbidden, fmt.Sprintf("The tap is not an open proxy: it does not fetch what is at %s. Send requests to its own address, as if it were the agent.", name))
	}
	// If the target has absolute form, net/http takes Host from it, so this check covers both.
	if name := wire.HostName(r.Host); !g.hosts[name] && !wire.MatchesLocalAddr(r, name) {
		return newRefusal(http.StatusForbidden, fmt.Sprintf("The tap refuses the unknown host name %q: otherwise a web page could reach the tap under a name of its own. If the name is yours, start with --allow-host %s.", name, name))
	}
	if r.URL.IsAbs() && !strings.EqualFold(r.URL.Scheme, "http") {
		return newRefusal(http.StatusForbidden, fmt.Sprintf("The tap is not an open proxy: it does not fetch %s URLs. Send requests to its own address, as if it were the agent.", r.URL.Scheme))
	}
	if err := g.checkOrigin(r); err != nil {
		origin := wire.PageOrigin(r.Header)
		return newRefusal(http.StatusForbidden, fmt.Sprintf("The request comes from a page of another origin (%s) and may change state. If that page is yours, start with --allow-origin %s.", origin, origin))
	}
	return nil
}

// checkOrigin checks the origin of requests that change state. It treats an upgrade as such a
// request: although a GET, it opens a channel for changes.
func (g *guard) checkOrigin(r *http.Request) error {
	if r.Header.Get("Upgrade") != "" && r.Method == http.MethodGet {
		as := *r
		as.Method = http.MethodPost
		r = &as
	}
	return g.crossOrigin.Check(r)
}

func newRefusal(status int, problem string) *Failure {
	return &Failure{Outcome: wire.Refused, Status: status, Problem: problem}
}
