package ui

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/api"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/call"
	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/compose"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/frame"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/jobs"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/pushes"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/searches"
	"github.com/a2a-console/a2a-console/ui/sequence"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/traffic"
	"github.com/a2a-console/a2a-console/ui/web"
	"github.com/a2a-console/a2a-console/ui/web/browserkey"
	"github.com/a2a-console/a2a-console/ui/webhooks"
	"github.com/a2a-console/a2a-console/ui/why"
)

// Options configures a Server. Interfaces must be set, except those that may be nil as noted.
type Options struct {
	Library   host.Library
	Desk      host.Desk
	Taps      host.Taps
	Directory host.Directory
	Caller    host.Caller
	Keeper    host.Keeper   // nil leaves out the routes that need it
	Files     host.Files    // nil: as Keeper
	Requests  host.Requests // nil: as Keeper
	Secrets   host.Secrets  // nil: the keyring is not asked
	Player    host.Player   // nil: as Keeper
	Wallet    host.Wallet   // nil: as Keeper
	Webhooks  host.Webhooks // nil: as Keeper
	Doctor    host.Doctor   // nil: as Keeper
	Examiner  host.Examiner // nil: as Keeper
	Rules     host.Rules    // nil, or HoldQueue nil: nothing can be intercepted
	HoldQueue host.HoldQueue

	Listen      string          // host:port the pages are served on; names the cookie
	PrivateHost string          // secret host name of the pages; "": they are served at Listen
	Token       string          // "": a random one
	AllowHosts  []string        // host names accepted besides this machine's own
	BrowserKeys browserkey.File // keys of browsers that stay signed in across restarts; "" keeps none
	Reference   string          // origin of the built-in reference agent, "" when it does not run
	TapListen   string          // host the taps listen on, shown in the advice on how to reach them
	Version     string          // the program's version
	Settings    []host.Setting  // how the program was started, for display

	Logger *slog.Logger     // nil discards
	Now    func() time.Time // nil means time.Now
}

// Server serves the console's pages and its API. Safe for concurrent use.
type Server struct {
	handler    http.Handler
	web        *web.Site
	background *background.Calls
	watchers   sync.WaitGroup // the goroutines that watch starts
	agents     *agents.Directory
	core
	compose  *compose.Screen
	sequence *sequence.Screen
	webhooks *webhooks.Screen
	routes   []web.Route
}

// core holds what several screens share besides the site and the agents.
type core struct {
	tapes    *tape.Tapes
	pushes   *pushes.Reader
	drafts   *draft.Store
	calls    *call.Sender
	comparer *comparison.Comparer
	runs     *rerun.Runs
	frame    *frame.Frames
	lists    *list.Lists
	causes   *why.Finder

	examinations *examination.Runs
	savings      *background.Jobs[*traffic.Saving]
	imports      *background.Jobs[*api.Import]
	jobs         jobs.Kinds
}

// New returns a Server. Close ends its streams.
func New(o Options) (*Server, error) {
	o.Library = searches.New(o.Library)
	site, err := web.New(web.Options{
		Records: o.Library, Unrecorded: o.Desk.UnrecordedCount, Listen: o.Listen, PrivateHost: o.PrivateHost, Token: o.Token, AllowHosts: o.AllowHosts, BrowserKeys: o.BrowserKeys, Logger: o.Logger, Now: o.Now,
	})
	if err != nil {
		return nil, err
	}
	s := &Server{web: site, background: background.New(site.Context())}
	s.agents = &agents.Directory{Web: site, Background: s.background, Cards: agents.NewCards(),
		Directory: o.Directory, Library: o.Library, Taps: o.Taps, Caller: o.Caller, Wallet: o.Wallet, Doctor: o.Doctor, CanExamine: o.Examiner != nil, Player: o.Player, Reference: o.Reference}
	s.core = newCore(s, o)
	site.Around = s.core.frame
	s.routes = s.screens(o)
	s.handler = web.Compress(site.Route(s.routes))
	if o.Rules != nil && o.HoldQueue != nil {
		s.watch(o.Rules.WatchRules, web.Rules)
		s.watch(o.HoldQueue.WatchHeld, web.HeldItems)
	}
	return s, nil
}

// watch notifies the pages of kind k whenever the bell rings, until the server is closed.
func (s *Server) watch(open func() (bell <-chan struct{}, stop func()), k web.Kind) {
	bell, stop := open()
	s.watchers.Go(func() {
		defer stop()
		for {
			select {
			case <-s.web.Context().Done():
				return
			case <-bell:
				s.web.Notify(k)
			}
		}
	})
}

func newCore(s *Server, o Options) core {
	c := core{
		tapes:  tape.New(o.Library, s.agents.CardOf),
		pushes: &pushes.Reader{Library: o.Library, Store: pushes.NewStore()},
		drafts: draft.NewStore(),
		calls:  &call.Sender{Web: s.web, Agents: s.agents, Background: s.background, Caller: o.Caller, Desk: o.Desk, Library: o.Library},
		runs:   &rerun.Runs{Web: s.web, Background: s.background, Reruns: rerun.NewJobs(), Desk: o.Desk, Library: o.Library, Player: o.Player},
		lists:  &list.Lists{Web: s.web, Desk: o.Desk, Directory: o.Directory, Files: o.Files, Keeper: o.Keeper, Library: o.Library, Samples: &record.Sampler{Library: o.Library}, Taps: o.Taps},
	}
	if o.Rules != nil { // otherwise no screen could release a held item
		c.lists.HoldQueue = o.HoldQueue
	}
	c.examinations = &examination.Runs{Web: s.web, Background: s.background, Desk: o.Desk, Library: o.Library, Examiner: o.Examiner, Jobs: examination.NewJobs()}
	c.comparer = &comparison.Comparer{Web: s.web, Background: s.background, Library: o.Library, Names: c.lists.Names, Jobs: comparison.NewJobs()}
	c.savings, c.imports = traffic.NewSavings(), api.NewImports()
	c.jobs = jobs.Kinds{
		{Name: "Replay", Does: "Replay of", Unit: "step", Jobs: c.runs.Reruns},
		{Name: "Examination", Unit: "call", Jobs: c.examinations.Jobs, Summary: c.examinations.Summary},
		{Name: "Comparison", Does: "Comparison of", Unit: "pair", Jobs: c.comparer.Jobs},
		{Name: "Save as session", Does: "Copy of", Unit: "exchange", Jobs: c.savings},
		{Name: "Import", Does: "Import of", Unit: "MB", Jobs: c.imports},
	}
	c.causes = &why.Finder{Web: s.web, Agents: s.agents, Library: o.Library}
	c.frame = &frame.Frames{Web: s.web, Agents: s.agents, Runs: c.runs, Desk: o.Desk, Directory: o.Directory, Library: o.Library, Taps: o.Taps, Running: c.jobs.Running,
		Rules: o.Rules, HoldQueue: o.HoldQueue,
		ScopeOf: scopes{o.Library, c.drafts}.originOf, TapListen: o.TapListen, Version: o.Version}
	return c
}

// URL returns the address that signs a browser in; it may be used any number of times. See
// web.OneTime.
func (s *Server) URL() string { return s.web.URL() }

// NotifyPages makes all pages redraw. Call it for changes outside the record.
func (s *Server) NotifyPages() { s.web.Notify(web.Anything) }

// EndExaminations stops running examinations. They cancel the tasks that they left open at agents,
// so call it while calls can still go out. It waits at most examinationGrace.
func (s *Server) EndExaminations() { s.examinations.Close(examinationGrace) }

// examinationGrace is how long EndExaminations waits for the last calls and their checks.
const examinationGrace = 10 * time.Second

// Close ends all streams and calls, and waits for the calls. Call it before http.Server.Shutdown,
// which would wait for them.
func (s *Server) Close() error {
	s.web.Close()
	s.background.Wait()
	s.watchers.Wait()
	return nil
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// AgentDiscovered stores a card that the program found by itself, such as the reference agent's at
// start.
func (s *Server) AgentDiscovered(ctx context.Context, origin string, d *inspector.Discovery) {
	s.agents.KeepCard(ctx, origin, d, nil)
	s.NotifyPages()
}
