package cli

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// target finds where and how to call by the flags alone.
func (f *callFlags) target(ctx context.Context, p *program, client caller) (inspector.Target, error) {
	d, err := client.Discover(ctx, f.URL)
	return f.choose(ctx, p, d, err, a2a.Version(f.Dialect), a2a.Binding(f.Binding))
}

// choose picks where and how to call: by the agent's card, or the address itself
// when the caller says which version it speaks and no card helps. err is the
// discovery's.
func (f *callFlags) choose(ctx context.Context, p *program, d *inspector.Discovery, err error, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
	if err == nil {
		t, cerr := d.Choose(v, b)
		if cerr == nil {
			t.Header = f.headerFor(p, d, t.Endpoint)
			return t, f.after(ctx, d, t.Endpoint)
		}
		err = cerr
	}
	direct, ok := f.direct(d, v, b)
	if !ok {
		if errors.Is(err, inspector.ErrNoCard) && b == "" && hung(d, a2a.JSONRPC) {
			return inspector.Target{}, advise(err, "with --dialect and --binding the address itself is called")
		}
		if errors.Is(err, inspector.ErrNoCard) && v == "" && answered(d) {
			return inspector.Target{}, advise(err, "with --dialect the address itself is called")
		}
		return inspector.Target{}, err
	}
	why := oneLine(err.Error())
	if errors.Is(err, inspector.ErrNoCard) {
		why = inspector.ErrNoCard.Error()
	}
	p.note("note: %s; calling %s itself, in A2A %s %s", why, direct.Endpoint, direct.Version, direct.Binding.Word())
	return direct, f.after(ctx, d, direct.Endpoint)
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

// direct is the address itself as the endpoint, possible when the version was
// given, something answers there, and it is not the card's own address. Who was
// told the binding, too, need not be asked for a card: it may not answer that.
func (f *callFlags) direct(d *inspector.Discovery, v a2a.Version, b a2a.Binding) (inspector.Target, bool) {
	if v == "" || d.CardURL == f.URL || !answered(d) && b != a2a.GRPC && !hung(d, b) {
		return inspector.Target{}, false
	}
	if b == "" {
		b = a2a.JSONRPC
	}
	endpoint := f.URL
	if !strings.Contains(endpoint, "://") && b != a2a.GRPC {
		first := d.Trail[len(d.Trail)-1].URL
		scheme, _, _ := strings.Cut(first, "://")
		endpoint = scheme + "://" + endpoint
	}
	return inspector.Target{Endpoint: endpoint, Version: v, Binding: b, Header: f.header}, true
}

// hung reports that somebody is there who did not answer when asked for a card.
func hung(d *inspector.Discovery, b a2a.Binding) bool {
	return b != "" && slices.ContainsFunc(d.Trail, func(p inspector.Probe) bool { return p.Hung })
}

func answered(d *inspector.Discovery) bool {
	for _, p := range d.Trail {
		if p.Status != 0 {
			return true
		}
	}
	return false
}
