package ui

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestReplayAsksToSignIn: beside the agent that a session is run against stand what its
// clients sent of credentials, and how the console stands to it. What is of another agent is
// hidden until that is chosen.
func TestReplayAsksToSignIn(t *testing.T) {
	const open = "http://127.0.0.1:9998"
	f := &fakeRecord{agents: []wire.Agent{{Origin: guardedAgent, Name: "Guarded"}, {Origin: open, Name: "Open"}}}
	f.sessions = []wire.Session{{ID: "session-1", Started: fakeNow(), Agents: []string{guardedAgent, open}}}
	x := sample(1, "said")
	x.Agent = guardedAgent
	f.put(x)
	w := auth.NewWallet(auth.Options{})
	t.Cleanup(w.Close)
	s, err := New(Options{Library: f, Desk: f, Taps: f, Directory: f, Caller: &fakeCaller{}, Player: &fakePlayer{f: f}, Wallet: w, Listen: "127.0.0.1:7420", PrivateHost: "private.localhost", Token: "secret", Version: "test", Now: fakeNow})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	form := func() string {
		_, against, _ := strings.Cut(get(t, s, "/replays/new?session=session-1").Body.String(), "<legend>Against</legend>")
		against, _, _ = strings.Cut(against, "</fieldset>")
		return against
	}
	page := form()
	mustSee(t, page, `data-of="`+guardedAgent+`">The client signed in with <b>Authorization</b>.`, "the console has none for it", "?tab=signin")
	if strings.Contains(page, `data-of="`+open) {
		t.Errorf("of an agent that asks for nothing it says something: %s", page)
	}
	if err := w.Put(guardedAgent, auth.Credential{Scheme: "tok", Kind: auth.Bearer, Secret: "s"}); err != nil {
		t.Fatal(err)
	}
	if page := form(); !strings.Contains(page, "sends its own credentials") || strings.Contains(page, "has none") {
		t.Errorf("signed in it says %s", page)
	}
}
