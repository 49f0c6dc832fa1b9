package ui

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// resend sends a recorded request again, byte for byte. The new exchange links
// to the recorded one, which stays as it is.
func (s *Server) resend(w http.ResponseWriter, r *http.Request) error {
	x, p, err := s.recorded(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	id, err := s.sendAs(wire.CallOptions{Origin: wire.Replay, Link: x.ID, Caller: "Re-send"}, x.Agent, p, nil)
	if err != nil {
		return fail(http.StatusConflict, "Nothing was sent.", err.Error()+".", "Then try again.")
	}
	s.await(r.Context(), id)
	return s.goTo(w, r, "/exchanges/"+url.PathEscape(id))
}

// editLimit is how long a request may be to be edited on a page, in bytes.
const editLimit = 2 << 20

// editAgain opens a recorded request in Compose, to be edited and sent.
func (s *Server) editAgain(w http.ResponseWriter, r *http.Request) error {
	x, p, err := s.recorded(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	text := sentText(p)
	if len(text) > editLimit {
		return fail(http.StatusConflict, "This request is too long to be edited here.", "It is "+part.Bytes(int64(len(text)))+"; up to "+part.Bytes(editLimit)+" can be edited.", "Re-send sends it as it is.")
	}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return fail(http.StatusConflict, "This request is not text.", "Editing it as text would change its bytes.", "Re-send sends it as it is.")
	}
	id := wire.NewID()
	s.drafts.with(id, func(d *draft) {
		d.Agent, d.Again = x.Agent, x.ID
		d.Raw = &rawDraft{Method: p.Method, URL: p.URL, Headers: headerLines(p.Header), Body: editText(p)}
		d.Shape++
	})
	return s.goTo(w, r, s.drafts.get(id).address())
}

// recorded makes the request of an exchange ready to be sent again. What was
// redacted is not on record and is left out.
func (s *Server) recorded(ctx context.Context, id string) (wire.Exchange, inspector.Prepared, error) {
	var p inspector.Prepared
	x, err := s.Library.Exchange(ctx, id)
	if err != nil {
		return x, p, errNoExchange()
	}
	if x.RequestKept < x.RequestBytes || x.Incomplete {
		return x, p, fail(http.StatusConflict, "This request cannot be sent again.", "Not all of its bytes are on record.", "Compose a new one.")
	}
	if x.Origin == wire.Push {
		return x, p, fail(http.StatusConflict, "This is the agent's own call.", "Sending it again is the agent's to do.", "Ask the agent to push again.")
	}
	if err := inspector.CheckURL(x.URL); err != nil {
		return x, p, fail(http.StatusConflict, "This request cannot be sent again.", err.Error()+".", "Compose a new one.")
	}
	p.Method, p.URL, p.Header = x.Method, openURL(x), sendable(x)
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

// sendable is the header of a request without what belongs to its connection
// and what was redacted.
func sendable(x wire.Exchange) http.Header {
	out := http.Header{}
	for name, values := range x.Request.Header {
		if slices.Contains([]string{"Host", "Content-Length", "Connection", "Transfer-Encoding", "Keep-Alive", "Te", "Trailer", "Upgrade"}, name) {
			continue
		}
		if _, secret := redactionOf(x.Redactions, name); secret {
			continue
		}
		out[name] = slices.Clone(values)
	}
	return out
}

// openURL is the URL of a request without the parameters that were redacted.
func openURL(x wire.Exchange) string {
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
		if !slices.ContainsFunc(x.Redactions, func(r wire.Redaction) bool { return r.Where == "url" && r.Name == name }) {
			kept = append(kept, pair)
		}
	}
	if len(kept) == 0 {
		return before
	}
	return before + "?" + strings.Join(kept, "&")
}

func headerLines(h http.Header) string {
	var lines []string
	for _, k := range sortedKeys(h) {
		for _, v := range h[k] {
			lines = append(lines, k+": "+v)
		}
	}
	return strings.Join(lines, "\n")
}

// resendAdvice says what a re-send leaves out.
func resendAdvice(x wire.Exchange) string {
	var names []string
	for _, r := range x.Redactions {
		if r.Where == "request.header" || r.Where == "request.body" || r.Where == "url" {
			names = append(names, part.Short(r.Name, 40))
		}
	}
	if len(names) == 0 {
		return "The same bytes once more, as a new exchange"
	}
	return "The same bytes once more, without what is not on record: " + strings.Join(slices.Compact(names), ", ")
}

// await waits until an exchange is on record, so that its page is there; not
// for long, since one that was turned away before it went out never comes.
func (s *Server) await(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	bell, stop := s.Library.Watch()
	defer stop()
	for {
		if _, err := s.Library.Exchange(ctx, id); err == nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-bell:
		}
	}
}

// again are the exchanges that repeat one, newest first.
func (s *Server) again(ctx context.Context, id string) []wire.Exchange {
	xs, err := s.Library.Exchanges(ctx, wire.Filter{Link: id}, wire.Page{Limit: 6})
	if err != nil {
		s.Logger.Error("read what repeats an exchange", "err", err)
	}
	return xs
}
