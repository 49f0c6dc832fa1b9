package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// cardAt serves the card at a well-known path: in the version that the request names, else in the version
// that a conformance kit examines, else in the one that clients of this path expect.
func (a *Agent) cardAt(path string) http.HandlerFunc {
	here := dialectsAt(a.opts.Dialects, path)
	usual, shared := defaultDialect(here, path)
	alone := a.kitVersion()
	if alone != nil && alone.WellKnown()[0] == path {
		usual, shared = alone, false
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if d := findRequested(here, r); d != nil {
			a.serveCard(w, r, d, a.cardOf(d, false))
			return
		}
		card := a.cardOf(usual, false)
		if shared {
			card.Interfaces = []a2a.Interface{{URL: a.opts.BaseURL() + "/", Binding: a2a.JSONRPC, Version: usual.Version()}}
		}
		if modern := newest(here, func(d *version.Version) bool { return d.WellKnown()[0] == path }); modern != nil && modern != usual && alone == nil {
			a.serveUnion(w, r, usual, modern, &card)
			return
		}
		a.serveCard(w, r, usual, card)
	}
}

// serveUnion serves one card that clients of both versions can read, because clients of the newer
// one may name no version either.
func (a *Agent) serveUnion(w http.ResponseWriter, r *http.Request, d, newer a2a.Dialect, card *a2a.Card) {
	more := a.cardOf(newer, false)
	body, err := dialect.UnionCard(d, newer, card, &more)
	a.writeCard(w, r, d, body, err)
}

func dialectsAt(ds []*version.Version, path string) []*version.Version {
	var here []*version.Version
	for _, d := range ds {
		if slices.Contains(d.WellKnown(), path) {
			here = append(here, d)
		}
	}
	return here
}

// defaultDialect chooses the version of the card for clients that name none: the newest whose first
// well-known path this is and whose requests do not have the version header; if there is none, the
// newest. When several qualify, the card must be one that all of them accept, with an endpoint that
// speaks all of them; shared is then true.
func defaultDialect(here []*version.Version, path string) (d *version.Version, shared bool) {
	n := 0
	for _, candidate := range here {
		if _, says := candidate.Headers()[versionHeader]; says || candidate.WellKnown()[0] != path {
			continue
		}
		if n++; n == 1 {
			d = candidate
		}
	}
	if d == nil {
		d = newest(here, func(d *version.Version) bool { return d.WellKnown()[0] == path })
	}
	if d == nil {
		d = here[0]
	}
	return d, n > 1
}

// extendedAt serves the extended card over GET, for versions without a method for it.
func (a *Agent) extendedAt(d a2a.Dialect) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !a.refuseExtendedCard(w, r, d.Version(), a2a.GetExtendedCard) {
			a.serveCard(w, r, d, a.cardOf(d, true))
		}
	}
}

func (a *Agent) serveCard(w http.ResponseWriter, r *http.Request, d a2a.Dialect, card a2a.Card) {
	body, _, err := d.EncodeCard(&card)
	a.writeCard(w, r, d, body, err)
}

// writeCard signs and sends a card, or the error of encoding it.
func (a *Agent) writeCard(w http.ResponseWriter, r *http.Request, d a2a.Dialect, body []byte, err error) {
	if err == nil {
		body, err = a.signCard(d.Version(), body)
	}
	if err != nil {
		a.opts.Logger.Error("encode the card", "version", d.Version(), "err", err)
		http.Error(w, "the card could not be encoded", http.StatusInternalServerError)
		return
	}
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	h := w.Header()
	h.Set("Vary", versionHeader)
	h.Set("ETag", tag)
	h.Set("Last-Modified", a.cardsChangedAt.UTC().Format(http.TimeFormat))
	h.Set("Cache-Control", "public, max-age=60")
	h.Set("Content-Type", "application/json")
	if a.isNotModified(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(body) // ignore a client that left
}

// isNotModified reports whether the client already has this card (RFC 9110 §13.2.2).
func (a *Agent) isNotModified(r *http.Request, tag string) bool {
	if tags := r.Header.Get("If-None-Match"); tags != "" {
		return slices.Contains(strings.Split(strings.ReplaceAll(tags, " ", ""), ","), tag)
	}
	since, err := http.ParseTime(r.Header.Get("If-Modified-Since"))
	return err == nil && !a.cardsChangedAt.Truncate(time.Second).After(since)
}

// cardOf returns the card for a version. A version whose cards do not list interfaces gets only its
// own endpoint.
func (a *Agent) cardOf(d a2a.Dialect, extended bool) a2a.Card {
	card := a.card(extended)
	card.Interfaces = kitInterfaces(a.kit(d.Version()), card.Interfaces)
	if !versionOf(d.Version()).Card.Interfaces {
		card.Interfaces = slices.DeleteFunc(card.Interfaces, func(i a2a.Interface) bool { return i.Version != d.Version() })
	}
	return card
}

// card builds the neutral card; extended adds what only GetExtendedAgentCard returns.
func (a *Agent) card(extended bool) a2a.Card {
	c := a2a.Card{
		Name: "a2a-console reference agent",
		Description: "A deterministic agent without a language model. The text of a message picks a skill; a data part " +
			`{"skill": "slow", "chunks": 20, "every": "100ms"} picks one with its parameters. The same message always gives the same answer.`,
		Version:      "1.0.0",
		Provider:     &a2a.Provider{Organization: "a2a-console", URL: "https://github.com/a2a-console/a2a-console"},
		Capabilities: a2a.Capabilities{Streaming: a.hasCapability(streaming), Push: a.hasCapability(push), ExtendedCard: a.hasCapability(extendedCard), Extensions: a.extensions()},
		InputModes:   []string{"text/plain", "application/json", "application/pdf", "image/png", "image/jpeg", "image/gif"},
		OutputModes:  []string{"text/plain", "application/json"},
		Interfaces:   a.interfaces(),
	}
	a.secure(&c)
	for _, s := range skills {
		if !s.extendedOnly || extended {
			c.Skills = append(c.Skills, s.card)
		}
	}
	return c
}
