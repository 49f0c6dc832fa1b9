package cli

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// replayTo says where a recording is run again.
type replayTo struct {
	url     string
	dialect a2a.Version // "" for those on record
	header  http.Header // of each request
	// after is told of the card once it is found, and which endpoint it names; nil
	// where nobody signs in by it.
	after func(ctx context.Context, d *inspector.Discovery, endpoint string) error
}

// replayTargets looks at an agent once and returns what chooses its interface
// for each version and binding; calls may choose at the same time.
func replayTargets(ctx context.Context, client caller, to replayTo, note func(string)) (func(context.Context, a2a.Version, a2a.Binding) (inspector.Target, error), error) {
	d, err := client.Discover(ctx, to.url)
	if err != nil {
		t, ok := directTarget(d, to.url, to.header, to.dialect, "")
		if !ok {
			return nil, err
		}
		note(fmt.Sprintf("%s; calling %s itself in A2A %s", oneLine(err.Error()), t.Endpoint, to.dialect))
		return func(context.Context, a2a.Version, a2a.Binding) (inspector.Target, error) { return t, nil }, nil
	}
	if t, err := d.Choose("", ""); err == nil && to.after != nil {
		if err := to.after(ctx, d, t.Endpoint); err != nil {
			return nil, err
		}
	}
	var mu sync.Mutex
	chosen := map[string]http.Header{} // by endpoint, so that each is spoken of once
	return func(_ context.Context, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
		t, err := d.Choose(v, b)
		if err != nil {
			return t, err
		}
		mu.Lock()
		defer mu.Unlock()
		h, known := chosen[t.Endpoint]
		if !known {
			if h = to.header; len(h) > 0 {
				if why := d.Withhold(t.Endpoint); why != "" {
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
