package inspector

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Discovery is a search for a card, with every step and its result.
type Discovery struct {
	Input      string
	Trail      []DiscoveryStep
	Card       *a2a.Card // nil if none was found
	CardURL    string    // "" for pasted JSON
	Raw        []byte    // the card's bytes
	Versions   []a2a.Version
	Findings   []a2a.Problem
	OtherCards []FoundCard // of the same agent, for versions that Card does not cover

	skipHeader  bool            // do not send Options.Header
	firstAnswer answer          // the answer that contained Card
	visited     map[string]bool // addresses already asked; nil after FindOtherCards
}

// HasAnswer reports whether any request for the card was answered. d may be nil.
func (d *Discovery) HasAnswer() bool {
	return d != nil && slices.ContainsFunc(d.Trail, func(t DiscoveryStep) bool { return t.Status > 0 })
}

// FoundCard is a card found in addition to the main one.
type FoundCard struct {
	Card     *a2a.Card
	CardURL  string
	Raw      []byte
	Versions []a2a.Version
}

// DiscoveryStep is one request for a card, with its result.
type DiscoveryStep struct {
	URL              string
	Status           int // 0 when there was no answer
	Took             time.Duration
	RequestedVersion a2a.Version // A2A-Version header as sent; "" for none
	Note             string      // the result in a few words, or what went wrong and what to try
	HasCard          bool
	Exchange         string // id in the recording, "" when not recorded
	TimedOut         bool   // no complete answer within the time limit

	isInvalidJSON bool // the body was meant as JSON but is malformed
}

// ErrNoCard means that a discovery ended without a card; its trail says why.
var ErrNoCard = errors.New("no Agent Card found")

// Discover finds the card for whatever a person types: host, origin, path, URL of a card, or the card's JSON.
// It returns a Discovery even with an error. It takes at most Options.SearchTimeout, and reads at most MaxCard
// bytes at each of a handful of addresses.
func (c *Client) Discover(ctx context.Context, input string) (*Discovery, error) {
	ctx, cancel := context.WithTimeout(ctx, c.opts.SearchTimeout)
	defer cancel()
	d := &Discovery{Input: input}
	text := strings.TrimSpace(input)
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") && strings.ContainsAny(text, "{\"") {
		return d, d.paste([]byte(text))
	}
	bases, err := Bases(text)
	if err != nil {
		return d, err
	}
	for _, base := range bases {
		// An attacker who blocks TLS must not get the credentials.
		d.skipHeader = len(c.opts.Header) > 0 && bases[0].Scheme == "https" && base.Scheme == "http"
		reachable, err := c.search(ctx, d, base)
		if err != nil {
			return d, err
		}
		if d.Card != nil {
			return d, nil
		}
		if reachable {
			break
		}
	}
	return d, d.searchError()
}

// paste reads a card given as JSON.
func (d *Discovery) paste(body []byte) error {
	card, versions, problems := dialect.ReadCard(body)
	d.Raw, d.Findings = body, append(invalidJSONProblems(body), problems...)
	if card == nil {
		if why, _ := findJSONError(body); why != "" {
			return fmt.Errorf("%w: the pasted text is not valid JSON: %s; repair it and paste it again", ErrNoCard, why)
		}
		return fmt.Errorf("%w: the pasted JSON is not an Agent Card; it needs at least a name and a url or supportedInterfaces", ErrNoCard)
	}
	d.Card, d.Versions = card, versions
	return nil
}

// search tries the candidates of one base. It reports whether anything answered there.
func (c *Client) search(ctx context.Context, d *Discovery, base *url.URL) (reachable bool, err error) {
	seen := map[string]bool{}
	own := strings.TrimSuffix(base.Path, "/")
	if strings.HasSuffix(own, ".json") {
		own = "" // then all candidates belong to this agent
	}
	for _, u := range candidates(base, c.opts.CardVersion) {
		if !strings.HasPrefix(u.Path, own) && slices.ContainsFunc(d.Trail, func(p DiscoveryStep) bool { return p.isInvalidJSON }) {
			continue // this agent's card is unreadable; a card at the origin may belong to another agent
		}
		a := c.tryAddress(ctx, d, u, seen, true)
		if ctx.Err() != nil {
			return reachable, d.stoppedError(context.Cause(ctx))
		}
		if a.status == 0 && !a.isRepeat {
			return reachable, nil
		}
		reachable = true
		if a.card != nil {
			c.adoptCard(ctx, d, a, seen)
			return true, nil
		}
	}
	return reachable, nil
}

// adoptCard makes the card of an answer the main one and, unless Options.OneCard is set, looks for others.
func (c *Client) adoptCard(ctx context.Context, d *Discovery, a answer, seen map[string]bool) {
	d.Card, d.CardURL, d.Raw, d.Versions = a.card, a.url.String(), a.body, a.versions
	d.Findings = append(append(invalidJSONProblems(a.body), a.problems...), fetchFindings(a)...)
	d.firstAnswer, d.visited = a, seen
	if !c.opts.OneCard {
		c.FindOtherCards(ctx, d)
	}
}

// FindOtherCards looks, once, for the agent's other cards: the one served without the version header, and
// those of older versions.
func (c *Client) FindOtherCards(ctx context.Context, d *Discovery) {
	a, seen := d.firstAnswer, d.visited
	if seen == nil || c.opts.CardVersion != "" {
		return // no card, already done, or one version was requested
	}
	d.visited = nil
	if a.varies() {
		d.addOtherCard(c.tryAddress(ctx, d, a.url, map[string]bool{}, false))
	}
	if strings.HasSuffix(a.url.Path, newCardPath) {
		old := *a.url
		old.Path = strings.TrimSuffix(a.url.Path, newCardPath) + oldCardPath
		d.addOtherCard(c.tryAddress(ctx, d, &old, seen, true))
	}
}

// addOtherCard adds the card of an answer to OtherCards if it serves a version that no known card serves.
func (d *Discovery) addOtherCard(a answer) {
	known := slices.Clone(d.Versions)
	for _, m := range d.OtherCards {
		known = append(known, m.Versions...)
	}
	if a.card != nil && slices.ContainsFunc(a.versions, func(v a2a.Version) bool { return !slices.Contains(known, v) }) {
		d.OtherCards = append(d.OtherCards, FoundCard{Card: a.card, CardURL: a.url.String(), Raw: a.body, Versions: a.versions})
	}
}

// searchError returns the error for a search that found no card. If nothing answered, that is the first step's
// note.
func (d *Discovery) searchError() error {
	for _, p := range d.Trail {
		if p.isInvalidJSON {
			return fmt.Errorf("%w: %s answers with %s; repair the card there", ErrNoCard, p.URL, p.Note)
		}
	}
	if n := len(d.Trail); n > 0 && !d.HasAnswer() {
		return fmt.Errorf("%w at %s: %s", ErrNoCard, d.Trail[0].URL, d.Trail[0].Note)
	}
	switch n := len(d.Trail); {
	case d.needsCredentials():
		return fmt.Errorf("%w for %s: every address asks for credentials (%d); give them, or the card's JSON", ErrNoCard, d.Input, d.Trail[0].Status)
	case n > 1 && d.failedEverywhere():
		return fmt.Errorf("%w for %s: every address answers with HTTP %d, so the agent itself fails; see its log", ErrNoCard, d.Input, d.Trail[0].Status)
	case n == 1, n > 1 && strings.HasSuffix(strings.TrimSpace(d.Input), ".json"): // the input named one document, so explain that one
		return fmt.Errorf("%w at %s: %s; give the agent's address, or the card's JSON", ErrNoCard, d.Trail[0].URL, d.Trail[0].Note)
	default:
		return fmt.Errorf("%w for %s: %d addresses tried; give the card's own URL, or its JSON", ErrNoCard, d.Input, n)
	}
}

// failedEverywhere reports whether every address answered with a server error.
func (d *Discovery) failedEverywhere() bool {
	return !slices.ContainsFunc(d.Trail, func(p DiscoveryStep) bool { return p.Status < 500 })
}

// stoppedError returns the error for a search that ended before it had tried every address.
func (d *Discovery) stoppedError(why error) error {
	if n := len(d.Trail); n > 0 && errors.Is(why, context.DeadlineExceeded) {
		return fmt.Errorf("%w for %s: timed out at %s: %s", ErrNoCard, d.Input, d.Trail[n-1].URL, d.Trail[n-1].Note)
	}
	return fmt.Errorf("discover %s: %w", d.Input, why)
}

// needsCredentials reports whether every address asked for credentials.
func (d *Discovery) needsCredentials() bool {
	return len(d.Trail) > 0 && !slices.ContainsFunc(d.Trail, func(p DiscoveryStep) bool {
		return !wire.DeniesAccess(p.Status)
	})
}
