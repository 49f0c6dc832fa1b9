package ui

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// frame is what stands around every page.
type frame struct {
	Taps    []frameTap
	Scope   string // origin of the agent that the page is about, ""
	Other   string // its name when it has no tap, ""
	Mocks   []Mock
	Session wire.Session
	Paused  bool
	Missing int    // exchanges that passed unrecorded since recording was paused
	Health  string // what is wrong with recording, "" when nothing
	Version string
}

// frameTap is an agent in the switcher and in "point your client here".
type frameTap struct {
	Tap
	Name  string
	Ways  []way
	Agent string
}

// way is one way to reach a tap: from where, the URL to use, the environment
// line that many clients read, and the flag that opens it.
type way struct {
	From, URL, Env, Needs string
}

// railEntry is a screen in the left rail.
type railEntry struct{ Screen, Path, Word string }

// rail is the screens there are, in order.
func rail() []railEntry {
	return []railEntry{
		{"traffic", "/traffic", "Traffic"},
		{"compose", "/compose", "Compose"},
		{"agents", "/agents", "Agents"},
		{"sessions", "/sessions", "Sessions"},
		{"webhooks", "/webhooks", "Webhooks"},
	}
}

// frame reads what stands around a page. scope is the origin of the agent that the
// page is about, "" for none.
func (s *Server) frame(ctx context.Context, scope string) (frame, error) {
	f := frame{Scope: scope, Session: s.Desk.Current(), Paused: s.Desk.Paused(), Missing: s.Desk.PassedUnrecorded(), Health: s.Library.Health(), Version: s.Version, Mocks: s.mocks()}
	known, err := s.Directory.Agents(ctx)
	if err != nil {
		return f, fmt.Errorf("read the known agents: %w", err)
	}
	taps := s.Taps.Taps()
	names := agentNames(known, taps)
	for _, t := range taps {
		ft := frameTap{Tap: t, Agent: t.Agent, Name: names[t.Agent], Ways: s.ways(t)}
		f.Taps = append(f.Taps, ft)
	}
	moved := s.moved(known)
	slices.SortStableFunc(f.Taps, func(a, b frameTap) int { return rank(a.Tap, moved[a.Agent]) - rank(b.Tap, moved[b.Agent]) })
	if i := slices.IndexFunc(known, func(a wire.Agent) bool { return a.Origin == scope }); i >= 0 && !slices.ContainsFunc(f.Taps, func(t frameTap) bool { return t.Agent == scope }) {
		f.Other = cmp.Or(names[scope], hostOf(scope))
	}
	return f, nil
}

// unrecorded says how much passed since recording was paused.
func (f *frame) unrecorded() string {
	if f.Missing == 0 {
		return "Nothing has passed unrecorded since."
	}
	return part.Plural(f.Missing, "exchange") + " passed unrecorded since."
}

// rank puts the developer's own agents before the reference agent, its former
// addresses after it, and those without a tap last.
func rank(t Tap, moved bool) int {
	switch {
	case t.URL == "":
		return 3
	case moved:
		return 2
	case t.Reference:
		return 1
	}
	return 0
}

// moved are former addresses of the reference agent, which listens on another port
// now: agents of its name that have shown no card in this run.
func (s *Server) moved(known []wire.Agent) map[string]bool {
	i := slices.IndexFunc(known, func(a wire.Agent) bool { return a.Origin == s.Reference })
	if i < 0 || known[i].Name == "" {
		return nil
	}
	out := map[string]bool{}
	for _, a := range known {
		if a.Name == known[i].Name && a.Origin != s.Reference && s.cards.get(a.Origin).card() == nil {
			out[a.Origin] = true
		}
	}
	return out
}

// agentNames is what to call each agent, by its origin. Those whose cards have
// the same name are told apart by their hosts, which come first: columns cut the end.
func agentNames(known []wire.Agent, taps []Tap) map[string]string {
	out, many := map[string]string{}, map[string]int{}
	for _, a := range known {
		out[a.Origin] = a.Name
	}
	for _, t := range taps {
		out[t.Agent] = agentName(known, t)
	}
	for _, name := range out {
		many[name]++
	}
	for origin, name := range out {
		if name != "" && many[name] > 1 {
			out[origin] = hostOf(origin) + " · " + name
		}
	}
	return out
}

// agentName is what to call the agent behind a tap: its card's name or, until
// that is known, its host.
func agentName(known []wire.Agent, t Tap) string {
	i := slices.IndexFunc(known, func(a wire.Agent) bool { return a.Origin == t.Agent })
	if i >= 0 && known[i].Name != "" {
		return known[i].Name
	}
	if t.Reference {
		return "Reference agent"
	}
	return hostOf(t.Agent)
}

func hostOf(origin string) string {
	if u, err := url.Parse(origin); err == nil && u.Host != "" {
		return u.Host
	}
	return origin
}

// ways lists how programs here, in a container and on the network reach a tap.
func (s *Server) ways(t Tap) []way {
	u, err := url.Parse(t.URL)
	if err != nil {
		return nil
	}
	at := func(host string) string { return u.Scheme + "://" + net.JoinHostPort(host, u.Port()) }
	open := ""
	if ip := net.ParseIP(s.TapListen); s.TapListen == "" || ip != nil && ip.IsLoopback() {
		open = "--tap-listen 0.0.0.0"
	}
	docker := way{From: "A container on this machine", URL: at("host.docker.internal"), Needs: join(open, "--allow-host host.docker.internal")}
	lan := way{From: "Another machine", URL: at("THIS-HOST"), Needs: join(open, "--allow-host THIS-HOST")}
	here := way{From: "This machine", URL: t.URL}
	out := []way{here, docker, lan}
	for i := range out {
		out[i].Env = "AGENT_URL=" + out[i].URL
	}
	return out
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

// Document draws a page in its frame.
func (s *Server) Document(r *http.Request, p Page) (templ.Component, error) {
	f, err := s.frame(r.Context(), s.scopeOf(r))
	if err != nil {
		return nil, err
	}
	return document(p, f, s.assets.URL), nil
}

// View keeps the frame of a page current.
func (s *Server) View(r *http.Request) View { return &frameView{s: s, r: r} }

// frameView keeps the frame's moving pieces current.
type frameView struct {
	s *Server
	r *http.Request // of the page, for its scope
}

func (v *frameView) Draw(ctx context.Context, p *Patches) error {
	f, err := v.s.frame(ctx, v.s.scopeOf(v.r))
	if err != nil {
		return err
	}
	p.Changed("recording", recording(f))
	p.Changed("paused", pausedBanner(f))
	p.Changed("taps", switcher(f))
	return nil
}
