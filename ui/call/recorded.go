package call

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// RedactionOf returns the redaction of the header with a name, and whether there is one.
func RedactionOf(all []wire.Redaction, name string) (wire.Redaction, bool) {
	for _, r := range all {
		if strings.HasSuffix(r.Place, ".header") && strings.EqualFold(r.Name, name) {
			return r, true
		}
	}
	return wire.Redaction{}, false
}

// RecordedRequest prepares the request of an exchange to be sent again. Redacted parts are not on
// record, so it leaves them out.
func (s *Sender) RecordedRequest(ctx context.Context, id string) (wire.Exchange, inspector.PreparedRequest, error) {
	var p inspector.PreparedRequest
	x, err := s.Library.Exchange(ctx, id)
	if err != nil {
		return x, p, record.ErrNoExchange()
	}
	if x.RequestKept < x.RequestBytes || x.Incomplete {
		return x, p, web.Fail(http.StatusConflict, "This request cannot be sent again.", "Not all of its bytes are on record.", "Compose a new one.")
	}
	if x.Origin == wire.Model {
		return x, p, web.Fail(http.StatusConflict, "This is a call of a model by an agent.", "The agent's key for the model is not on record.", "Send the agent its message again: it will call the model.")
	}
	if x.Origin == wire.Push {
		return x, p, web.Fail(http.StatusConflict, "This is a push delivery from the agent.", "Only the agent can send it again.", "Ask the agent to push again.")
	}
	if err := inspector.CheckURL(x.URL); err != nil {
		return x, p, web.Fail(http.StatusConflict, "This request cannot be sent again.", err.Error(), "Compose a new one.")
	}
	p.Method, p.URL, p.Header = x.Method, unredactedURL(x), sendableHeader(x)
	if wire.FramingOf(p.Header) == wire.GRPC {
		p.Header.Set("Te", "trailers")
	}
	chunks, err := s.Library.Chunks(ctx, id, wire.Request, 0, 0)
	if err != nil {
		return x, p, fmt.Errorf("read the request: %w", err)
	}
	for _, c := range chunks {
		p.Body = append(p.Body, c.Data...)
	}
	version, _, _ := strings.Cut(x.Labels.Dialect, "|")
	p.Op, p.Version, p.Binding = a2a.Operation(x.Labels.Op), a2a.Version(version), a2a.Binding(x.Labels.Binding)
	return x, p, nil
}

// sendableHeader returns the header of a request without hop-by-hop fields and redacted ones.
func sendableHeader(x wire.Exchange) http.Header {
	out := http.Header{}
	for name, values := range x.Request.Header {
		if slices.Contains([]string{"Host", "Content-Length", "Connection", "Transfer-Encoding", "Keep-Alive", "Te", "Trailer", "Upgrade"}, name) {
			continue
		}
		if _, secret := RedactionOf(x.Redactions, name); secret {
			continue
		}
		out[name] = slices.Clone(values)
	}
	return out
}

// unredactedURL returns the URL of a request without redacted parameters.
func unredactedURL(x wire.Exchange) string {
	before, query, ok := strings.Cut(x.URL, "?")
	if !ok {
		return x.URL
	}
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if n, err := url.QueryUnescape(name); err == nil {
			name = n
		}
		if !slices.ContainsFunc(x.Redactions, func(r wire.Redaction) bool { return r.Place == "url" && r.Name == name }) {
			kept = append(kept, pair)
		}
	}
	if len(kept) == 0 {
		return before
	}
	return before + "?" + strings.Join(kept, "&")
}

func HeaderLines(h http.Header) string {
	var lines []string
	for _, k := range part.SortedKeys(h) {
		for _, v := range h[k] {
			lines = append(lines, k+": "+v)
		}
	}
	return strings.Join(lines, "\n")
}
