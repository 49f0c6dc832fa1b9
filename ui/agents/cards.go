package agents

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

// CardInfo is what the console found out about an agent in this run.
type CardInfo struct {
	Discovery   *inspector.Discovery // nil until the first search has ended
	Problem     string               // why the last search found no card, "" if it found one
	SearchedAt  time.Time
	AskedAt     time.Time                       // time of the last search that called the agent; pasting a card does not count
	HasAnswered bool                            // the agent answered that search
	Busy        bool                            // a search is under way
	Tried       map[string]*inspector.Discovery // interfaces on other origins that were tried, by URL
	Served      []ServedCard                    // the card as requested in each version, nil if it was not requested
	Differences []diff.Difference               // differences of the two of Served that are shown side by side
	Extended    *ServedCard                     // the extended card, nil until it is requested
}

func (k CardInfo) card() *a2a.Card {
	if k.Discovery == nil {
		return nil
	}
	return k.Discovery.Card
}

// absence says why there is no card, and so no endpoint.
func (k CardInfo) absence() string {
	if d := k.Discovery; d != nil && len(d.Trail) > 0 && !d.HasAnswer() {
		return d.Trail[0].Note // nothing answers, which explains the missing card
	}
	return cmp.Or(k.Problem, "the agent's endpoint is not known, because its card is not; read the card again on Agents")
}

// Cards stores CardInfo by the agent's origin. Safe for concurrent use. A CardInfo that Get
// returned is never modified.
type Cards struct {
	mu       sync.Mutex
	byOrigin map[string]CardInfo
}

func NewCards() *Cards { return &Cards{byOrigin: map[string]CardInfo{}} }

func (c *Cards) Get(origin string) CardInfo {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byOrigin[origin]
}

func (c *Cards) Edit(origin string, change func(*CardInfo)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.byOrigin[origin]
	change(&k)
	c.byOrigin[origin] = k
}

// begin marks a search as running. It returns false if one already is.
func (c *Cards) begin(origin string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.byOrigin[origin]
	if k.Busy {
		return false
	}
	k.Busy = true
	c.byOrigin[origin] = k
	return true
}

// Learn searches for an agent's card in the background, unless it is known or a search is running.
// With again, it searches even if the card is known.
func (s *Directory) Learn(a wire.Agent, again bool) {
	k := s.Cards.Get(a.Origin)
	if m, ok := s.mock(a.Origin); ok && k.SearchedAt.Before(m.Started) {
		again = true // what is known is about an agent that had this port before
	}
	if k.Discovery != nil && !again || !s.Cards.begin(a.Origin) {
		return
	}
	s.Background.Start("card of "+a.Origin, func(ctx context.Context) {
		where := a.CardURL
		if where == "" {
			where = a.Origin
		}
		d, err := s.Caller.Discover(ctx, where)
		s.KeepCard(ctx, a.Origin, d, err)
		s.Web.Notify(web.Agents)
	})
}

// retry searches for a card again if nothing answered the last search but the agent has answered a
// call since. That happens with agents that are started after their tap.
func (s *Directory) retry(ctx context.Context, a Entry) {
	k := a.CardInfo
	if k.SearchedAt.IsZero() || k.card() != nil || k.Discovery.HasAnswer() {
		return
	}
	if last, err := s.lastCalls(ctx, []string{a.Origin}); err != nil || !last[a.Origin].After(k.SearchedAt) {
		return
	}
	if x, err := s.NewestCall(ctx, a.Origin); err == nil && x.Response.Status > 0 {
		s.Learn(a.Agent, true)
	}
}

// KeepCard stores the result of a search, and saves the agent if a card was found.
func (s *Directory) KeepCard(ctx context.Context, origin string, d *inspector.Discovery, err error) {
	s.Cards.Edit(origin, func(k *CardInfo) {
		k.Busy, k.SearchedAt, k.Problem = false, s.Web.Now(), ""
		if d != nil && len(d.Trail) > 0 {
			k.AskedAt, k.HasAnswered = k.SearchedAt, d.HasAnswer()
		}
		if d != nil && (d.Card != nil || k.Discovery == nil || k.Discovery.Card == nil) {
			k.Discovery = d
		}
		if err != nil {
			k.Problem = err.Error()
		}
	})
	if err != nil || d == nil || d.Card == nil {
		return
	}
	a, ok := s.saved(ctx, origin)
	if _, mocked := s.mock(origin); mocked && !ok {
		return // a mock is not saved
	}
	if ok && a.CardURL == d.CardURL && a.Name != "" {
		return
	}
	a.Origin, a.CardURL = origin, d.CardURL
	if a.Name == "" {
		a.Name = d.Card.Name
	}
	if err := s.Directory.SaveAgent(ctx, a); err != nil {
		s.Web.Logger.Error("keep an agent", "origin", origin, "err", err)
	}
}

// Agent returns a known agent: a saved one, or a mock while it runs.
func (s *Directory) Agent(ctx context.Context, origin string) (wire.Agent, bool) {
	a, ok := s.saved(ctx, origin)
	if m, mocked := s.mock(origin); mocked && !ok {
		of, _ := s.saved(ctx, m.Agent)
		a.Name, a.Added, ok = mockName(of), m.Started, true
	}
	return a, ok
}

func (s *Directory) saved(ctx context.Context, origin string) (wire.Agent, bool) {
	all, err := s.Directory.Agents(ctx)
	if err != nil {
		s.Web.Logger.Error("read the known agents", "err", err)
	}
	if i := slices.IndexFunc(all, func(a wire.Agent) bool { return a.Origin == origin }); i >= 0 {
		return all[i], true
	}
	return wire.Agent{Origin: origin, Added: s.Web.Now()}, false
}

func ErrNoAgent() error {
	return web.Fail(http.StatusNotFound, "The console does not know this agent.",
		"It was forgotten, or the address is mistyped.", "Connect it on Agents.")
}

// Target returns where and how to call an agent, according to what is known of it now.
func (s *Directory) Target(a wire.Agent, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
	return Entry{Agent: a, CardInfo: s.Cards.Get(a.Origin)}.Target(v, b)
}

// Target returns where and how to call an agent: as its card says, but at the endpoint that the
// person chose, if any. v and b may be "" to leave the choice to the card.
func (a Entry) Target(v a2a.Version, b a2a.Binding) (inspector.Target, error) {
	if a.Card() == nil {
		t := inspector.Target{Agent: a.CardURL, Endpoint: a.Endpoint, Version: v, Binding: b}
		if t.Endpoint == "" {
			return t, errors.New(a.CardInfo.absence())
		}
		return withDefaults(t), nil
	}
	t, err := a.CardInfo.Discovery.Choose(v, b)
	if a.Endpoint != "" {
		if err != nil {
			t, err = inspector.Target{Agent: a.CardInfo.Discovery.CardURL, Version: v, Binding: b}, nil
		}
		t.Endpoint = a.Endpoint
	}
	return withDefaults(t), err
}

func withDefaults(t inspector.Target) inspector.Target {
	if t.Version == "" {
		t.Version = registry.Newest().Version()
	}
	if i := strings.LastIndex(string(t.Version), "|"); i >= 0 {
		t.Version = t.Version[i+1:] // the label of an exchange may list several versions: take the last, the newest
	}
	if t.Binding == "" {
		t.Binding = a2a.JSONRPC
	}
	return t
}
