package webhook

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// refusal is why a request is not taken.
type refusal struct {
	status  int
	problem string // what, why, what to try
}

// check returns why a request is not taken, nil when it is.
func (r *Receiver) check(q *http.Request) *refusal {
	if name := hostName(q.Host); !r.hosts[name] && !arrivedAt(q, name) {
		return &refusal{http.StatusForbidden, fmt.Sprintf("The webhook receiver does not answer to the name %q, so that no web page can reach it by a name of its own. If the name is yours, start with --allow-host %s.", name, name)}
	}
	if err := r.cross.Check(q); err != nil {
		return &refusal{http.StatusForbidden, fmt.Sprintf("This delivery comes from a web page of another origin (%s), and agents are not web pages. Deliver from a program.", q.Header.Get("Origin"))}
	}
	return nil
}

// hostName is the host of a Host header without its port, in lower case.
func hostName(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
}

// arrivedAt reports a name that is the very address at which the request came
// in. An address cannot be rebound.
func arrivedAt(q *http.Request, name string) bool {
	ip, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	a, ok := q.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	at, err := netip.ParseAddrPort(a.String())
	return err == nil && at.Addr().Unmap() == ip.Unmap()
}
