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

// canSkipCard reports whether the flags say all that a call needs: a version, a binding, and a URL
// with a path, which is the endpoint. For a URL without a path, the card names the endpoint. The
// card is also needed to sign in as it says; to know which agent the endpoint belongs to if
// credentials are stored for one on that origin; and, for a recorded call, to know which headers
// and parameters are secret.
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

// sendWithoutCard sends a call to a URL without fetching a card first. If the server does not have
// that URL, it fetches the card after all and calls the card's endpoint, because the URL may be the
// agent's.
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
	t.streams.Note("note: %s answered with HTTP %d; calling %s, which its card names", t.URL, end.Status, words.Address(target.Endpoint))
	target.Header = t.headerFor(t.streams, t.discovery, target.Endpoint)
	if err := t.CompleteAuth(ctx, t.discovery, target.Endpoint); err != nil {
		return end, err
	}
	t.movedTo = target
	if prepared, err = t.Prepare(target, t.lastCall); err != nil {
		return end, fmt.Errorf("call the card's endpoint: %w", err)
	}
	return t.client.Send(ctx, prepared, each)
}

// eventGate holds back the first event while it may be the error page of a server that does not
// have the URL.
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

// isNotServed reports whether a response says that the server does not have the URL, and is not an
// error of the protocol.
func (h *eventGate) isNotServed(end inspector.Ending) bool {
	switch end.Status {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
	default:
		return false
	}
	return !h.isOpen && (h.pending == nil || h.pending.Reading.Error == nil || h.pending.Reading.Error.Data == nil && h.pending.Reading.Error.Code == end.Status)
}
