package ui

import (
	"slices"

	"github.com/a2a-console/a2a-console/ui/agentpage"
	"github.com/a2a-console/a2a-console/ui/api"
	"github.com/a2a-console/a2a-console/ui/checks"
	"github.com/a2a-console/a2a-console/ui/compare"
	"github.com/a2a-console/a2a-console/ui/compose"
	"github.com/a2a-console/a2a-console/ui/exchange"
	"github.com/a2a-console/a2a-console/ui/insights"
	"github.com/a2a-console/a2a-console/ui/intercept"
	"github.com/a2a-console/a2a-console/ui/jobs"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/manual"
	"github.com/a2a-console/a2a-console/ui/palette"
	"github.com/a2a-console/a2a-console/ui/replay"
	"github.com/a2a-console/a2a-console/ui/sequence"
	"github.com/a2a-console/a2a-console/ui/sessions"
	"github.com/a2a-console/a2a-console/ui/settings"
	"github.com/a2a-console/a2a-console/ui/task"
	"github.com/a2a-console/a2a-console/ui/traffic"
	"github.com/a2a-console/a2a-console/ui/web"
	"github.com/a2a-console/a2a-console/ui/webhooks"
)

// screens wires each screen to its dependencies and returns all routes; testdata/golden/routes.txt
// lists them.
func (s *Server) screens(o Options) []web.Route {
	site, ag, c := s.web, s.agents, s.core
	s.compose = &compose.Screen{Web: site, Requests: o.Requests, Secrets: o.Secrets, Agents: ag, Background: s.background, Calls: c.calls, Drafts: c.drafts, Lists: c.lists, Pushes: c.pushes, Tapes: c.tapes, Causes: c.causes,
		Caller: o.Caller, Desk: o.Desk, Library: o.Library, Taps: o.Taps, Webhooks: o.Webhooks, Reference: o.Reference}
	ag.OnSignedIn = s.compose.RetrySignedIn
	s.sequence = sequence.New(site, c.lists, c.tapes, o.Library, o.Keeper)
	s.webhooks = &webhooks.Screen{Web: site, Agents: ag, Calls: c.calls, Lists: c.lists, Pushes: c.pushes, Drafts: c.drafts, Desk: o.Desk, Library: o.Library, Examiner: o.Examiner, Webhooks: o.Webhooks, Reference: o.Reference, SendPushed: s.compose.SendWithHook}
	t := &traffic.Screen{Web: site, Agents: ag, Caller: o.Caller, Frame: c.frame, Lists: c.lists, Doctor: o.Doctor, Keeper: o.Keeper, Library: o.Library, Background: s.background, Savings: c.savings, Reference: o.Reference}
	js := &jobs.Screen{Web: site, Frame: c.frame, Background: s.background, Kinds: c.jobs}
	c.lists.Views = map[string]list.View{"sequence": s.sequence.View(), "tasks": t.ByTask(), "insights": (&insights.Screen{Lists: c.lists, Library: o.Library}).View()}
	return slices.Concat(
		site.Routes(),
		t.Routes(),
		(&exchange.Screen{Web: site, Calls: c.calls, Drafts: c.drafts, Lists: c.lists, Tapes: c.tapes, Causes: c.causes, Files: o.Files, Keeper: o.Keeper, Library: o.Library, Names: c.lists.Names, Intercepts: o.Rules != nil && o.HoldQueue != nil}).Routes(),
		(&task.Screen{Web: site, Agents: ag, Calls: c.calls, Lists: c.lists, Pushes: c.pushes, Tapes: c.tapes, Causes: c.causes, Caller: o.Caller, Desk: o.Desk, Keeper: o.Keeper, Library: o.Library, Webhooks: o.Webhooks}).Routes(),
		s.compose.Routes(),
		agentpage.New(agentpage.Screen{Web: site, Agents: ag, Calls: c.calls, Caller: o.Caller, Directory: o.Directory, Doctor: o.Doctor, Library: o.Library, Rules: o.Rules, Taps: o.Taps, Wallet: o.Wallet}).Routes(),
		(&sessions.Screen{Web: site, Lists: c.lists, Runs: c.runs, Desk: o.Desk, Files: o.Files, Keeper: o.Keeper, Library: o.Library, Player: o.Player, Examiner: o.Examiner}).Routes(),
		(&compare.Screen{Web: site, Background: s.background, Comparer: c.comparer, Desk: o.Desk, Library: o.Library, Lists: c.lists}).Routes(),
		(&replay.Screen{Web: site, Agents: ag, Runs: c.runs, Files: o.Files, Library: o.Library, Player: o.Player, Reference: o.Reference}).Routes(),
		(&intercept.Screen{Web: site, Lists: c.lists, Tapes: c.tapes, Library: o.Library, Rules: o.Rules, HoldQueue: o.HoldQueue}).Routes(),
		(&checks.Screen{Names: c.lists.Names, Web: site, Desk: o.Desk, Keeper: o.Keeper, Library: o.Library, Agents: ag, Examinations: c.examinations}).Routes(),
		s.webhooks.Routes(),
		js.Routes(),
		(&settings.Screen{Web: site, Keeper: o.Keeper, Library: o.Library, Flags: o.Settings}).Routes(),
		(&manual.Screen{Web: site}).Routes(),
		(&palette.Screen{Web: site, Frame: c.frame, Runs: c.runs, Desk: o.Desk, Library: o.Library, Player: o.Player, Requests: o.Requests, CanExamine: o.Examiner != nil}).Routes(),
		(&api.Screen{Web: site, Agents: ag, Lists: c.lists, Runs: c.runs, Tapes: c.tapes, Desk: o.Desk, Directory: o.Directory, Files: o.Files, Keeper: o.Keeper, Library: o.Library, Player: o.Player, Requests: o.Requests, Secrets: o.Secrets, Taps: o.Taps, Rules: o.Rules, HoldQueue: o.HoldQueue, Background: s.background, Examinations: c.examinations, Imports: c.imports, Jobs: js.API()}).Routes(),
	)
}
