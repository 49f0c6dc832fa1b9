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

// canSkipCard reports whether the flags say all that a call needs, so that no card
// is asked for: version and binding, and an address with a path, which is called
// itself. A bare origin is an agent's address, of which the card names the
// endpoint. A card is needed, too, for signing in by what it says, to know whose
// endpoint it is where credentials are for an agent elsewhere on that origin, and,
// when the call is recorded, to know which headers and parameters are secret.
func (f *Flags) canSkipCard(recorded bool) bool {
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

// sendWithoutCard sends a call to an address that nobody was asked about. Where no
// such address is served at all, the card is asked for after all, and what it
// names is called: the address may be the agent's.
func (t *Talk) sendWithoutCard(ctx context.Context, prepared inspector.PreparedRequest, each func(inspector.Event)) (inspector.Ending, error) {
	first := eventGate{onEvent: each}
	end, err := t.client.Send(ctx, prepared, first.event)
	if err != nil || !first.isNotServed(end) {
		first.release()
		return end, err
	}
	t.skippedCard = false
	t.discovery, t.discoverErr = t.client.Discover(ctx, t.URL)
	if t.discoverErr != nil {
		first.release()
		return end, nil
	}
	target, err := t.client.Choose(ctx, t.discovery, prepared.Version, prepared.Binding)
	if err != nil || target.Endpoint == t.URL {
		first.release()
		return end, nil
	}
	t.streams.Note("note: %s answers HTTP %d; calling %s, which its card names", t.URL, end.Status, words.Address(target.Endpoint))
	target.Header = t.headerFor(t.streams, t.discovery, target.Endpoint)
	if err := t.CompleteAuth(ctx, t.discovery, target.Endpoint); err != nil {
		return end, err
	}
	t.movedTo = target
	if prepared, err = t.Prepare(target, t.lastCall); err != nil {
		return end, fmt.Errorf("call what the card names: %w", err)
	}
	return t.client.Send(ctx, prepared, each)
}

// eventGate holds back the first event while it may be the page of a server that
// knows no such address.
type eventGate struct {
	onEvent func(inspector.Event)
	pending *inspector.Event
	isOpen  bool
}

func (h *eventGate) event(e inspector.Event) {
	if !h.isOpen && h.pending == nil && e.Reading.Result == nil {
		h.pending = &e
		return
	}
	h.release()
	h.onEvent(e)
}

func (h *eventGate) release() {
	h.isOpen = true
	if h.pending != nil {
		h.onEvent(*h.pending)
		h.pending = nil
	}
}

// isNotServed tells the refusal of a server that knows no such address from the
// protocol's own.
func (h *eventGate) isNotServed(end inspector.Ending) bool {
	switch end.Status {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
	default:
		return false
	}
	return !h.isOpen && (h.pending == nil || h.pending.Reading.Error == nil || h.pending.Reading.Error.Data == nil && h.pending.Reading.Error.Code == end.Status)
}
