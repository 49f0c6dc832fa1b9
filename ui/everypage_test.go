package ui

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

// pagesOf maps a pattern with wildcards to addresses that match it. A new page with a wildcard is
// added here.
func pagesOf(replay, saving, examination, earlier string) map[string][]string {
	const joke, turns = "/exchanges/0195-joke-2", "a=0195-turn-20&b=0195-turn-21"
	agent, hook := link.AgentURL(referenceOrigin), link.HookURL(link.HookKey("http://127.0.0.1:7440/hook/1"))
	return map[string][]string{
		"GET /{$}":                   {"/"},
		"GET /traffic":               {"/traffic", "/traffic?view=tasks", "/traffic?view=sequence", "/traffic?view=insights", "/traffic?q=x%3Ay", "/traffic?before=3"},
		"GET /agents/{id}":           {string(agent), string(agent) + "?tab=raw", string(agent) + "?tab=versions", string(agent) + "?tab=tasks", string(agent) + "?tab=discovery", string(agent) + "?tab=signin"},
		"GET /compare":               {"/compare?" + turns, "/compare?a=0195-turn-20", "/compare?a=session-1", "/compare?a=session-1&b=session-2"},
		"GET /compare/bytes":         {"/compare/bytes?" + turns},
		"GET /compose":               {"/compose", "/compose?draft=d&agent=" + referenceOrigin + "&task=task-7&context=context-7"},
		"GET /compose/{draft}/past":  {"/compose/d/past"},
		"GET /compose/{draft}/saved": {"/compose/d/saved"},
		"GET /exchanges/{id}": {joke, joke + "?tab=request", joke + "?tab=response", joke + "?tab=response&view=raw", joke + "?tab=response&view=hex", joke + "?tab=events",
			joke + "?tab=events&event=1", joke + "?tab=timing", joke + "?tab=findings", "/exchanges/0195-open-7"},
		"GET /exchanges/{id}/page":                      {joke + "/page"},
		"GET /exchanges/{id}/code/{language}":           {joke + "/code/curl", joke + "/code/python", joke + "/code/javascript", joke + "/code/go"},
		"GET /exchanges/{id}/parts/{side}/{offset}":     {"/exchanges/0195-parts-7/parts/response/0?from=50"},
		"GET /exchanges/{id}/parts/{side}/{offset}/{n}": {"/exchanges/0195-parts-7/parts/response/0/1"},
		"GET /exchanges/{id}/menu":                      {joke + "/menu"},
		"GET /exchanges/{id}/raw/{side}":                {joke + "/raw/response"},
		"GET /exchanges/{id}/text/{block}/{piece}":      {joke + "/text/0/0"},
		"GET /examinations/{id}":                        {examination},
		"GET /checks/compare":                           {"/checks/compare?a=" + strings.TrimPrefix(examination, "/examinations/") + "&b=" + strings.TrimPrefix(earlier, "/examinations/")},
		"GET /docs/{name}":                              {"/docs/tap", "/docs/checks"},
		"GET /examinations/{id}/report":                 {examination + "/report?format=md"},
		"GET /intercept/held/{id}":                      {"/intercept/held/0195-held-1", "/intercept/held/0195-held-2", "/intercept/held/gone"},
		"GET /replays/new":                              {"/replays/new?session=session-1"},
		"GET /replays/{id}":                             {replay},
		"GET /saving/{id}":                              {saving},
		"GET /sessions/{id}":                            {"/sessions/session-1"},
		"GET /sessions/{id}/export":                     {"/sessions/session-1/export?format=jsonl"},
		"GET /sessions/{id}/mock":                       {"/sessions/session-1/mock"},
		"GET /sessions/{id}/test":                       {"/sessions/session-1/test"},
		"GET /tasks/{id}":                               {"/tasks/task-7", "/tasks/t"},
		"GET /versus":                                   {"/versus?" + turns},
		"GET /webhooks/{key}":                           {hook, hook + "?delivery=push-1"},
	}
}

// TestEveryPage gets each address of the table; get judges that what a page loads, refers to and
// posts to exists. A route with a live stream has a page that opens it.
func TestEveryPage(t *testing.T) {
	f := longRecord()
	f.sessions = append(f.sessions, wire.Session{ID: "session-2", Name: "Another", Started: fakeNow(), Exchanges: 1})
	recordedAs(f, "parts", "", messageOf(numbered(130)))
	pushed(f, "http://127.0.0.1:7440/hook/1", "bot")
	s := wholeServer(t, f, func(o *Options) {
		o.Rules, o.HoldQueue = intercepting("normal", f)
		o.Caller, o.Wallet, o.Keeper = talking("x"), auth.NewWallet(auth.Options{}), &fakeKeeper{f: f, gate: make(chan struct{})}
	})
	s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
	replay, examination, earlier := begin(t, s, ""), examineOf(t, s, "agent="+url.QueryEscape(referenceOrigin)), examineOf(t, s, "agent="+url.QueryEscape(referenceOrigin))
	idle(s)
	addresses := pagesOf(replay, beginSaving(t, s, ""), examination, earlier)
	for _, rt := range s.routes {
		path, ok := strings.CutPrefix(rt.Pattern, "GET ")
		if !ok || rt.Access != 0 {
			continue
		}
		at := addresses[rt.Pattern]
		delete(addresses, rt.Pattern)
		if len(at) == 0 && !strings.Contains(path, "{") {
			at = []string{path}
		}
		if len(at) == 0 {
			t.Errorf("pagesOf lacks an address of %s", rt.Pattern)
		}
		live := false
		for _, path := range at {
			w := get(t, s, path)
			if w.Code != http.StatusOK && w.Code != http.StatusSeeOther {
				t.Errorf("%s: HTTP %d %.200s", path, w.Code, mainOf(w.Body.String()))
			}
			live = live || strings.Contains(w.Body.String(), ` id="live"`)
		}
		if live != (rt.Live != nil) && rt.Pattern != "GET /compare" && rt.Pattern != "GET /versus" && rt.Pattern != "GET /filter/rows" { // those are live only while comparing, or part of the list
			t.Errorf("%s: live half %t, pages that open it %t", rt.Pattern, rt.Live != nil, live)
		}
	}
	for pattern := range addresses {
		t.Errorf("pagesOf knows %s, which is not served", pattern)
	}
}
