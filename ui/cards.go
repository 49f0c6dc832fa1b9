package ui

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// known is what the console found out about an agent in this run.
type known struct {
	Discovery *inspector.Discovery // nil until the first search has ended
	Problem   string               // why there is no card
	At        time.Time
	Busy      bool                            // a search is under way
	Tried     map[string]*inspector.Discovery // interfaces elsewhere that were tried, by URL
	Served    []servedCard                    // the card as asked for in each version, nil before
	Differ    []diff.Difference               // of the two of Served that sideBySide picks
	Extended  *servedCard                     // nil until it was asked for
}

// card is the agent's card, nil when none was found.
func (k known) card() *a2a.Card {
	if k.Discovery == nil {
		return nil
	}
	return k.Discovery.Card
}

// cards keeps what is known by the agent's origin. Safe for concurrent use; a
// known handed out is never changed.
type cards struct {
	mu   sync.Mutex
	byID map[string]known
}

func newCards() *cards { return &cards{byID: map[string]known{}} }

func (c *cards) get(origin string) known {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byID[origin]
}

func (c *cards) edit(origin string, change func(*known)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.byID[origin]
	change(&k)
	c.byID[origin] = k
}

// begin marks a search as under way, false when one is.
func (c *cards) begin(origin string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.byID[origin]
	if k.Busy {
		return false
	}
	k.Busy = true
	c.byID[origin] = k
	return true
}

// learn searches for an agent's card in the background unless it is known.
func (s *Server) learn(a wire.Agent, again bool) {
	if k := s.cards.get(a.Origin); k.Discovery != nil && !again || !s.cards.begin(a.Origin) {
		return
	}
	s.calls.start("card of "+a.Origin, func(ctx context.Context) {
		where := a.CardURL
		if where == "" {
			where = a.Origin
		}
		d, err := s.Caller.Discover(ctx, where)
		s.keepCard(ctx, a.Origin, d, err)
		s.bell.ring()
	})
}

// keepCard notes the end of a search.
func (s *Server) keepCard(ctx context.Context, origin string, d *inspector.Discovery, err error) {
	s.cards.edit(origin, func(k *known) {
		k.Busy, k.At, k.Problem = false, s.Now(), ""
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
	a, ok := s.agent(ctx, origin)
	if ok && a.CardURL == d.CardURL && a.Name != "" {
		return
	}
	a.Origin, a.CardURL = origin, d.CardURL
	if a.Name == "" {
		a.Name = d.Card.Name
	}
	if err := s.Directory.SaveAgent(ctx, a); err != nil {
		s.Logger.Error("keep an agent", "origin", origin, "err", err)
	}
}

// agent returns a known agent.
func (s *Server) agent(ctx context.Context, origin string) (wire.Agent, bool) {
	all, err := s.Directory.Agents(ctx)
	if err != nil {
		s.Logger.Error("read the known agents", "err", err)
	}
	if i := slices.IndexFunc(all, func(a wire.Agent) bool { return a.Origin == origin }); i >= 0 {
		return all[i], true
	}
	return wire.Agent{Origin: origin, Added: s.Now()}, false
}

// agentID is an origin as one segment of a path.
func agentID(origin string) string {
	if host, ok := strings.CutPrefix(origin, "https://"); ok {
		return url.PathEscape("https:" + host)
	}
	return url.PathEscape(strings.TrimPrefix(origin, "http://"))
}

func agentURL(origin string) string { return "/agents/" + agentID(origin) }

// originOf is the inverse of agentID.
func originOf(id string) string {
	if strings.HasPrefix(id, "https://") {
		return id
	}
	if host, ok := strings.CutPrefix(id, "https:"); ok {
		return "https://" + strings.TrimPrefix(host, "//")
	}
	return "http://" + id
}

func errNoAgent() error {
	return fail(http.StatusNotFound, "The console does not know this agent.",
		"It was forgotten, or the address is mistyped.", "Connect it on Agents.")
}

// target says where and how to call an agent: as its card says, but at the
// endpoint the developer chose, if any.
func (s *Server) target(a wire.Agent, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
	k := s.cards.get(a.Origin)
	if k.Discovery == nil || k.Discovery.Card == nil {
		t := inspector.Target{Agent: a.CardURL, Endpoint: a.Endpoint, Version: v, Binding: b}
		if t.Endpoint == "" {
			return t, errors.New("the agent's card is not known, so its endpoint is not either; read the card again on Agents")
		}
		return withDefaults(t), nil
	}
	t, err := k.Discovery.Choose(v, b)
	if a.Endpoint != "" {
		if err != nil {
			t, err = inspector.Target{Agent: k.Discovery.CardURL, Version: v, Binding: b}, nil
		}
		t.Endpoint = a.Endpoint
	}
	return withDefaults(t), err
}

func withDefaults(t inspector.Target) inspector.Target {
	if t.Version == "" {
		t.Version = a2a.V10
	}
	if i := strings.LastIndex(string(t.Version), "|"); i >= 0 {
		t.Version = t.Version[i+1:] // an exchange's label of several: the newest
	}
	if t.Binding == "" {
		t.Binding = a2a.JSONRPC
	}
	return t
}
