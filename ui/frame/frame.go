package frame

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
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Frame is the data of the frame around a page.
type Frame struct {
	Taps        []frameTap
	Scope       string // origin of the agent that the page is about; "" for none
	ScopeName   string // name of the agent in scope if it has no tap, otherwise ""
	Current     string // origin of the agent last chosen in this tab, else in any tab, else of the only agent; "" for none
	Mocks       []NamedMock
	Session     wire.Session
	Paused      bool
	Missing     int    // number of exchanges that passed unrecorded since recording was paused
	Health      string // why recording fails; "" if it works
	Older       int    // number of exchanges recorded by an older version that have yet to be read again
	HeldCount   int    // number of held items
	ActiveRules []record.ActiveRule
	Running     int // number of running jobs and mocks
	Screens     []web.RailEntry
	Version     string
}

// frameTap is an agent in the switcher, with the ways to reach its tap.
type frameTap struct {
	host.Tap
	Name   string
	Short  string // the name without the suffix that tells agents of the same name apart: the address is shown next to it
	Routes []tapRoute
	Agent  string
}

// NamedMock is a mock with the title of its session.
type NamedMock struct {
	host.Mock
	Title string
}

// ReadMocks lists the running mocks. The title of a deleted session is its id.
func (s *Frames) ReadMocks(ctx context.Context) (out []NamedMock) {
	for _, m := range s.Runs.Mocks() {
		title := part.ShortID(m.Session)
		if ses, err := s.Library.Session(ctx, m.Session); err == nil {
			title = record.SessionTitle(ses)
		}
		out = append(out, NamedMock{m, title})
	}
	return out
}

// tapRoute is one way to reach a tap: from which machine, the URL, the environment line that many
// clients read, and the flags of the console that it needs.
type tapRoute struct {
	From, URL, Env, Needs string
}

// Read reads the data of the frame. scope is the origin of the agent that the page is about, tab
// that of the agent chosen in the tab. Both may be "".
func (s *Frames) Read(ctx context.Context, scope, tab string) (Frame, error) {
	f := Frame{Scope: scope, Session: s.Desk.Current(), Paused: s.Desk.Paused(), Missing: s.Desk.UnrecordedCount(), Health: s.Library.Health(), Version: s.Version, Mocks: s.ReadMocks(ctx), Running: s.Running()}
	f.Running += len(f.Mocks)
	if f.Screens, f.ActiveRules = s.Rail(), s.activeRules(); s.HoldQueue != nil {
		f.HeldCount = len(s.HoldQueue.Items())
	}
	pending, err := s.Desk.Pending(ctx)
	if err != nil {
		return f, fmt.Errorf("read what is pending: %w", err)
	}
	f.Older = pending.Outdated
	known, err := s.Directory.Agents(ctx)
	if err != nil {
		return f, fmt.Errorf("read the known agents: %w", err)
	}
	taps := s.Taps.Taps()
	names := record.AgentNames(known, taps)
	for _, t := range taps {
		ft := frameTap{Tap: t, Agent: t.Agent, Name: names[t.Agent], Short: record.AgentName(known, t), Routes: s.tapRoutes(t)}
		f.Taps = append(f.Taps, ft)
	}
	moved := s.Agents.FormerReferences(known)
	f.Current = s.current(f.Taps, tab, moved)
	slices.SortStableFunc(f.Taps, func(a, b frameTap) int {
		return agents.Rank(a.Tap, moved[a.Agent]) - agents.Rank(b.Tap, moved[b.Agent])
	})
	if scope != "" && !slices.ContainsFunc(f.Taps, func(t frameTap) bool { return t.Agent == scope }) {
		f.ScopeName = cmp.Or(names[scope], record.HostOf(scope))
	}
	return f, nil
}

func (f *Frame) unrecorded() string {
	if f.Missing == 0 {
		return "Nothing has passed unrecorded since."
	}
	return part.Plural(f.Missing, "exchange") + " passed unrecorded since."
}

// tapRoutes lists how programs on this machine, in a container and on the network reach a tap.
func (s *Frames) tapRoutes(t host.Tap) []tapRoute {
	u, err := url.Parse(t.URL)
	if err != nil {
		return nil
	}
	at := func(host string) string { return u.Scheme + "://" + net.JoinHostPort(host, u.Port()) + t.EachPath()[0] }
	open := ""
	if ip := net.ParseIP(s.TapListen); s.TapListen == "" || ip != nil && ip.IsLoopback() {
		open = "--tap-listen 0.0.0.0"
	}
	docker := tapRoute{From: "A container on this machine", URL: at("host.docker.internal"), Needs: join(open, "--allow-host host.docker.internal")}
	lan := tapRoute{From: "Another machine", URL: at("THIS-HOST"), Needs: join(open, "--allow-host THIS-HOST")}
	here := tapRoute{From: "This machine", URL: t.Address()}
	out := []tapRoute{here, docker, lan}
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

// Document implements web.Around.
func (s *Frames) Document(r *http.Request, p web.Page) (templ.Component, error) {
	f, err := s.Read(r.Context(), s.ScopeOf(r), tabAgent(r))
	if err != nil {
		return nil, err
	}
	return document(p, f, s.Web.Assets.URL), nil
}

// View implements web.Around.
func (s *Frames) View(r *http.Request) web.View {
	around := &frameView{s: s, r: r}
	if s.Rules == nil || s.HoldQueue == nil {
		return around
	}
	return web.Together{around, &activeRulesView{s}}
}

// frameView keeps the changing parts of the frame current.
type frameView struct {
	s        *Frames
	r        *http.Request // the request for the page, which has its scope
	nameless string        // id of the session being recorded if it has no name yet, otherwise ""
}

// Concerns implements web.Selective. A session without a name gets one from its first message.
func (v *frameView) Concerns(n web.Notice) bool {
	if n.Matches(web.Sessions, web.Agents, web.Runs, web.Jobs, web.HeldItems) {
		return true
	}
	x, known := n.About()
	return known && v.nameless != "" && x.Session == v.nameless && x.Labels.Text != ""
}

func (v *frameView) Draw(ctx context.Context, p *web.Patches) error {
	f, err := v.s.Read(ctx, v.s.ScopeOf(v.r), tabAgent(v.r))
	if err != nil {
		return err
	}
	if v.nameless = ""; words.SessionName(f.Session) == "" {
		v.nameless = f.Session.ID
	}
	p.Changed("recording", recording(f))
	p.Changed("paused", pausedBanner(f))
	p.Changed("taps", switcher(f))
	p.Changed("bar-jobs", barJobs(f.Running))
	if f.offers("intercept") {
		p.Changed("rail-held", railHeld(f.HeldCount))
		p.Changed("bar-held", barHeld(f.HeldCount))
	}
	return nil
}

func (f *Frame) offers(screen string) bool {
	return slices.ContainsFunc(f.Screens, func(e web.RailEntry) bool { return e.Screen == screen })
}

// Rail lists the screens that this console offers, in order.
func (s *Frames) Rail() []web.RailEntry {
	all := web.Rail()
	if s.Rules == nil || s.HoldQueue == nil {
		all = slices.DeleteFunc(all, func(e web.RailEntry) bool { return e.Screen == "intercept" })
	}
	return all
}
