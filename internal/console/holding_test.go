package console

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/webhook"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// firstHeld waits until a rule holds something.
func firstHeld(ctx context.Context, b *Plumbing) (wire.HeldItem, error) {
	bell, stop := b.HoldQueue.WatchHeld()
	defer stop()
	for {
		if list := b.HoldQueue.Items(); len(list) > 0 {
			return list[0], nil
		}
		select {
		case <-bell:
		case <-ctx.Done():
			return wire.HeldItem{}, errors.New("nothing was held")
		}
	}
}

// edit releases an item with another document.
func edit(b *Plumbing, h wire.HeldItem, doc []byte) error {
	if h.Codec == nil {
		return fmt.Errorf("it is no document: %q", h.Raw)
	}
	like := h.AsFrame()
	if wrong := h.Codec.Check(h.Side, like, doc); len(wrong) > 0 {
		return fmt.Errorf("the edit is wrong: %q", wrong)
	}
	raw, err := h.Codec.Write(h.Side, like, doc)
	if err == nil && !b.HoldQueue.Release(h.ID, wire.Release{Kind: wire.PassageEdited, Raw: raw, DecidedBy: "person"}) {
		err = errors.New("it is not held any more")
	}
	return err
}

var anyText = regexp.MustCompile(`"text": ?"[^"]*"`)

// edited replaces every text in a document.
func edited(doc []byte, text string) []byte {
	return anyText.ReplaceAll(doc, []byte(`"text":"`+text+`"`))
}

// A request and an event of a running stream are held, edited and released in each binding. The agent and
// the client get the edits, and both versions are on record.
func TestHoldingInEachBinding(t *testing.T) {
	url := referenceAgent(t)
	for _, binding := range []a2a.Binding{a2a.JSONRPC, a2a.REST, a2a.GRPC} {
		t.Run(string(binding), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(wire.WithCallOptions(t.Context(), wire.CallOptions{Origin: wire.Client}), time.Minute)
			defer cancel()
			k := &trial{T: t, ctx: ctx, v: a2a.V10, b: binding, plumbing: testPlumbing(t, PlumbingOptions{})}
			k.client = inspector.New(inspector.Options{Transport: k.plumbing.Taps.RoundTripper(), LingerTimeout: LingerTime})
			d, err := Caller{k.client, k.plumbing.cards}.Discover(ctx, url)
			if err == nil {
				k.target, err = d.Choose(k.v, k.b)
			}
			if err == nil {
				_, err = k.plumbing.Rules.AddRules(ctx, []string{"op:SendStreamingMessage => hold for ever", "event:artifact nth:1 => hold for ever"}, "")
			}
			if err != nil {
				t.Fatal(err)
			}
			items, done := make(chan wire.HeldItem, 2), make(chan error, 1)
			go func() {
				var failed error
				for _, text := range []string{"echo: as the agent got it", "as the client got it"} {
					h, err := firstHeld(ctx, k.plumbing)
					if err == nil {
						items <- h
						err = edit(k.plumbing, h, edited(h.FrameLabels.Doc, text))
					}
					failed = errors.Join(failed, err)
				}
				done <- failed
			}()
			said := ""
			end := k.text(a2a.SendStreamingMessage, "echo: as the client sent it", "", "", func(r a2a.Reading) { said += resultText(r.Result) })
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			request, event := <-items, <-items
			if request.Side != wire.Request || request.Labels.Op != string(a2a.SendStreamingMessage) || request.Labels.Binding != string(binding) || request.Exchange != end.Exchange {
				t.Errorf("the request: %+v", request.Labels)
			}
			if event.Side != wire.Response || event.FrameLabels.Kind != "artifact" || !strings.Contains(event.FrameLabels.Text, "as the agent got it") {
				t.Errorf("the event: %s %q", event.FrameLabels.Kind, event.FrameLabels.Text)
			}
			if !strings.Contains(said, "as the client got it") || strings.Contains(said, "as the client sent it") {
				t.Errorf("the client heard %s", said)
			}
			if x, err := k.plumbing.Store.Exchange(ctx, end.Exchange); err != nil || !x.PassageKinds.Has(wire.PassageEdited) {
				t.Errorf("passed %v, %v", x.PassageKinds.List(), err)
			}
			list, err := k.plumbing.Store.Passages(ctx, end.Exchange)
			if err != nil || len(list) != 2 || slices.ContainsFunc(list, func(p wire.Passage) bool { return p.Kind != wire.PassageEdited || p.HoldTime <= 0 || p.Rule != "" }) {
				t.Errorf("passed %+v, %v", list, err)
			}
		})
	}
}

// Messages of a WebSocket are held and edited in both directions.
func TestHoldingOnAWebSocket(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b := testPlumbing(t, PlumbingOptions{})
	heard := make(chan string, 1)
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		_, p, err := c.ReadMessage() // it rejects unmasked frames
		heard <- string(p)
		if err == nil {
			c.WriteMessage(websocket.TextMessage, []byte(`{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"as it was said"}]}}}`))
			c.ReadMessage() // until the client leaves
		}
	}))
	defer agent.Close()
	tap, err := b.Taps.OpenAt(ctx, agent.URL, "127.0.0.1:0")
	if err == nil {
		_, err = b.Rules.AddRules(ctx, []string{"direction:request => hold for ever", "direction:response => hold for ever"}, "")
	}
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := websocket.DefaultDialer.DialContext(ctx, "ws"+strings.TrimPrefix(tap.URL, "http"), http.Header{"A2A-Version": {"1.0"}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const call = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hello"}]}}}`
	if err := c.WriteMessage(websocket.TextMessage, []byte(call)); err != nil {
		t.Fatal(err)
	}
	got := func() string {
		_, p, err := c.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		return string(p)
	}
	for _, way := range []struct {
		side   string
		answer func() string
	}{{"request", func() string { return <-heard }}, {"response", got}} {
		side := way.side
		h, err := firstHeld(ctx, b)
		if err != nil {
			t.Fatal(err)
		}
		if h.Kind != wire.WSText || h.Side.String() != side {
			t.Errorf("%s: held as %s, a %s", side, h.Kind, h.Side)
		}
		if err := edit(b, h, edited(h.FrameLabels.Doc, "edited "+side)); err != nil {
			t.Fatal(err)
		}
		if said := way.answer(); !strings.Contains(said, `"edited `+side+`"`) {
			t.Errorf("%s: %s arrived", side, said)
		}
	}
}

// Rules with origin:push hold, change and refuse push notifications to the webhook; other rules leave
// them alone.
func TestRulesAtTheWebhook(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b := testPlumbing(t, PlumbingOptions{})
	hooks, err := WebhookOptions{Address: Address{Host: "127.0.0.1"}}.Listen(ctx, testEnv{})
	if err != nil {
		t.Fatal(err)
	}
	taken := make(chan webhook.Delivery, 4)
	hooks.Serve(testEnv{}, b.Store, b.Rules.Intervener(), nil, func(d webhook.Delivery) { taken <- d })
	defer hooks.Close()
	at := hooks.NewHook("http://127.0.0.1:7430", b.Store.Current().ID).URL
	push := func() (int, error) {
		resp, err := http.Post(at, "application/json", strings.NewReader(`{"id":"t","contextId":"c","kind":"task","status":{"state":"completed"}}`))
		if err != nil {
			return 0, err
		}
		resp.Body.Close()
		return resp.StatusCode, nil
	}
	rules := func(text string) {
		t.Helper()
		for _, r := range b.Rules.Rules() {
			if err := b.Rules.RemoveRules(ctx, r.ID); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := b.Rules.AddRules(ctx, []string{text}, ""); err != nil {
			t.Fatal(err)
		}
	}
	rules("=> drop")
	if status, err := push(); status != 204 || err != nil {
		t.Errorf("a rule about all calls: %d, %v", status, err)
	}
	<-taken
	rules("origin:push call:1 => answer 503 Retry-After: 1")
	for _, want := range []int{503, 204} {
		if status, err := push(); status != want || err != nil {
			t.Errorf("answered %d, %v, want %d", status, err, want)
		}
		<-taken
	}
	rules("origin:push => drop")
	if status, err := push(); err == nil {
		t.Errorf("dropped, and answered %d", status)
	}
	rules("origin:push => hold for ever")
	done := make(chan int, 1)
	go func() {
		status, _ := push()
		done <- status
	}()
	h, err := firstHeld(ctx, b)
	if err != nil {
		t.Fatal(err)
	}
	const other = `{"id":"t","contextId":"c","kind":"task","status":{"state":"failed"}}`
	if !b.HoldQueue.Release(h.ID, wire.Release{Kind: wire.PassageEdited, Raw: []byte(other), DecidedBy: "person"}) {
		t.Fatal("it went by itself")
	}
	if status, d := <-done, <-taken; status != 204 || string(d.Body) != other || d.Exchange != h.Exchange {
		t.Errorf("%d, taken %q", status, d.Body)
	}
	x, err := b.Store.Exchange(ctx, h.Exchange)
	if err != nil || !x.PassageKinds.Has(wire.PassageEdited) || x.Origin != wire.Push || x.Outcome != wire.ByAgent {
		t.Errorf("%+v, %v", x, err)
	}
}
