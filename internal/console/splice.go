package console

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Limits on taps that cards make us open: for one card, and of all taps together.
const (
	maxTapsPerCard = 8
	maxTaps        = 64
)

// splicer reads the cards that pass. It learns which places hold secrets before a client can use
// them, and, unless noRewrite is set, points the cards' URLs at our taps, opening taps that are
// missing.
type splicer struct {
	*Plumbing
	p         Env
	noRewrite bool // forward cards unchanged
}

func (s *splicer) CanRewrite(method, url string, body []byte, resp *http.Response) bool {
	req := dialect.Message{Method: method, URL: url, Body: body}
	if resp.Request != nil {
		req.Header = resp.Request.Header
		if s.noRewrite && resp.Request.Method == http.MethodHead {
			return false
		}
	}
	return dialect.IsCard(req, dialect.Message{Status: resp.StatusCode, Header: resp.Header})
}

// Splice implements proxy.Splicer.
func (s *splicer) Splice(self string, resp *http.Response, body []byte) ([]byte, string) {
	upstream := s.upstreamOf(self)
	card := parseCard(resp, body)
	if card != nil && upstream != "" {
		s.cards.remember(upstream, card)
	}
	if s.noRewrite {
		return body, ""
	}
	opened, ours := 0, map[string]bool{}
	swap := func(raw string) (to string, ok bool) {
		if !isEndpoint(card, raw) {
			return "", false
		}
		if ours[raw] = s.leadsToTap(self, raw); ours[raw] {
			return raw, true // the agent knows the address that its clients use
		}
		if to, ok = s.tapURL(self, raw); !ok && opened < maxTapsPerCard && s.open(upstream, raw) {
			opened++
			to, ok = s.tapURL(self, raw)
		}
		ours[to] = ok
		return to, ok
	}
	out, _, signed := dialect.RewriteCard(requestURL(resp), resp.Header, body, swap)
	if past := urlsPastTaps(parseCard(resp, out), ours); len(past) > 0 {
		s.p.Logger().Warn("URLs of the card stay as they are: calls to them bypass the tap and are not recorded", "card", wire.StripQuery(requestURL(resp)), "urls", past)
	}
	if signed {
		return out, "the card is signed, and rewriting breaks the signature; --no-rewrite leaves it unchanged"
	}
	return out, ""
}

// leadsToTap reports whether a URL already leads to one of our taps, by an address of this machine or by
// the host name that the client used.
func (s *splicer) leadsToTap(self, raw string) bool {
	at, err := url.Parse(self)
	u, bad := url.Parse(raw)
	return s.Taps.Has(raw) || err == nil && bad == nil && at.Hostname() == u.Hostname() && s.upstreamOf(raw) != ""
}

// isEndpoint reports whether clients would call a URL of the card at the host that the URL names. A
// URL without a scheme is host:port to a gRPC client. To others it is a path, relative to the card,
// or meaningless.
func isEndpoint(card *a2a.Card, raw string) bool {
	return strings.Contains(raw, "://") || card != nil && slices.ContainsFunc(card.Interfaces, func(i a2a.Interface) bool { return i.URL == raw && i.Binding == a2a.GRPC })
}

// urlsPastTaps lists the URLs of the card that bypass our taps.
func urlsPastTaps(card *a2a.Card, ours map[string]bool) (all []string) {
	if card == nil {
		return nil
	}
	for _, i := range card.Interfaces {
		if isEndpoint(card, i.URL) && !ours[i.URL] && !slices.Contains(all, i.URL) {
			all = append(all, i.URL)
		}
	}
	return all
}

// parseCard returns the card in a response, nil if it cannot be read.
func parseCard(resp *http.Response, body []byte) *a2a.Card {
	if wire.FramingOf(resp.Header) != wire.GRPC {
		card, _, _ := dialect.ReadCard(body)
		return card
	}
	req := dialect.Message{Method: http.MethodPost, URL: requestURL(resp)}
	answer := dialect.Message{Status: resp.StatusCode, Header: resp.Header, Body: body}
	return dialect.ReadResponse(dialect.Identify(req, answer, dialect.Hint{}), req, answer).Card
}

func requestURL(resp *http.Response) string {
	if resp.Request == nil {
		return ""
	}
	return resp.Request.URL.String()
}

// tapURL returns the URL that leads to a card's URL through a tap. A gRPC host:port keeps its form.
func (s *splicer) tapURL(self, raw string) (string, bool) {
	if strings.Contains(raw, "://") {
		return s.Taps.TapURL(self, raw)
	}
	endpoint, err := dialect.Endpoint(a2a.GRPC, raw)
	if err != nil {
		return "", false
	}
	to, ok := s.Taps.TapURL(self, endpoint)
	_, address, _ := strings.Cut(to, "://")
	return address, ok
}

// open opens a tap for the origin of a URL in a card from upstream. It refuses if a remote card
// would make us open ways into this machine or its network.
func (s *splicer) open(upstream, raw string) bool {
	if !strings.Contains(raw, "://") {
		raw, _ = dialect.Endpoint(a2a.GRPC, raw)
	}
	origin := wire.OriginOf(raw)
	if origin == "" || inspector.CheckURL(raw) != nil || len(s.Taps.Taps()) >= maxTaps {
		return false
	}
	if isLocal(origin) && !isLocal(upstream) {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	isGhost := !s.cardOrigins.has(origin) && !s.isSaved(ctx, origin)
	if isGhost {
		s.cardOrigins.add(origin)
	}
	l, err := s.Taps.Open(ctx, origin)
	if err != nil {
		if isGhost {
			s.cardOrigins.confirm(origin)
		}
		s.p.Logger().Warn("open a tap for a card's URL", "url", raw, "error", err)
		return false
	}
	s.p.Note("note: opened the tap %s → %s, which the card of %s names", l.URL, l.Agent, upstream)
	return true
}

func isLocal(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && inspector.IsLocalHost(u.Hostname())
}

// upstreamOf returns the agent behind the tap that a client reached as self.
func (s *splicer) upstreamOf(self string) string {
	u, err := url.Parse(self)
	if err != nil {
		return ""
	}
	for _, t := range s.Taps.Taps() {
		if strings.HasSuffix(t.URL, ":"+u.Port()) {
			return t.Agent
		}
	}
	return ""
}
