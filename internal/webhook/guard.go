package webhook

import (
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

type refusal struct {
	status  int
	problem string // what, why, what to try
}

// check returns the reason to refuse a request, or nil to accept it.
func (r *Receiver) check(q *http.Request) *refusal {
	if name := wire.HostName(q.Host); !r.hosts[name] && !wire.MatchesLocalAddr(q, name) {
		return &refusal{http.StatusForbidden, fmt.Sprintf("The webhook receiver refuses the unknown host name %q: otherwise a web page could reach the receiver under a name of its own. If the name is yours, start with --allow-host %s.", name, name)}
	}
	if err := r.crossOrigin.Check(q); err != nil {
		return &refusal{http.StatusForbidden, fmt.Sprintf("A web page of another origin (%s) sent this delivery, and agents are not web pages. Send deliveries from a program.", wire.PageOrigin(q.Header))}
	}
	return nil
}
