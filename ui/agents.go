package ui

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// agentEntry is an agent with everything the pages show of it.
type agentEntry struct {
	wire.Agent
	Tap   string // address of its tap, "" when none is open
	Built bool   // the built-in reference agent
	Moved bool   // a reference agent of an earlier run, by its name
	Known known

	Doctor bool // its connection can be examined
}

// Title is what the agent is called.
func (a agentEntry) Title() string {
	return cmp.Or(a.Name, hostOf(a.Origin))
}

// Card is the agent's card, nil while it is not known.
func (a agentEntry) Card() *a2a.Card {
	return a.Known.card()
}

// Versions are the versions its cards offer, in their order.
func (a agentEntry) Versions() []a2a.Version {
	if a.Known.Discovery == nil {
		return nil
	}
	out := slices.Clone(a.Known.Discovery.Versions)
	for _, m := range a.Known.Discovery.More {
		for _, v := range m.Versions {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// entries lists the agents: the developer's own in the order of their taps, then
// the reference agent, then where that was before, then those without a tap by name.
func (s *Server) entries(ctx context.Context) ([]agentEntry, error) {
	all, err := s.Directory.Agents(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the known agents: %w", err)
	}
	taps, moved := s.Taps.Taps(), s.moved(all)
	var out []agentEntry
	for _, a := range all {
		if !a.Hidden {
			out = append(out, s.entry(a, taps))
		}
	}
	for _, t := range taps {
		if !slices.ContainsFunc(all, func(a wire.Agent) bool { return a.Origin == t.Agent }) {
			out = append(out, s.entry(wire.Agent{Origin: t.Agent}, taps))
		}
	}
	for i := range out {
		out[i].Moved = moved[out[i].Origin]
		if out[i].Seen, err = s.lastSeen(ctx, out[i].Origin); err != nil {
			return nil, err
		}
	}
	place := func(a agentEntry) int { return rank(Tap{URL: a.Tap, Reference: a.Built}, a.Moved) }
	slices.SortStableFunc(out, func(a, b agentEntry) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(tapIndex(taps, a.Origin), tapIndex(taps, b.Origin)), cmp.Compare(strings.ToLower(a.Title()), strings.ToLower(b.Title())))
	})
	return out, nil
}

// lastSeen is when the newest exchange with an agent began, zero for none.
func (s *Server) lastSeen(ctx context.Context, origin string) (time.Time, error) {
	f := wire.Filter{Agents: []string{origin}, Not: []wire.Origin{wire.Console}}
	newest, err := s.Library.Exchanges(ctx, f, wire.Page{Limit: 1})
	if err != nil || len(newest) == 0 {
		return time.Time{}, err
	}
	return newest[0].Started, nil
}

// tapIndex is the place of an agent's tap, past the end when it has none.
func tapIndex(taps []Tap, origin string) int {
	if i := slices.IndexFunc(taps, func(t Tap) bool { return t.Agent == origin }); i >= 0 {
		return i
	}
	return len(taps)
}

func (s *Server) entry(a wire.Agent, taps []Tap) agentEntry {
	e := agentEntry{Agent: a, Known: s.cards.get(a.Origin), Doctor: s.Doctor != nil, Built: a.Origin == s.Reference}
	for _, t := range taps {
		if t.Agent == a.Origin {
			e.Tap = t.URL
			e.Built = e.Built || t.Reference
		}
	}
	if e.Built && e.Name == "" {
		e.Name = "Reference agent"
	}
	return e
}

// find returns an agent by its origin, known from the directory or by its tap.
func (s *Server) find(ctx context.Context, origin string) (agentEntry, bool) {
	a, ok := s.agent(ctx, origin)
	taps := s.Taps.Taps()
	if !ok && !slices.ContainsFunc(taps, func(t Tap) bool { return t.Agent == origin }) {
		return agentEntry{}, false
	}
	return s.entry(a, taps), true
}

func (s *Server) agentsPage(w http.ResponseWriter, r *http.Request) error {
	all, err := s.entries(r.Context())
	if err != nil {
		return err
	}
	return s.page(w, r, Page{Title: "Agents", Screen: "agents", Styles: []string{"agents", "signin"}, Body: agentsBody(all, s.Doctor != nil, s.Now()), Live: true})
}

func (s *Server) agentsLive(*http.Request, int64) (View, error) {
	return viewFunc(func(ctx context.Context, p *Patches) error {
		all, err := s.entries(ctx)
		if err == nil {
			p.Changed("agents", agentsTable(all, s.Now()))
		}
		return err
	}), nil
}

// viewFunc is a View without state.
type viewFunc func(ctx context.Context, p *Patches) error

func (f viewFunc) Draw(ctx context.Context, p *Patches) error { return f(ctx, p) }

// connectAgent finds the card for whatever was typed, opens the agent's tap and
// goes to its page; else it tells the search.
func (s *Server) connectAgent(w http.ResponseWriter, r *http.Request) error {
	input := strings.TrimSpace(r.FormValue("address"))
	if input == "" {
		return fail(http.StatusBadRequest, "There is nothing to connect to.", "The box is empty.",
			"Type a host, an origin, a URL, or paste a card's JSON.")
	}
	if err := s.signInFirst(r, input); err != nil {
		return err
	}
	d, err := s.Caller.Discover(r.Context(), input)
	if err != nil || d == nil || d.Card == nil {
		return s.notConnected(w, r, input, connectFailed(d, err, s.Wallet != nil))
	}
	origin := wire.OriginOf(d.CardURL)
	if origin == "" && len(d.Card.Interfaces) > 0 {
		origin = wire.OriginOf(d.Card.Interfaces[0].URL)
	}
	if origin == "" {
		return s.notConnected(w, r, input, connectFailed(d, fmt.Errorf("the card names no URL that can be called"), false))
	}
	if err := s.signInFound(input, d); err != nil {
		return fail(http.StatusConflict, "These credentials cannot be used.", sentenceOf(err.Error()), "Change what is wrong and try again.")
	}
	if err := s.adopt(r.Context(), origin, d); err != nil {
		return err
	}
	return s.goTo(w, r, agentURL(origin))
}

// notConnected tells the search for a card, below the form.
func (s *Server) notConnected(w http.ResponseWriter, r *http.Request, input string, failed templ.Component) error {
	body := notConnectedBody(connectForm(s.Doctor != nil, input, failed))
	return s.answer(w, r, failed, Page{Title: "Agents", Screen: "agents", Styles: []string{"agents", "signin"}, Body: body})
}

// adopt makes an agent known and opens its tap.
func (s *Server) adopt(ctx context.Context, origin string, d *inspector.Discovery) error {
	a, _ := s.agent(ctx, origin)
	a.Hidden, a.CardURL = false, d.CardURL
	if a.Name == "" {
		a.Name = d.Card.Name
	}
	if _, err := s.Taps.Open(ctx, origin); err != nil {
		return fail(http.StatusBadGateway, "The card was found, but no tap could be opened for it.", err.Error()+".",
			"Free a port or choose another with --tap-listen.")
	}
	// Opening a tap may have saved the agent with its port.
	if b, ok := s.agent(ctx, origin); ok {
		a.TapPort = b.TapPort
	}
	if err := s.Directory.SaveAgent(ctx, a); err != nil {
		return fmt.Errorf("keep the agent: %w", err)
	}
	s.keepCard(ctx, origin, d, nil)
	s.bell.ring()
	return nil
}

// mismatch is an interface whose URL is not where the card was found, with the
// URL that would be.
type mismatch struct{ Said, Instead string }

// mismatches lists the interfaces that point away from the agent that answered.
func mismatches(a agentEntry) (out []mismatch) {
	if a.Card() == nil || a.Known.Discovery.CardURL == "" {
		return nil
	}
	for _, f := range a.Card().Interfaces {
		u, err := url.Parse(f.URL)
		if err != nil || u.Host == "" || wire.OriginOf(f.URL) == a.Origin {
			continue
		}
		path := u.EscapedPath()
		if path == "" {
			path = "/"
		}
		out = append(out, mismatch{Said: f.URL, Instead: a.Origin + path})
	}
	return out
}
