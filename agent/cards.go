package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/a2a"
)

// cardAt serves the card at a well-known path, in the version the request
// names, else in the newest one whose own path this is, else in the newest one
// that looks here at all.
func (a *Agent) cardAt(path string) http.HandlerFunc {
	var here []a2a.Dialect
	for _, d := range a.opts.Dialects {
		if slices.Contains(d.WellKnown(), path) {
			here = append(here, d)
		}
	}
	usual := newest(here, func(d a2a.Dialect) bool { return d.WellKnown()[0] == path })
	if usual == nil {
		usual = here[0]
	}
	return func(w http.ResponseWriter, r *http.Request) {
		d := newest(here, func(d a2a.Dialect) bool {
			v := asked(r)
			return v == string(d.Version()) || strings.HasPrefix(v, string(d.Version())+".")
		})
		if d == nil {
			d = usual
		}
		a.serveCard(w, r, d)
	}
}

func (a *Agent) serveCard(w http.ResponseWriter, r *http.Request, d a2a.Dialect) {
	card := a.card(false)
	if !mannersOf(d.Version()).replies {
		card = a.only(d, card)
	}
	body, _, err := d.EncodeCard(&card)
	if err != nil {
		a.opts.Logger.Error("encode the card", "version", d.Version(), "err", err)
		http.Error(w, "the card could not be written", http.StatusInternalServerError)
		return
	}
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	h := w.Header()
	h.Set("Vary", versionHeader)
	h.Set("ETag", tag)
	h.Set("Cache-Control", "public, max-age=60")
	h.Set("Content-Type", "application/json")
	if slices.Contains(strings.Split(strings.ReplaceAll(r.Header.Get("If-None-Match"), " ", ""), ","), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(body) // a client that left needs no card
}

// only is a card for a version with a single endpoint.
func (a *Agent) only(d a2a.Dialect, card a2a.Card) a2a.Card {
	card.Interfaces = []a2a.Interface{a.at(d)}
	card.Capabilities.ExtendedCard = false
	return card
}

func (a *Agent) at(d a2a.Dialect) a2a.Interface {
	v := d.Version()
	return a2a.Interface{URL: a.url(d), Binding: a2a.JSONRPC, Version: v, Said: string(v)}
}

// card is what the agent says of itself; extended adds what only callers of
// GetExtendedAgentCard are shown.
func (a *Agent) card(extended bool) a2a.Card {
	c := a2a.Card{
		Name: "a2a-console reference agent",
		Description: "A deterministic agent without a language model. The text of a message picks a skill; a data part " +
			`{"skill": "slow", "chunks": 20, "every": "100ms"} picks one with its parameters. The same message always gives the same answer.`,
		Version:      "1.0.0",
		Provider:     &a2a.Provider{Organization: "a2a-console", URL: "https://github.com/a2a-console/a2a-console"},
		Capabilities: a2a.Capabilities{Streaming: true, Push: true, ExtendedCard: true},
		InputModes:   []string{"text/plain", "application/json", "application/pdf", "image/png", "image/jpeg", "image/gif"},
		OutputModes:  []string{"text/plain", "application/json"},
	}
	for _, d := range a.opts.Dialects {
		c.Interfaces = append(c.Interfaces, a.at(d))
	}
	for _, s := range a.skills {
		if !s.extended || extended {
			c.Skills = append(c.Skills, s.card)
		}
	}
	return c
}
