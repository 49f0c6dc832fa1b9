package console

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/words"
)

// ReplayOptions says where to replay a recording.
type ReplayOptions struct {
	URL     string
	Dialect a2a.Version // "" keeps the recorded versions
	Header  http.Header // headers added to each request
	// OnCard, if not nil, is called with the card, once it is found, and the endpoint that it names.
	OnCard func(ctx context.Context, d *inspector.Discovery, endpoint string) error
}

// ReplayTargets fetches the agent's card once. It returns a function that chooses the interface for a
// version and binding, which is safe for concurrent use.
func ReplayTargets(ctx context.Context, client Caller, to ReplayOptions, note func(string)) (func(context.Context, a2a.Version, a2a.Binding) (inspector.Target, error), error) {
	d, err := client.Discover(ctx, to.URL)
	if err != nil {
		t, ok := DirectEndpoint(d, to.URL, to.Header, to.Dialect, "")
		if !ok {
			return nil, err
		}
		note(words.OneLine(clip.Join(err.Error(), fmt.Sprintf("calling %s itself in A2A %s", t.Endpoint, to.Dialect))))
		return func(context.Context, a2a.Version, a2a.Binding) (inspector.Target, error) { return t, nil }, nil
	}
	if t, err := d.Choose("", ""); err == nil && to.OnCard != nil {
		if err := to.OnCard(ctx, d, t.Endpoint); err != nil {
			return nil, err
		}
	}
	var mu sync.Mutex
	chosen := map[string]http.Header{} // by endpoint, so that each gets one note
	return func(_ context.Context, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
		t, err := d.Choose(v, b)
		if err != nil {
			return t, err
		}
		mu.Lock()
		defer mu.Unlock()
		h, known := chosen[t.Endpoint]
		if !known {
			if h = to.Header; len(h) > 0 {
				if why := d.WithholdReason(t.Endpoint); why != "" {
					note(fmt.Sprintf("the headers given are not sent to %s: %s", t.Endpoint, why))
					h = nil
				}
			}
			chosen[t.Endpoint] = h
		}
		t.Header = h
		return t, nil
	}, nil
}

// LingerTime is how long a finished stream may stay open: some agents never close theirs.
const LingerTime = 5 * time.Second
