package push

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/outbound"
)

// FetchKeys gets a key set from a URL, because a person asks for it. It sends
// no credentials, follows no redirect, and connects to no address that is off
// limits, whatever the name resolves to.
func FetchKeys(ctx context.Context, url string) ([]byte, error) {
	if err := inspector.CheckURL(url); err != nil {
		return nil, err
	}
	way := outbound.Transport(outbound.Options{Connect: 5 * time.Second, Once: true})
	return inspector.Document(ctx, outbound.Client(way, 10*time.Second), "keys", url)
}
