package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// namelessRecord has two sessions with messages but without names: the current one and yesterday's.
func namelessRecord() *fakeRecord {
	f := withYesterday()
	f.sessions[0].Name, f.sessions[1].Name = "", ""
	f.sessions[0].Exchanges, f.sessions[1].Exchanges = 8, 1
	f.exchanges[len(f.exchanges)-1].Labels.Text = "order a phone"
	return f
}

// TestSessionsHaveOneName: a session without a name has the same name everywhere: its first
// message.
func TestSessionsHaveOneName(t *testing.T) {
	f := namelessRecord()
	player := &fakePlayer{f: f, mocks: []host.Mock{{ID: "m1", Session: "yesterdays"}}}
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper, o.Player, o.Files = &fakeKeeper{f: f}, player, &paperFiles{body: "{}"} })
	now, old := "tell me a joke", "order a phone"
	for path, want := range map[string]string{
		"/webhooks":                                `placeholder="` + now + `" aria-label="Name of the session being recorded"`,
		"/traffic":                                 "\"Remove current session · " + now + "\"",
		"/traffic?view=tasks":                      "\"Remove current session · " + now + "\"",
		"/traffic?view=sequence":                   "\"Remove current session · " + now + "\"",
		"/traffic?q=":                              "Tuesday, 3 March 2026 · imported session " + old,
		"/traffic?q=session%3Ayesterdays":          ">session " + old + "</span>",
		"/traffic?view=tasks&q=session:yesterdays": "<strong>" + old + "</strong>",
		"/sessions":                                ">" + old + "</a>",
		"/sessions?q=phone":                        ">" + old + "</a>",
		"/compare?a=session-1":                     ">" + old + "</a>",
		"/compare?a=yesterdays":                    ">" + now + "</a>",
		"/replays/new?session=yesterdays":          ">" + old + "</a>",
		"/sessions/yesterdays/mock":                ">" + old + "</a>",
		"/sessions/yesterdays/test":                ">" + old + "</a>",
		"/agents":                                  `title="` + old + `">` + old + `</a></th>`,
		"/palette?q=phone":                         ">Replay " + old + "</span>",
		"/palette?q=":                              ">" + now + "</span>",
	} {
		if page := get(t, s, path).Body.String(); !strings.Contains(page, want) {
			t.Errorf("%s lacks %s", path, want)
		}
	}
}

// TestFirstMessageNamesTheSessionAtOnce: the bar of an open page shows the first message of the
// current session, and is not redrawn for the next one.
func TestFirstMessageNamesTheSessionAtOnce(t *testing.T) {
	f := &fakeRecord{sessions: []wire.Session{{ID: "session-1", Started: fakeNow(), Exchanges: 1}}}
	first := sample(1, "first")
	first.Session, first.Started = "session-1", fakeNow().Add(-time.Second)
	s := newTestServer(t, f, &fakeCaller{})
	b := openTab(t, s, "/webhooks", nil)
	b.until(`placeholder="4 Mar 2026 10:20:30"`)
	first.Labels.Op, first.Labels.Text = "SendMessage", "tell me a story"
	f.put(first)
	b.until(`placeholder="tell me a story"`)
}

// TestTwinsAreToldApart: sessions with the same name are distinguished wherever they are listed.
func TestTwinsAreToldApart(t *testing.T) {
	f := namelessRecord()
	f.exchanges[len(f.exchanges)-1].Labels.Text = "tell me a joke"
	f.sessions[0].ID, f.sessions[1].ID = "session-1", "yesterdays"
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) {
		o.Keeper, o.Player, o.Files = &fakeKeeper{f: f}, &fakePlayer{f: f}, &paperFiles{body: "{}"}
	})
	now, old := "tell me a joke ("+f.sessions[0].Started.Local().Format("2 Jan 15:04:05")+")", "tell me a joke (sterdays)"
	for path, all := range map[string][]string{
		"/sessions":                       {">" + now + "</a>", ">" + old + "</a>"},
		"/palette?q=":                     {">" + now + "</span>", ">" + old + "</span>"},
		"/palette?q=joke":                 {"Replay " + now, ">" + old + "</span>"},
		"/compare?a=session-1":            {">" + old + "</a>"},
		"/compare?a=yesterdays":           {">" + now + "</a>"},
		"/webhooks":                       {`placeholder="` + now + `"`},
		"/replays/new?session=yesterdays": {">" + old + "</a>"},
	} {
		page := get(t, s, path).Body.String()
		for _, want := range all {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %s", path, want)
			}
		}
	}
}

// TestPaletteActsOnAgents: an agent's name also finds what can be done with it.
func TestPaletteActsOnAgents(t *testing.T) {
	s := newTestServer(t, emptyRecord(), &fakeCaller{})
	if all := get(t, s, "/palette?q=").Body.String(); strings.Contains(all, "Compose to ") {
		t.Error("actions are listed before anything is typed")
	}
	hits := get(t, s, "/palette?q=reference").Body.String()
	for _, want := range []string{`href="/agents/`, `href="/compose?agent=http`, "Compose to Reference agent", `href="/traffic?q=agent%3A`, "Traffic of Reference agent"} {
		if !strings.Contains(hits, want) {
			t.Errorf("no %q in %s", want, hits)
		}
	}
}
