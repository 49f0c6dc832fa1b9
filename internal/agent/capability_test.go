package agent

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

// TestWithout: the agent refuses what its card does not offer, with the version's error for it, and
// everything else works.
func TestWithout(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{DisabledCapabilities: OptionalCapabilities()}), d}
		card := p.agent.cardOf(d, false)
		if c := card.Capabilities; c.Streaming || c.Push || c.ExtendedCard {
			t.Errorf("the card offers %+v", c)
		}
		res := p.ok(p.say(a2a.SendMessage, "tell me a joke", ""))
		if res.Task == nil || res.Task.Status.State != a2a.Completed {
			t.Fatalf("a joke is %+v", res)
		}
		extended := a2a.UnsupportedOperation
		if d.Version() < a2a.V10 {
			extended = a2a.ExtendedCardNotConfigured
		}
		hook := &a2a.PushConfig{ID: "h", URL: "http://127.0.0.1:1/", TaskID: res.Task.ID}
		pushed := p.say(a2a.SendMessage, "tell me a joke", "")
		pushed.Push = hook
		for _, c := range []struct {
			call *a2a.Call
			want a2a.ErrorName
		}{
			{p.say(a2a.SendStreamingMessage, "tell me a joke", ""), a2a.UnsupportedOperation},
			{&a2a.Call{Op: a2a.SubscribeToTask, TaskID: res.Task.ID}, a2a.UnsupportedOperation},
			{&a2a.Call{Op: a2a.CreatePushConfig, TaskID: res.Task.ID, Push: hook}, a2a.PushNotSupported},
			{&a2a.Call{Op: a2a.GetPushConfig, TaskID: res.Task.ID, PushID: "h"}, a2a.PushNotSupported},
			{&a2a.Call{Op: a2a.ListPushConfigs, TaskID: res.Task.ID}, a2a.PushNotSupported},
			{&a2a.Call{Op: a2a.DeletePushConfig, TaskID: res.Task.ID, PushID: "h"}, a2a.PushNotSupported},
			{pushed, a2a.PushNotSupported},
			{&a2a.Call{Op: a2a.GetExtendedCard}, extended},
		} {
			if _, ok := d.Method(c.call.Op); !ok {
				continue
			}
			if _, got := p.do(c.call); got != c.want {
				t.Errorf("%s is answered %q, want %q", c.call.Op, got, c.want)
			}
		}
	})
}

// TestWithoutExtendedCard: if the extended card has its own address, that address is not found.
func TestWithoutExtendedCard(t *testing.T) {
	d, _ := dialect.ByName(a2a.V02)
	p, ok := dialect.ExtendedCardURL(d, "/v0.2")
	if !ok {
		t.Fatal("0.2 has no address for it")
	}
	for without, want := range map[string]int{push: http.StatusOK, extendedCard: http.StatusNotFound} {
		w := httptest.NewRecorder()
		newAgent(t, Options{DisabledCapabilities: []string{without}}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://127.0.0.1:7430"+p, nil))
		if w.Code != want {
			t.Errorf("without %s it answers %d, want %d", without, w.Code, want)
		}
	}
}

func TestCheckWithout(t *testing.T) {
	if err := CheckCapabilities(OptionalCapabilities()); err != nil {
		t.Error(err)
	}
	if err := CheckCapabilities([]string{"pus"}); err == nil || err.Error() != `the reference agent cannot leave out "pus", only streaming, push, extended-card` {
		t.Error(err)
	}
}
