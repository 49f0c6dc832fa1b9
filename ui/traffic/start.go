package traffic

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// example is a message that Start sends to the reference agent on a click.
type example struct{ Name, Title, Shows string }

func examples() []example {
	return []example{
		{"joke", "Ask for a joke", "one message, one task, completed at once"},
		{"phone", "Order a phone", "the agent asks a question; you answer in Compose"},
		{"paper", "Write a long paper", "a stream: one artifact grows piece by piece"},
	}
}

// start serves the page Start: what is connected, code that calls it, and three examples to try.
func (s *Screen) start(w http.ResponseWriter, r *http.Request) error {
	l, err := s.Lists.List(r.Context(), s.Lists.Query(r.URL.Query()), "", 0)
	if err != nil {
		return err
	}
	first, err := s.firstCall(r.Context(), r.URL.Query().Get("agent"))
	if err != nil {
		return err
	}
	if first != nil {
		s.Agents.LookAgain(entriesOf(first.TappedAgents))
	}
	return s.Web.Page(w, r, web.Page{Title: "Start", Screen: "start", Styles: []string{"list", "exchange", "agents", "start", "signin"}, Body: startBody(l, first, s.Reference != "", s.Doctor != nil, s.Web.Now()), Live: true, Since: l.Since, Sessions: l.Sessions})
}

// firstCall is code that calls an agent through its tap, and the calls that have arrived.
type firstCall struct {
	Agent        tappedAgent
	Reference    bool          // it is the built-in agent
	Open         bool          // show the code unfolded
	TappedAgents []tappedAgent // including Agent
	Snippets     []snippet
	Call         *wire.Exchange // the newest call; nil before the first
	Card         *wire.Exchange // the newest request for the card; nil before the first
}

// tappedAgent is an agent that has a tap.
type tappedAgent struct {
	agents.Entry
	Health agents.Health
}

func entriesOf(all []tappedAgent) []agents.Entry {
	out := make([]agents.Entry, len(all))
	for i, a := range all {
		out[i] = a.Entry
	}
	return out
}

// firstCall returns code that calls the agent that agentToCall picks. It returns nil if no agent
// has a tap.
func (s *Screen) firstCall(ctx context.Context, origin string) (*firstCall, error) {
	all, err := s.Agents.Entries(ctx)
	if err != nil {
		return nil, err
	}
	c := &firstCall{}
	for _, e := range all {
		if e.Tap != "" {
			newest, err := s.Agents.NewestCall(ctx, e.Origin)
			if err != nil {
				return nil, fmt.Errorf("read the agent's newest call: %w", err)
			}
			c.TappedAgents = append(c.TappedAgents, tappedAgent{e, e.HealthOf(newest, s.Web.Now())})
		}
	}
	if len(c.TappedAgents) == 0 {
		return nil, nil
	}
	c.Agent = s.agentToCall(c.TappedAgents, origin)
	c.Reference = c.Agent.Origin == s.Reference
	c.Snippets = snippets(c.Agent.Tap, s.curlCall(c.Agent.Entry, c.Agent.Tap))
	xs, err := s.Library.Exchanges(ctx, wire.Filter{Agents: []string{c.Agent.Origin}, ExcludedOrigins: []wire.Origin{wire.Console, wire.Push}}, wire.Page{Limit: 20})
	if err != nil {
		return nil, fmt.Errorf("read the agent's calls: %w", err)
	}
	c.Call, c.Card = pickCalls(xs)
	c.Open = c.Agent.Origin == origin || !c.Reference && c.Call == nil
	return c, nil
}

// agentToCall picks the agent for the code: the one of origin or, if that is "", the chosen one. If
// there is no such agent, it picks the one that was called last, or else the last in the list, of
// those that are not down, and neither the reference agent nor a former one.
func (s *Screen) agentToCall(all []tappedAgent, origin string) tappedAgent {
	wanted := cmp.Or(origin, s.Agents.Chosen(agents.Ranks(entriesOf(all))))
	if i := slices.IndexFunc(all, func(a tappedAgent) bool { return a.Origin == wanted }); i >= 0 {
		return all[i]
	}
	best := all[0]
	for _, a := range all[1:] {
		isUp, bestIsUp := a.Health.Word != "down", best.Health.Word != "down" && !best.IsReference
		if !a.IsReference && !a.IsFormer && (isUp && !bestIsUp || isUp == bestIsUp && !a.LastSeen.Before(best.LastSeen)) {
			best = a
		}
	}
	return best
}

func (c *firstCall) row(x wire.Exchange, now time.Time) record.Row {
	return record.Row{Exchange: x, Name: c.Agent.Title(), Now: now}
}

// startView keeps the code of the first call, and what is said about calls, current.
type startView struct {
	s     *Screen
	agent string
	shown string // the agent whose code the page shows; "" before the first drawing
	stale bool   // calls may have arrived since the last drawing
	cards bool   // the agent's card may have changed
}

func (s *Screen) startLive(r *http.Request, since int64) (web.View, error) {
	return web.Together{s.Lists.NewListView(r, since).Live(), &startView{s: s, agent: r.URL.Query().Get("agent"), stale: true}}, nil
}

func (v *startView) Concerns(n web.Notice) bool {
	x, known := n.About()
	v.cards = v.cards || n.Matches(web.Agents)
	v.stale = v.stale || n.Matches(web.Record) && (!known || x.Origin != wire.Console)
	return v.stale || v.cards
}

func (v *startView) Draw(ctx context.Context, p *web.Patches) error {
	if !v.stale && !v.cards {
		return nil
	}
	agent := v.agent
	if agent == "" && v.shown != v.s.Reference {
		agent = v.shown // keep the code that is being read, whichever agent is called
	}
	c, err := v.s.firstCall(ctx, agent)
	if err != nil || c == nil {
		return err
	}
	p.Changed("connected-agents", connectedAgents(c))
	if now := v.s.Web.Now(); v.shown != c.Agent.Origin {
		p.Changed("call-agent", callPlace(c, now))
		v.shown = c.Agent.Origin
	} else {
		p.Changed("call-state", callState(c, now))
		if v.cards { // otherwise only its id would change, and a text selection would be lost
			p.Changed("snippet-curl", snippetText(c.Snippets[len(c.Snippets)-1]))
		}
	}
	v.stale, v.cards = false, false
	return nil
}
