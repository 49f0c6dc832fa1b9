package agents

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Entry is an agent with what pages show about it.
type Entry struct {
	wire.Agent
	UniqueName  string // its name, made unique among agents of that name; "" if unknown
	Tap         string // URL of its tap, "" if none is open
	IsReference bool   // it is the built-in reference agent
	IsFormer    bool   // judging by its name, it was the reference agent of an earlier run
	CardInfo    CardInfo

	CanDiagnose bool // its connection can be examined
	CanExamine  bool // its conformance can be examined
}

// Title returns the agent's name, or else its host.
func (a Entry) Title() string {
	return cmp.Or(a.Name, record.HostOf(a.Origin))
}

// DisplayName returns the title, made unique if several agents share it.
func (a Entry) DisplayName() string {
	return cmp.Or(a.UniqueName, a.Title())
}

// Card returns the agent's card, nil if it is not known.
func (a Entry) Card() *a2a.Card {
	return a.CardInfo.card()
}

func (a Entry) rank() int { return Rank(host.Tap{URL: a.Tap, Reference: a.IsReference}, a.IsFormer) }

// Versions returns the versions that the agent's cards offer, in the cards' order.
func (a Entry) Versions() []a2a.Version {
	if a.CardInfo.Discovery == nil {
		return nil
	}
	out := slices.Clone(a.CardInfo.Discovery.Versions)
	for _, m := range a.CardInfo.Discovery.OtherCards {
		for _, v := range m.Versions {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// Entries lists the agents: the developer's own in the order of their taps, then the reference
// agent, its former addresses, and agents without a tap by name.
func (s *Directory) Entries(ctx context.Context) ([]Entry, error) {
	all, err := s.Directory.Agents(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the known agents: %w", err)
	}
	taps, moved := s.Taps.Taps(), s.FormerReferences(all)
	var out []Entry
	for _, a := range all {
		if !a.Hidden {
			out = append(out, s.Entry(a, taps))
		}
	}
	for _, t := range taps {
		if !slices.ContainsFunc(all, func(a wire.Agent) bool { return a.Origin == t.Agent }) {
			out = append(out, s.Entry(wire.Agent{Origin: t.Agent}, taps))
		}
	}
	origins := make([]string, len(out))
	for i := range out {
		origins[i] = out[i].Origin
	}
	last, err := s.lastCalls(ctx, origins)
	if err != nil {
		return nil, err
	}
	names := record.AgentNames(all, taps)
	for i := range out {
		out[i].UniqueName = names[out[i].Origin]
		out[i].IsFormer, out[i].LastSeen = moved[out[i].Origin], last[out[i].Origin]
		s.retry(ctx, out[i])
	}
	slices.SortStableFunc(out, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(tapIndex(taps, a.Origin), tapIndex(taps, b.Origin)), cmp.Compare(strings.ToLower(a.Title()), strings.ToLower(b.Title())))
	})
	return out, nil
}

// tapIndex returns the index of an agent's tap in taps, or len(taps) for an agent without one.
func tapIndex(taps []host.Tap, origin string) int {
	if i := slices.IndexFunc(taps, func(t host.Tap) bool { return t.Agent == origin }); i >= 0 {
		return i
	}
	return len(taps)
}

func (s *Directory) Entry(a wire.Agent, taps []host.Tap) Entry {
	e := Entry{Agent: a, CardInfo: s.Cards.Get(a.Origin), CanDiagnose: s.Doctor != nil, CanExamine: s.CanExamine, IsReference: a.Origin == s.Reference}
	for _, t := range taps {
		if t.Agent == a.Origin {
			e.Tap = t.Address()
			e.IsReference = e.IsReference || t.Reference
		}
	}
	if e.IsReference && e.Name == "" {
		e.Name = "Reference agent"
	}
	return e
}

// UniqueNameOf returns an agent's name, made unique among agents of that name; "" if the name is
// unknown.
func (s *Directory) UniqueNameOf(ctx context.Context, origin string) string {
	all, err := s.Directory.Agents(ctx)
	if err != nil {
		s.Web.Logger.Error("read the known agents", "err", err)
	}
	return record.AgentNames(all, s.Taps.Taps())[origin]
}

// Find returns the agent with an origin, if it is in the directory or has a tap.
func (s *Directory) Find(ctx context.Context, origin string) (Entry, bool) {
	a, ok := s.Agent(ctx, origin)
	taps := s.Taps.Taps()
	if !ok && !slices.ContainsFunc(taps, func(t host.Tap) bool { return t.Agent == origin }) {
		return Entry{}, false
	}
	e := s.Entry(a, taps)
	s.retry(ctx, e)
	return e, true
}

// Adopt saves the agent at an address, opens its tap and chooses it. d is nil if its card is not
// known.
func (s *Directory) Adopt(ctx context.Context, address string, d *inspector.Discovery) error {
	origin := wire.OriginOf(address)
	a, _ := s.Agent(ctx, origin)
	a.Origin, a.Hidden = origin, false
	if d != nil {
		a.CardURL, a.Name = d.CardURL, cmp.Or(a.Name, d.Card.Name)
	} else if address != origin {
		a.CardURL = cmp.Or(a.CardURL, address) // where to search again after a sign-in
	}
	if _, err := s.Taps.Open(ctx, address); err != nil {
		return web.Fail(http.StatusBadGateway, "No tap could be opened for the agent.", err.Error(),
			"Free a port or choose another with --tap-listen.")
	}
	// Opening the tap may have saved the agent with the tap's port.
	if b, ok := s.Agent(ctx, origin); ok {
		a.TapPort = b.TapPort
	}
	if err := s.Directory.SaveAgent(ctx, a); err != nil {
		return fmt.Errorf("keep the agent: %w", err)
	}
	if d != nil {
		s.KeepCard(ctx, origin, d, nil)
	}
	s.Choose(origin)
	s.Web.Notify(web.Agents)
	return nil
}
