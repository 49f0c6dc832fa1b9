package push

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
)

const keysLimit = 1 << 20

// FetchKeys gets a key set from a URL, because a person asks for it. It sends
// no credentials, follows no redirect, and connects to no address that is off
// limits, whatever the name resolves to.
func FetchKeys(ctx context.Context, url string) ([]byte, error) {
	if err := inspector.CheckURL(url); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	dial := &net.Dialer{Timeout: 5 * time.Second, ControlContext: inspector.KeepOff}
	t := &http.Transport{DialContext: dial.DialContext, DisableKeepAlives: true}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, fmt.Errorf("fetch the keys: %w", err)
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "a2a-console")
	resp, err := t.RoundTrip(req)
	if err != nil {
		return nil, fmt.Errorf("fetch the keys: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("fetch the keys: %s answered HTTP %d; paste them instead", url, resp.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, keysLimit+1))
	if err != nil {
		return nil, fmt.Errorf("fetch the keys: %w", err)
	}
	if len(body) > keysLimit {
		return nil, errors.New("fetch the keys: the answer is larger than 1 MiB, so no key set")
	}
	return body, nil
}
