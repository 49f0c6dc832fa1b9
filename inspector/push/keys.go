package push

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
)

// FetchKeys gets a key set from a URL, because a person asks for it. It sends
// no credentials, follows no redirect, and connects to no address that is off
// limits, whatever the name resolves to.
func FetchKeys(ctx context.Context, url string) ([]byte, error) {
	if err := inspector.CheckURL(url); err != nil {
		return nil, err
	}
	dial := &net.Dialer{Timeout: 5 * time.Second, ControlContext: inspector.KeepOff}
	return inspector.Document(ctx, &http.Client{
		Timeout:       10 * time.Second,
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, DialContext: dial.DialContext, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, "keys", url)
}
