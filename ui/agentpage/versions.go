package agentpage

import (
	"cmp"
	"context"
	"net/http"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/web"
)

// askedVersions are the versions that a card is asked for as.
func askedVersions() []a2a.Version {
	return append([]a2a.Version{""}, registry.Having(func(v *version.Version) bool { return v.Negotiated })...)
}

func askedWord(v a2a.Version) string { return cmp.Or(string(v), "not sent") }

func (s *Screen) differing(ctx context.Context, a, b *a2a.Card) []diff.Difference {
	list, err := agents.CardDiff(ctx, a, b)
	if err != nil {
		s.Web.Logger.Error("compare two cards", "err", err)
	}
	return list
}

// sideBySide picks the two cards that are shown beside each other: the oldest and
// the newest version asked for that were served different bytes; -1 for none.
func sideBySide(all []agents.ServedCard) (left, right int) {
	for r := len(all) - 1; r > 0; r-- {
		for l := r - 1; l >= 0; l-- {
			if all[l].Card != nil && all[r].Card != nil && !agents.SameBytes(all[l], all[r]) {
				return l, r
			}
		}
	}
	return -1, -1
}

// askCards asks for the agent's card in each version, one after the other.
func (s *Screen) askCards(w http.ResponseWriter, r *http.Request, e agents.Entry) error {
	if e.Card() == nil || e.Known.Discovery.CardURL == "" {
		return web.Fail(http.StatusConflict, "There is no address to ask.", "The card was pasted, or is not known.", "Connect the agent by its address.")
	}
	var all []agents.ServedCard
	for _, v := range askedVersions() {
		all = append(all, s.Agents.CardAs(r.Context(), e.Known.Discovery.CardURL, v))
	}
	var differ []diff.Difference
	if left, right := sideBySide(all); left >= 0 {
		differ = s.differing(r.Context(), all[left].Card, all[right].Card)
	}
	s.Agents.Cards.Edit(e.Origin, func(k *agents.Known) { k.Served, k.Differ = all, differ })
	return s.Web.Done(w, r, web.Agents)
}

// askExtended asks for the extended card, because the developer does.
func (s *Screen) askExtended(w http.ResponseWriter, r *http.Request, e agents.Entry) error {
	as := agents.ProtocolOf(r.FormValue("as"))
	if as == (agents.Protocol{}) || e.Card() == nil {
		return web.Fail(http.StatusBadRequest, "Nothing was asked.", "No version and binding was chosen.", "Choose one of the card's.")
	}
	got := s.Agents.ExtendedAs(r.Context(), e.Agent, as)
	if got.Card != nil {
		public := e.Card()
		if at := e.Known.Discovery.CardURL; at != "" {
			// One card can differ from version to version in more than this.
			public = cmp.Or(s.Agents.CardAs(r.Context(), at, as.Version).Card, public)
		}
		got.Differ = s.differing(r.Context(), public, got.Card)
	}
	s.Agents.Cards.Edit(e.Origin, func(k *agents.Known) { k.Extended = &got })
	return s.Web.Done(w, r, web.Agents)
}

// likeWord says which other of the cards has the same bytes; "" for an answer
// without any.
func likeWord(all []agents.ServedCard, i int) string {
	if len(all[i].Raw) == 0 {
		return ""
	}
	for j := range all {
		if j != i && agents.SameBytes(all[j], all[i]) {
			return "same as " + askedWord(all[j].Asked)
		}
	}
	return "unlike the others"
}
