package agentpage

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/web"
)

// versionsView holds how an agent and the console agree on a version: what its cards offer, what
// was tried, and what it answered.
type versionsView struct {
	Rows        []versionRow
	Chosen      agents.Protocol // what Compose uses if the draft chooses none
	Cards       []agents.ServedCard
	LeftCard    int // index in Cards of the card on the left; -1 if none are shown side by side
	RightCard   int
	Differences []diff.Difference // between LeftCard and RightCard
	Extended    *agents.ServedCard
}

// versionRow is an interface of a card with the last call to it.
type versionRow struct {
	Protocol    agents.Protocol
	Interface   a2a.Interface
	Card        string         // URL of the card that names it
	Last        *wire.Exchange // nil if there is none on record
	IsAmbiguous bool           // Last may be in another version: its bytes fit several
}

// requestVersions returns the A2A-Version values with which a card is requested; "" sends none.
func requestVersions() []a2a.Version {
	return append([]a2a.Version{""}, registry.Having(func(v *version.Version) bool { return v.Negotiated })...)
}

func requestVersionText(v a2a.Version) string { return cmp.Or(string(v), "not sent") }

func (s *Screen) readVersions(ctx context.Context, a agents.Entry) *versionsView {
	v := &versionsView{LeftCard: -1, Cards: a.CardInfo.Served, Differences: a.CardInfo.Differences, Extended: a.CardInfo.Extended}
	if a.Card() == nil {
		return v
	}
	if t, err := s.Agents.Target(a.Agent, "", ""); err == nil {
		v.Chosen = agents.Protocol{Version: t.Version, Binding: t.Binding}
	}
	for _, f := range agents.AllInterfaces(a) {
		r := versionRow{Protocol: agents.Protocol{Version: f.Version, Binding: f.Binding}, Interface: f, Card: cardURLOf(a, f)}
		filter := wire.Filter{Agents: []string{a.Origin}, Dialects: []string{string(f.Version)}, Bindings: []string{string(f.Binding)}, ExcludedOrigins: []wire.Origin{wire.Push}}
		if xs, err := s.Library.Exchanges(ctx, filter, wire.Page{Limit: maxVersionExchanges}); err == nil && f.Binding != "" {
			if r.Last = lastExchange(xs, f); r.Last == nil {
				r.Last = lastPossibleExchange(xs, agents.AllInterfaces(a))
				r.IsAmbiguous = r.Last != nil
			}
		}
		v.Rows = append(v.Rows, r)
	}
	v.LeftCard, v.RightCard = pickCards(v.Cards)
	return v
}

// maxVersionExchanges bounds how many exchanges are searched for one that certainly used an
// interface.
const maxVersionExchanges = 20

// lastExchange returns the newest exchange with an interface, nil for none. If the bytes of one fit
// several versions, its URL decides.
func lastExchange(newest []wire.Exchange, f a2a.Interface) *wire.Exchange {
	for i, x := range newest {
		if !strings.Contains(x.Labels.Dialect, "|") || strings.TrimSuffix(x.URL, "/") == strings.TrimSuffix(f.URL, "/") {
			return &newest[i]
		}
	}
	return nil
}

// lastPossibleExchange returns the newest exchange that may have been with an interface, nil for
// none: its bytes fit several versions, and its URL, like the root of a tap, belongs to no
// interface.
func lastPossibleExchange(newest []wire.Exchange, all []a2a.Interface) *wire.Exchange {
	for i, x := range newest {
		at := strings.TrimSuffix(x.URL, "/")
		if !slices.ContainsFunc(all, func(f a2a.Interface) bool { return strings.TrimSuffix(f.URL, "/") == at }) {
			return &newest[i]
		}
	}
	return nil
}

func (s *Screen) compareCards(ctx context.Context, a, b *a2a.Card) []diff.Difference {
	list, err := agents.CardDiff(ctx, a, b)
	if err != nil {
		s.Web.Logger.Error("compare two cards", "err", err)
	}
	return list
}

// pickCards returns the indexes of the two cards to show side by side, those of the newest versions
// with different bytes; -1 and -1 for none.
func pickCards(all []agents.ServedCard) (left, right int) {
	for r := len(all) - 1; r > 0; r-- {
		for l := r - 1; l >= 0; l-- {
			if all[l].Card != nil && all[r].Card != nil && !agents.SameBytes(all[l], all[r]) {
				return l, r
			}
		}
	}
	return -1, -1
}

// cardURLOf returns the URL of the card that names an interface.
func cardURLOf(a agents.Entry, f a2a.Interface) string {
	d := a.CardInfo.Discovery
	if slices.Contains(d.Card.Interfaces, f) {
		return d.CardURL
	}
	for _, m := range d.OtherCards {
		if slices.Contains(m.Card.Interfaces, f) {
			return m.CardURL
		}
	}
	return ""
}

func (s *Screen) askCards(w http.ResponseWriter, r *http.Request, e agents.Entry) error {
	if e.Card() == nil || e.CardInfo.Discovery.CardURL == "" {
		return web.Fail(http.StatusConflict, "There is no address to request the card from.", "The card was pasted, or is not known.", "Connect the agent by its address.")
	}
	var all []agents.ServedCard
	for _, v := range requestVersions() {
		all = append(all, s.Agents.CardAs(r.Context(), e.CardInfo.Discovery.CardURL, v))
	}
	var differ []diff.Difference
	if left, right := pickCards(all); left >= 0 {
		differ = s.compareCards(r.Context(), all[left].Card, all[right].Card)
	}
	s.Agents.Cards.Edit(e.Origin, func(k *agents.CardInfo) { k.Served, k.Differences = all, differ })
	return s.Web.Done(w, r, web.Agents)
}

// askExtended requests the extended card, because the person asks for that.
func (s *Screen) askExtended(w http.ResponseWriter, r *http.Request, e agents.Entry) error {
	as := agents.ProtocolOf(r.FormValue("as"))
	if as == (agents.Protocol{}) || e.Card() == nil {
		return web.Fail(http.StatusBadRequest, "Nothing was requested.", "No version and binding is chosen.", "Choose one that the card offers.")
	}
	got := s.Agents.ExtendedAs(r.Context(), e.Agent, as)
	if got.Card != nil {
		public := e.Card()
		if at := e.CardInfo.Discovery.CardURL; at != "" {
			// Cards of different versions differ in more than what the extended one adds, so
			// compare it with the public card of this version.
			public = cmp.Or(s.Agents.CardAs(r.Context(), at, as.Version).Card, public)
		}
		got.Differences = s.compareCards(r.Context(), public, got.Card)
	}
	s.Agents.Cards.Edit(e.Origin, func(k *agents.CardInfo) { k.Extended = &got })
	return s.Web.Done(w, r, web.Agents)
}

func (r versionRow) word() string {
	return strings.Trim(cmp.Or(string(r.Interface.Version), r.Interface.DeclaredVersion)+" · "+words.Binding(r.Interface), " ·")
}

func (r versionRow) isSupported() bool {
	return agents.ProtocolOf(r.Protocol.String()) != (agents.Protocol{})
}

func pathOf(raw string) string {
	if u, err := url.Parse(raw); err == nil && u.Path != "" {
		return u.EscapedPath()
	}
	return raw
}

// sameBytesNote says which other card has the same bytes; "" for an answer without a card.
func sameBytesNote(all []agents.ServedCard, i int) string {
	if len(all[i].Raw) == 0 {
		return ""
	}
	for j := range all {
		if j != i && agents.SameBytes(all[j], all[i]) {
			return "same as " + requestVersionText(all[j].RequestVersion)
		}
	}
	return "unlike the others"
}
