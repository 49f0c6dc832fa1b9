package calls

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Target finds the agent's card and returns the endpoint that the flags choose.
func (f *Flags) Target(ctx context.Context, p *stdio.Streams, client console.Caller) (inspector.Target, error) {
	d, err := client.Discover(ctx, f.URL)
	return f.Choose(ctx, p, client, d, err, a2a.Version(f.Dialect), a2a.Binding(f.Binding))
}

// Choose returns the endpoint to call: from the card, or the given URL itself if the version is
// given and the card does not help. err is the discovery's error.
func (f *Flags) Choose(ctx context.Context, p *stdio.Streams, client console.Caller, d *inspector.Discovery, err error, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
	if err == nil {
		t, cerr := client.Choose(ctx, d, v, b)
		if cerr == nil {
			t.Header = f.headerFor(p, d, t.Endpoint)
			if isLocal(d.CardURL) && isLocal(t.Endpoint) && !inspector.SameMachine(t.Endpoint, d.CardURL) { // the user may have meant a tap
				p.Note("note: the card at %s names %s, so the call goes there and not to the given address", words.Address(d.CardURL), words.Address(t.Endpoint))
			}
			return t, f.CompleteAuth(ctx, d, t.Endpoint)
		}
		err = cerr
	}
	direct, ok := console.DirectEndpoint(d, f.URL, f.header, v, b)
	if !ok {
		if errors.Is(err, inspector.ErrNoCard) && b == "" && console.IsHung(d, a2a.JSONRPC) {
			return inspector.Target{}, words.WithAdvice(err, "with --dialect and --binding, the command calls the given address itself")
		}
		if errors.Is(err, inspector.ErrNoCard) && v == "" && d.HasAnswer() {
			return inspector.Target{}, words.WithAdvice(err, "with --dialect, the command calls the given address itself")
		}
		return inspector.Target{}, err
	}
	why := words.OneLine(err.Error())
	if errors.Is(err, inspector.ErrNoCard) {
		why = inspector.ErrNoCard.Error()
	}
	how := " itself"
	if direct.Agent != "" {
		how = ", which the card lists"
		direct.Header = f.headerFor(p, d, direct.Endpoint)
	}
	p.Note("note: %s", clip.Join(why, fmt.Sprintf("calling %s%s, in A2A %s %s", words.Address(direct.Endpoint), how, direct.Version, direct.Binding.Word())))
	return direct, f.CompleteAuth(ctx, d, direct.Endpoint)
}

func isLocal(address string) bool {
	u, err := url.Parse(address)
	return err == nil && inspector.IsLocalHost(u.Hostname())
}

// headerFor returns the headers for an endpoint that a card names, none if it must not receive
// credentials.
func (f *Flags) headerFor(p *stdio.Streams, d *inspector.Discovery, endpoint string) http.Header {
	if len(f.header) == 0 {
		return nil
	}
	if why := d.WithholdReason(endpoint); why != "" {
		p.Note("note: the headers given with --header are not sent to %s: %s", endpoint, why)
		return nil
	}
	return f.header
}
