package agentpage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/talk"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) agentsPage(w http.ResponseWriter, r *http.Request) error {
	order := agentOrder(r)
	all, err := s.listAgents(r.Context(), order)
	if err != nil {
		return err
	}
	entries := make([]agents.Entry, len(all))
	for i := range all {
		entries[i] = all[i].Entry
	}
	s.Agents.LookAgain(entries)
	return s.Web.Page(w, r, web.Page{Title: "Agents", Screen: "agents", Styles: []string{"agents", "signin"}, Body: agentsBody(all, order, s.Doctor != nil), Live: true})
}

func (s *Screen) agentsLive(r *http.Request, _ int64) (web.View, error) {
	return &agentsView{s: s, order: agentOrder(r)}, nil
}

type agentsView struct {
	s     *Screen
	order wire.Order
	rows  web.Rows
}

// Pace implements web.Paced. The figures are computed from many exchanges, which takes time.
func (*agentsView) Pace() time.Duration { return time.Second }

// Concerns implements web.Selective. The list shows when each agent was last called, and which
// rules are in force for it.
func (v *agentsView) Concerns(n web.Notice) bool {
	x, known := n.About()
	return n.Matches(web.Agents, web.Sessions, web.Rules) || n.Kind == web.Record && (!known || x.Origin != wire.Console)
}

func (v *agentsView) Draw(ctx context.Context, p *web.Patches) error {
	list, err := v.s.listAgents(ctx, v.order)
	if err != nil {
		return err
	}
	rows := make([]web.Row, len(list))
	for i, a := range list {
		rows[i] = web.Row{ID: agentRowID(a.Entry), Cell: agentRow(a)}
	}
	v.rows.Draw(p, "#agent-rows", agentsTable(list, v.order), rows)
	return nil
}

type listedAgent struct {
	agents.Entry
	Standing      agents.Standing
	insight.Group               // figures computed from the newest exchanges of all agents
	Latest        wire.Exchange // the newest counted exchange, zero for none
	ActiveRules   []record.ActiveRule
	Now           time.Time
}

func (s *Screen) listAgents(ctx context.Context, order wire.Order) ([]listedAgent, error) {
	all, err := s.Agents.Entries(ctx)
	if err != nil {
		return nil, err
	}
	out, err := s.measure(ctx, all, wire.Filter{})
	if err != nil {
		return nil, err
	}
	if h := columnOf(order.Column); h.compare != nil {
		slices.SortStableFunc(out, func(a, b listedAgent) int {
			if order.Descending {
				a, b = b, a
			}
			return h.compare(&a, &b)
		})
	}
	return out, nil
}

// measure adds to agents what their exchanges show, of those that a filter selects.
func (s *Screen) measure(ctx context.Context, all []agents.Entry, f wire.Filter) ([]listedAgent, error) {
	f.ExcludedOrigins = []wire.Origin{wire.Console}
	samples, err := s.Library.Samples(ctx, f.WithoutExaminations(), insight.MaxSamples, insight.MaxReadTime)
	if err != nil {
		return nil, fmt.Errorf("read the exchanges: %w", err)
	}
	figures := insight.FiguresOf(samples)
	out := make([]listedAgent, len(all))
	for i, a := range all {
		out[i] = listedAgent{Entry: a, Standing: s.Agents.Standing(ctx, a), Now: s.Web.Now()}
		if !figures.HasOlder {
			out[i].LastSeen = time.Time{} // else the figures and it would be of different exchanges
		}
		if s.Rules != nil {
			out[i].ActiveRules = record.ActiveRules(s.Rules.RulesAbout(a.Origin), s.Rules.Presets())
		}
		if at := slices.IndexFunc(figures.Agents, func(g insight.Group) bool { return g.Name == a.Origin }); at >= 0 {
			out[i].Group = figures.Agents[at]
			out[i].LastSeen = out[i].Last.Started
			if out[i].Latest, err = s.Library.Exchange(ctx, out[i].Last.ID); err != nil && !errors.Is(err, wire.ErrNotFound) {
				return nil, fmt.Errorf("read the last exchange: %w", err)
			}
		}
	}
	return out, nil
}

type agentColumn struct {
	SortKey string // the column's name in the URL
	Name    string
	Down    bool // the first click sorts the greatest first
	compare func(a, b *listedAgent) int
}

func agentColumns() []agentColumn {
	return []agentColumn{
		{"agent", "Agent", false, func(a, b *listedAgent) int {
			return cmp.Or(cmp.Compare(strings.ToLower(a.Title()), strings.ToLower(b.Title())), cmp.Compare(a.DisplayName(), b.DisplayName()))
		}},
		{"status", "Status", false, func(a, b *listedAgent) int { return cmp.Compare(a.health().Rank(), b.health().Rank()) }},
		{"outcome", "Last outcome", false, func(a, b *listedAgent) int { return cmp.Compare(a.lastRank(), b.lastRank()) }},
		{"calls", "Exchanges", true, func(a, b *listedAgent) int { return cmp.Compare(a.Count, b.Count) }},
		{"failed", "Failed", true, func(a, b *listedAgent) int { return cmp.Compare(a.failedShare(), b.failedShare()) }},
		{"first", "Stream's first byte P50\u00a0·\u00a0P95", true, func(a, b *listedAgent) int { return cmp.Compare(a.First.P95, b.First.P95) }},
		{"total", "Total P50\u00a0·\u00a0P95", true, func(a, b *listedAgent) int { return cmp.Compare(a.Total.P95, b.Total.P95) }},
		{"findings", "Findings", true, func(a, b *listedAgent) int { return cmp.Compare(a.Findings, b.Findings) }},
		{"last", "Last call", true, func(a, b *listedAgent) int { return a.LastSeen.Compare(b.LastSeen) }},
	}
}

// columnOf returns the column with a key, the zero one if there is none.
func columnOf(by string) agentColumn {
	columns := agentColumns()
	if i := slices.IndexFunc(columns, func(h agentColumn) bool { return h.SortKey == by }); i >= 0 {
		return columns[i]
	}
	return agentColumn{}
}

// agentOrder reads the order from the URL; without one, the agents called last come first. "failed" is the order
// after the first click on that column, which bookmarks rely on; "-failed" is the reverse.
func agentOrder(r *http.Request) wire.Order {
	by, turned := strings.CutPrefix(r.URL.Query().Get("sort"), "-")
	h := columnOf(by)
	if h.SortKey == "" {
		h, turned = columnOf("last"), false
	}
	return wire.Order{Column: h.SortKey, Descending: h.Down != turned}
}

// sortedAgentsURL returns the URL of the list after a click on the head of a column.
func sortedAgentsURL(o wire.Order, h agentColumn) string {
	if o = link.Turned(o, h.SortKey, h.Down); o.Column == "" {
		return "/agents"
	}
	o.Descending = o.Descending != h.Down // what agentOrder expects
	return "/agents?sort=" + o.String()
}

func (a *listedAgent) health() agents.Health { return a.HealthOf(a.Latest, a.Now) }

// address returns the host, unless the title shows it, and the versions that the card offers.
func (a *listedAgent) address() string {
	var said []string
	if host := record.HostOf(a.Origin); host != a.Title() {
		said = append(said, part.Short(host, 60))
	}
	if speaks := agents.VersionRange(a.Entry); speaks != "" {
		said = append(said, "A2A "+part.Short(speaks, 40))
	}
	if a.IsFormer {
		said = append(said, "from an earlier run")
	}
	return strings.Join(said, " · ")
}

// lastRank sorts agents whose last exchange failed first, and those without exchanges last.
func (a *listedAgent) lastRank() int {
	switch {
	case a.Latest.ID == "":
		return 3
	case a.Last.Failed:
		return 0
	case a.Last.Wrong:
		return 1
	}
	return 2
}

func (a *listedAgent) failedShare() float64 {
	return float64(a.Failed) / float64(max(a.Count, 1))
}

// spark shows the agent's calls on a time axis that all agents share.
func (a *listedAgent) spark() templ.Component {
	marks, _ := part.CallMarks(a.Times, func(insight.Bin) string { return "" })
	return part.Spark(words.Plural(a.Count, "exchange")+" over time", len(a.Times), marks)
}

func agentRowID(a agents.Entry) string { return "agent-" + talk.TurnKey(a.Origin) }

// connectAgent finds the card for what was typed, opens the agent's tap and goes to its page. If
// there is no card, it responds with the trail of the search.
func (s *Screen) connectAgent(w http.ResponseWriter, r *http.Request) error {
	input := strings.TrimSpace(r.FormValue("address"))
	if input == "" {
		return web.Fail(http.StatusBadRequest, "There is nothing to connect to.", "The box is empty.",
			"Type a host, an origin, a URL, or paste a card's JSON.")
	}
	if r.FormValue("cardless") != "" {
		return s.connectCardless(w, r, input)
	}
	d, err := s.Caller.Discover(r.Context(), input)
	if err != nil || d == nil || d.Card == nil {
		return s.answerFailure(w, r, input, s.discoveryFailure(d, err, input))
	}
	origin := wire.OriginOf(d.CardURL)
	if origin == "" && len(d.Card.Interfaces) > 0 {
		origin = wire.OriginOf(d.Card.Interfaces[0].URL)
	}
	if origin == "" {
		return s.answerFailure(w, r, input, connectFailed(d, fmt.Errorf("the card names no URL that can be called"), connectOffers{}))
	}
	if err := s.Agents.Adopt(r.Context(), origin+inspector.CardBase(d.CardURL), d); err != nil {
		return err
	}
	return s.Web.GoTo(w, r, link.AgentURL(origin))
}

// connectCardless connects an address without looking for a card first.
func (s *Screen) connectCardless(w http.ResponseWriter, r *http.Request, input string) error {
	origin := wire.OriginOf(inspector.FirstAddress(input))
	if origin == "" {
		return web.Fail(http.StatusBadRequest, "There is nothing to connect to.", "The box holds no address.", "Type a host, an origin or a URL.")
	}
	if err := s.Agents.Adopt(r.Context(), inspector.FirstAddress(input), nil); err != nil {
		return err
	}
	to := link.AgentURL(origin)
	if r.FormValue("cardless") == "signin" {
		to += "?tab=signin"
	}
	return s.Web.GoTo(w, r, to)
}

// connectOffers says what to offer for an address where no card was found.
type connectOffers struct {
	SignIn  bool   // credentials can be given
	Address string // the address to examine, "" for none
	Origin  string // the origin to connect without a card, "" for none
}

func (s *Screen) discoveryFailure(d *inspector.Discovery, err error, input string) templ.Component {
	o := connectOffers{SignIn: s.Wallet != nil, Origin: wire.OriginOf(inspector.FirstAddress(input))}
	if o.Origin != "" && s.Doctor != nil {
		o.Address = input
	}
	return connectFailed(d, err, o)
}

// noCardReason shortens an error for a page that already says that no card was found.
func noCardReason(err error) string {
	if errors.Is(err, inspector.ErrNoCard) {
		if _, why, ok := strings.Cut(err.Error(), ": "); ok {
			return why
		}
	}
	return err.Error()
}

func (s *Screen) answerFailure(w http.ResponseWriter, r *http.Request, input string, failed templ.Component) error {
	body := notConnectedBody(agents.ConnectForm(s.Doctor != nil, input, failed))
	return s.Web.Answer(w, r, failed, web.Page{Title: "Agents", Screen: "agents", Styles: []string{"agents", "signin"}, Body: body})
}

// mismatch returns the URL of the first interface that is on another origin than the agent that
// answered, and the same path at the agent's origin; "" and "" if there is none.
func mismatch(a agents.Entry) (said, instead string) {
	if a.Card() == nil || a.CardInfo.Discovery.CardURL == "" {
		return "", ""
	}
	for _, f := range a.Card().Interfaces {
		if u, err := url.Parse(f.URL); err == nil && u.Host != "" && wire.OriginOf(f.URL) != a.Origin {
			return f.URL, a.Origin + cmp.Or(u.EscapedPath(), "/")
		}
	}
	return "", ""
}

// currentStanding returns the standing to show in the list: about the card and the credentials. Whether the agent
// answers is its health.
func (a *listedAgent) currentStanding() agents.Standing {
	switch {
	case a.Card() != nil || a.CardInfo.Discovery == nil:
		return a.Standing
	case !a.health().IsReachable():
		return agents.Standing{}
	case a.Latest.Response.Status > 0:
		return agents.Standing{Class: "muted", Words: "card not read", Reason: a.Standing.Reason}
	}
	return a.Standing
}
