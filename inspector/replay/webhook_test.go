package replay

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

// receiver creates one new address; earlier runs created others.
type receiver struct{ made []string }

func (r *receiver) IsOwn(url string) bool {
	return strings.HasPrefix(url, "http://127.0.0.1:7440/hook/")
}

func (r *receiver) Make(endpoint string) (url, token string) {
	r.made = append(r.made, endpoint)
	return "http://127.0.0.1:7440/hook/new", "fresh"
}

// TestOwnWebhooksAreMadeAnew: an address of the console is registered as a new one, another address as recorded. The plan
// and the report say so, and it is not a difference.
func TestOwnWebhooksAreMadeAnew(t *testing.T) {
	for _, d := range dialect.All() {
		v := d.Version()
		k := newTalk(t, reference(t), v)
		task := k.say(a2a.SendMessage, "", "request a new phone for me", nil)
		for _, url := range []string{"http://127.0.0.1:7440/hook/old", "http://127.0.0.1:9/foreign"} {
			config := &a2a.PushConfig{TaskID: task, URL: url, Token: "stale"}
			k.call(t.Context(), &a2a.Call{Op: a2a.CreatePushConfig, TaskID: task, Push: config}, nil)
			k.call(t.Context(), &a2a.Call{Op: a2a.GetPushConfig, TaskID: task}, nil)
		}
		var sent []string
		spy := other(t, func(_ http.ResponseWriter, _ *http.Request, body string) bool {
			sent = append(sent, body)
			return false
		})
		hooks := &receiver{}
		again := k.again(spy, func(o *Options) { o.Webhooks = hooks })
		var plan []string
		for _, s := range again.Steps() {
			plan = append(plan, s.Push)
		}
		if got := strings.Join(plan, "|"); got != "|"+pushNew+"||"+pushRecorded+"http://127.0.0.1:9/foreign|" {
			t.Errorf("%s: the plan says %s", v, got)
		}
		r := play(t, again)
		all := strings.Join(sent, "\n")
		if strings.Contains(all, "/hook/old") || strings.Count(all, "http://127.0.0.1:7440/hook/new") != 1 || strings.Count(all, "fresh") != 1 ||
			strings.Count(all, "http://127.0.0.1:9/foreign") != 1 || strings.Count(all, "stale") != 1 {
			t.Errorf("%s: sent was %s", v, all)
		}
		if len(hooks.made) != 1 || !strings.HasPrefix(hooks.made[0], "http://127.0.0.1:7430/") {
			t.Errorf("%s: addresses were made for %v", v, hooks.made)
		}
		if !r.Equal() || !strings.Contains(show(r), pushNew) || !strings.Contains(show(r), pushRecorded) {
			t.Errorf("%s: %s", v, show(r))
		}
	}
}

// TestWithoutReceiver: without Webhooks, addresses stay unchanged.
func TestWithoutReceiver(t *testing.T) {
	k := newTalk(t, reference(t), a2a.V10)
	m := &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "tell me a joke"}}}
	k.call(t.Context(), &a2a.Call{Op: a2a.SendMessage, Message: m, Push: &a2a.PushConfig{URL: "http://127.0.0.1:7440/hook/old"}}, nil)
	if got := k.again(reference(t), nil).Steps()[0].Push; got != pushRecorded+"http://127.0.0.1:7440/hook/old" {
		t.Errorf("the plan says %q", got)
	}
}
