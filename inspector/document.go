package inspector

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxDocument limits a fetched document, in bytes.
const maxDocument = 1 << 20

// FetchDocument fetches a third party's JSON document, such as server metadata or a key set. The parameter what
// names the document in errors. The client must not follow redirects. Call FetchDocument only after the person
// agreed to the address.
func FetchDocument(ctx context.Context, by *http.Client, what, address string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("fetch the %s: %w", what, err)
	}
	req.Header.Set("Accept", "application/json")
	setUserAgent(req, wire.ProbeUserAgent)
	resp, err := by.Do(req)
	if err != nil {
		return nil, fmt.Errorf("fetch the %s: %w", what, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("fetch the %s from %s: it answers %s", what, address, resp.Status)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxDocument+1))
	if err == nil && len(body) > maxDocument {
		err = fmt.Errorf("it is larger than %d KB", maxDocument>>10)
	}
	if err != nil {
		return nil, fmt.Errorf("fetch the %s from %s: %w", what, address, err)
	}
	return body, nil
}
