package cli

import (
	"context"
	"errors"
	"net/http"

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
	direct, ok := directTarget(d, f.URL, f.header, v, b)
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
