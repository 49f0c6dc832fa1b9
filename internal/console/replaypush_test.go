package console

import (
	"context"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/webhook"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// TestReplayIsPushedTo: push notifications during a replay are recorded with the replay, not into the
// original session.
func TestReplayIsPushedTo(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	url, b := referenceAgent(t), testPlumbing(t, PlumbingOptions{})
	hooks, err := WebhookOptions{Address: Address{Host: "127.0.0.1"}}.Listen(ctx, testEnv{})
	if err != nil {
		t.Fatal(err)
	}
	taken := make(chan webhook.Delivery, 16)
	hooks.Serve(testEnv{}, b.Store, b.Rules.Intervener(), nil, func(d webhook.Delivery) { taken <- d })
	t.Cleanup(func() {
		if err := hooks.Close(); err != nil {
			t.Error(err)
		}
	})
	delivered := func(session string) webhook.Delivery {
		t.Helper()
		for {
			select {
			case d := <-taken:
				x, err := b.Store.Exchange(ctx, d.Exchange)
				if err != nil {
					t.Fatal(err)
				}
				if x.Session == session {
					return d
				}
			case <-ctx.Done():
				t.Fatalf("nothing was delivered into session %s", session)
			}
		}
	}
	before := b.Store.Current().ID
	hook := hooks.NewHook(url, before)
	k := &trial{T: t, ctx: wire.WithCallOptions(ctx, wire.CallOptions{Origin: wire.Client}), v: a2a.V10, plumbing: b}
	k.client = inspector.New(inspector.Options{Transport: b.Taps.RoundTripper(), LingerTimeout: LingerTime})
	d, err := Caller{k.client, b.cards}.Discover(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	if k.target, err = d.Choose(a2a.V10, a2a.JSONRPC); err != nil {
		t.Fatal(err)
	}
	var task, context string
	k.text(a2a.SendMessage, "request a new phone for me", "", "", func(r a2a.Reading) { task, context = r.Result.Task.ID, r.Result.Task.ContextID })
	k.one(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: task, Push: &a2a.PushConfig{ID: "hook", TaskID: task, URL: hook.URL, Token: hook.Token}})
	k.text(a2a.SendMessage, "Android", task, context, func(a2a.Reading) {})
	first := delivered(before)

	into, err := b.Store.BeginSideSession(ctx, "the replay")
	if err != nil {
		t.Fatal(err)
	}
	looked := func() int { // how often the console fetched the card, in the session being recorded
		list, err := ListExchanges(ctx, b.Store, wire.Filter{Session: before, Origins: []wire.Origin{wire.Console}})
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	looks := looked()
	player := pagePlayer{p: testEnv{}, Plumbing: b, webhooks: hooks}
	run, err := player.Plan(ctx, host.ReplayOptions{Session: before, To: url, Note: func(string) {}, Options: replay.Options{TargetSession: into.ID}})
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Play(ctx); err != nil {
		t.Fatal(err)
	}
	if r := run.Report(); !r.Equal() {
		t.Errorf("%+v", r.Pairs)
	}
	if now := b.Store.Current(); now.ID != before {
		t.Errorf("%s is recorded now, not %s", now.ID, before)
	}
	if list, err := ListExchanges(ctx, b.Store, wire.Filter{Session: before, Origins: []wire.Origin{wire.Replay}}); err != nil || len(list) > 0 {
		t.Errorf("%d calls of the replay are in the session that it repeats, %v", len(list), err)
	}
	if n := looked(); n != looks {
		t.Errorf("%d looks of the replay at the card are in the session that it repeats", n-looks)
	}
	if again := delivered(into.ID); again.Hook.URL == first.Hook.URL || again.Hook.Session != into.ID || again.Header.Get("A2A-Notification-Token") == hook.Token {
		t.Errorf("delivered to %s as before", again.Hook.URL)
	}
}
