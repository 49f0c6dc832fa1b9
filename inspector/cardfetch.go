package inspector

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/internal/words"
)

const maxHops = 5

// answer is the result of one step of a discovery.
type answer struct {
	url      *url.URL
	status   int
	header   http.Header
	body     []byte
	card     *a2a.Card
	versions []a2a.Version
	problems []a2a.Problem
	isRepeat bool // this address was already asked
}

func (a answer) varies() bool {
	return slices.ContainsFunc(a.header.Values("Vary"), func(v string) bool { return strings.Contains(strings.ToLower(v), "a2a-version") })
}

// tryAddress asks one address for a card and adds each request to the trail. It follows redirects within the
// origin.
func (c *Client) tryAddress(ctx context.Context, d *Discovery, u *url.URL, seen map[string]bool, versioned bool) answer {
	for range maxHops {
		if seen[u.String()] {
			return answer{isRepeat: true}
		}
		seen[u.String()] = true
		a, p := c.fetch(ctx, u, versioned, d.skipHeader)
		next := redirectTarget(&a, &p)
		d.Trail = append(d.Trail, p)
		if next == nil {
			return a
		}
		u = next
	}
	if n := len(d.Trail); n > 0 {
		d.Trail[n-1].Note += fmt.Sprintf("; gave up after %d redirects", maxHops)
	}
	return answer{status: http.StatusLoopDetected}
}

// redirectTarget returns the URL to follow a redirect to, or nil if there is none, and notes the redirect in p.
func redirectTarget(a *answer, p *DiscoveryStep) *url.URL {
	if a.status < 300 || a.status > 399 || a.header.Get("Location") == "" {
		return nil
	}
	next, err := a.url.Parse(a.header.Get("Location"))
	if err != nil {
		p.Note = "redirects to an address that cannot be read"
		return nil
	}
	if !SameOrigin(a.url.String(), next.String()) {
		p.Note = fmt.Sprintf("redirects to another origin, not followed; to use it, connect to %s", next.Redacted())
		return nil
	}
	p.Note = "redirects to " + next.RequestURI()
	next.Fragment = ""
	return next
}

// SameOrigin reports whether two URLs have the same origin; false if either has none.
func SameOrigin(a, b string) bool {
	o := wire.OriginOf(a)
	return o != "" && o == wire.OriginOf(b)
}

// fetch makes one request for a card. It asks for Options.CardVersion or, with versioned, for the
// newest version that we read; agents that get no version serve their older card. With bare it
// leaves out Options.Header.
func (c *Client) fetch(ctx context.Context, u *url.URL, versioned, bare bool) (answer, DiscoveryStep) {
	a, p := answer{url: u}, DiscoveryStep{URL: u.String()}
	ctx, cancel := context.WithTimeout(ctx, c.opts.ProbeTimeout)
	defer cancel()
	ctx, p.Exchange = c.withCallOptions(WithCallee(ctx, Callee{Agent: u.String()}), wire.Console)
	switch {
	case c.opts.CardVersion != "":
		p.RequestedVersion = c.opts.CardVersion
	case versioned:
		p.RequestedVersion = registry.Newest().Version()
	}
	req, err := c.cardRequest(ctx, u, p.RequestedVersion, bare)
	if err != nil {
		p.Note = errorText(err)
		return a, p
	}
	started := time.Now()
	resp, err := c.opts.Transport.RoundTrip(req)
	if err != nil {
		p.Took, p.Note, p.TimedOut = time.Since(started), advice(err, u), timedOut(ctx)
		return a, p
	}
	defer resp.Body.Close()
	a.status, p.Status, a.header = resp.StatusCode, resp.StatusCode, resp.Header
	body, err := io.ReadAll(io.LimitReader(resp.Body, c.opts.MaxCard+1))
	p.Took, p.TimedOut = time.Since(started), err != nil && timedOut(ctx)
	c.judgeCard(&a, &p, body, err)
	if bare && wire.DeniesAccess(a.status) {
		p.Note = "asks for credentials; yours were not sent, because TLS failed and this is plain http: write http:// before the address to send them anyway"
	}
	if a.card != nil && !versioned {
		p.Note = "the card without A2A-Version: " + p.Note
	}
	return a, p
}

// cardRequest builds the request for a card; it names no version if v is "".
func (c *Client) cardRequest(ctx context.Context, u *url.URL, v a2a.Version, bare bool) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	for k, v := range c.opts.Header {
		if !bare {
			req.Header[k] = slices.Clone(v)
		}
	}
	setUserAgent(req, wire.ProbeUserAgent)
	req.Header.Set("Accept", "application/json")
	if v != "" {
		req.Header.Set("A2a-Version", string(v))
	}
	return req, nil
}

func timedOut(ctx context.Context) bool { return errors.Is(ctx.Err(), context.DeadlineExceeded) }

// judgeCard decides whether a body is a card, and explains it in the step's note.
func (c *Client) judgeCard(a *answer, p *DiscoveryStep, body []byte, err error) {
	switch {
	case err != nil:
		p.Note = "the answer broke off: " + advice(err, a.url)
		return
	case int64(len(body)) > c.opts.MaxCard:
		p.Note = fmt.Sprintf("larger than %d MB, so not a card; the rest was not read", c.opts.MaxCard>>20)
		return
	case !dialect.BringsCard(a.status):
		p.Note = statusNote(a.status)
		return
	}
	body, err = coding.Decode(a.header, body, coding.NewBudget(c.opts.MaxCard))
	if err != nil {
		p.Note = err.Error()
		return
	}
	if note := explainNotJSON(body); note != "" {
		p.Note = note
		return
	}
	card, versions, problems := dialect.ReadCard(body)
	if card == nil {
		p.Note = "JSON, but not an Agent Card"
		if why, _ := findJSONError(body); why != "" {
			p.isInvalidJSON, p.Note = true, "JSON that is broken at "+why
		}
		return
	}
	a.body, a.card, a.versions, a.problems = body, card, versions, problems
	p.HasCard, p.Note = true, cardNote(card, versions)
}

func cardNote(card *a2a.Card, versions []a2a.Version) string {
	list := make([]string, len(versions))
	for i, v := range versions {
		list[i] = string(v)
	}
	return fmt.Sprintf("card: %s, A2A %s", cmp.Or(card.Name, "without a name"), words.Join(list, " and "))
}
