package cli

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/inspector"
)

// target finds where and how to call: by the agent's card, or the address
// itself when the caller says which version it speaks and no card helps.
func (f *callFlags) target(ctx context.Context, p *program, client caller) (inspector.Target, error) {
	v, b := a2a.Version(f.Dialect), a2a.Binding(f.Binding)
	d, err := client.Discover(ctx, f.URL)
	if err == nil {
		t, cerr := d.Choose(v, b)
		if cerr == nil {
			t.Header = f.headerFor(p, d, t.Endpoint)
			return t, nil
		}
		err = cerr
	}
	direct, ok := f.direct(d)
	if !ok {
		if errors.Is(err, inspector.ErrNoCard) && answered(d) {
			return inspector.Target{}, advise(err, "with --dialect the address itself is called")
		}
		return inspector.Target{}, err
	}
	p.note("note: %s; calling %s itself, as --dialect %s asks", oneLine(err.Error()), direct.Endpoint, f.Dialect)
	return direct, nil
}

// headerFor is the header for an endpoint that a card names: none where
// credentials have no business.
func (f *callFlags) headerFor(p *program, d *inspector.Discovery, endpoint string) http.Header {
	if len(f.header) == 0 {
		return nil
	}
	if why := d.Withhold(endpoint); why != "" {
		p.note("note: the headers given are not sent to %s: %s", endpoint, why)
		return nil
	}
	return f.header
}

// direct is the address itself as the endpoint, possible when the dialect was
// given, something answers there, and it is not the card's own address.
func (f *callFlags) direct(d *inspector.Discovery) (inspector.Target, bool) {
	if f.Dialect == "" || !answered(d) || d.CardURL == f.URL {
		return inspector.Target{}, false
	}
	endpoint := f.URL
	if !strings.Contains(endpoint, "://") {
		first := d.Trail[len(d.Trail)-1].URL
		scheme, _, _ := strings.Cut(first, "://")
		endpoint = scheme + "://" + endpoint
	}
	return inspector.Target{Endpoint: endpoint, Version: a2a.Version(f.Dialect), Binding: a2a.JSONRPC, Header: f.header}, true
}

func answered(d *inspector.Discovery) bool {
	for _, p := range d.Trail {
		if p.Status != 0 {
			return true
		}
	}
	return false
}
