package calls

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/words"
)

// endpoint reports whether the flags say all that a call needs, so that no card
// is asked for: version and binding, and an address with a path, which is called
// itself. A bare origin is an agent's address, of which the card names the
// endpoint. A card is needed, too, for signing in by what it says, to know whose
// endpoint it is where credentials are for an agent elsewhere on that origin, and,
// when the call is recorded, to know which headers and parameters are secret.
func (f *Flags) endpoint(recorded bool) bool {
	u, err := url.Parse(f.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || f.Dialect == "" || f.Binding == "" || f.Binding == string(a2a.GRPC) || f.needCard {
		return false
	}
	path := strings.TrimSuffix(u.Path, "/")
	if path == "" || strings.HasSuffix(path, ".json") || strings.HasSuffix(path, "/agent-card") {
		return false
	}
	if f.wallet != nil && f.wallet.NeedsCard(f.URL) || f.APIKey != "" && f.APIKeyIn == "" || f.OAuth != "" && f.Issuer == "" && f.TokenURL == "" {
		return false
	}
	return !recorded || len(f.header) == 0 && u.RawQuery == ""
}

// sendUnasked sends a call to an address that nobody was asked about. Where no
// such address is served at all, the card is asked for after all, and what it
// names is called: the address may be the agent's.
func (t *Talk) sendUnasked(ctx context.Context, prepared inspector.Prepared, each func(inspector.Event)) (inspector.Ending, error) {
	first := holdFirst{each: each}
	end, err := t.client.Send(ctx, prepared, first.event)
	if err != nil || !first.notServed(end) {
		first.release()
		return end, err
	}
	t.unasked = false
	t.found, t.err = t.client.Discover(ctx, t.URL)
	if t.err != nil {
		first.release()
		return end, nil
	}
	target, err := t.client.Choose(ctx, t.found, prepared.Version, prepared.Binding)
	if err != nil || target.Endpoint == t.URL {
		first.release()
		return end, nil
	}
	t.p.Note("note: %s answers HTTP %d; calling %s, which its card names", t.URL, end.Status, words.Address(target.Endpoint))
	target.Header = t.headerFor(t.p, t.found, target.Endpoint)
	if err := t.After(ctx, t.found, target.Endpoint); err != nil {
		return end, err
	}
	t.moved = target
	if prepared, err = t.Prepare(target, t.call); err != nil {
		return end, fmt.Errorf("call what the card names: %w", err)
	}
	return t.client.Send(ctx, prepared, each)
}

// holdFirst holds back the first event while it may be the page of a server that
// knows no such address.
type holdFirst struct {
	each func(inspector.Event)
	held *inspector.Event
	past bool
}

func (h *holdFirst) event(e inspector.Event) {
	if !h.past && h.held == nil && e.Reading.Result == nil {
		h.held = &e
		return
	}
	h.release()
	h.each(e)
}

func (h *holdFirst) release() {
	h.past = true
	if h.held != nil {
		h.each(*h.held)
		h.held = nil
	}
}

// notServed tells the refusal of a server that knows no such address from the
// protocol's own.
func (h *holdFirst) notServed(end inspector.Ending) bool {
	switch end.Status {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
	default:
		return false
	}
	return !h.past && (h.held == nil || h.held.Reading.Error == nil || h.held.Reading.Error.Data == nil && h.held.Reading.Error.Code == end.Status)
}
