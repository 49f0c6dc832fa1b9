package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/ui/host"
)

// fakeBells ring like the program's. Safe for concurrent use.
type fakeBells struct {
	mu    sync.Mutex
	bells []chan struct{}
}

func (b *fakeBells) watch() (<-chan struct{}, func()) {
	c := make(chan struct{}, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bells = append(b.bells, c)
	return c, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.bells = slices.DeleteFunc(b.bells, func(o chan struct{}) bool { return o == c })
	}
}

func (b *fakeBells) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.bells {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// fakeRules are Rules in memory: a rule is valid if it has an arrow and an action. Safe for
// concurrent use.
type fakeRules struct {
	fakeBells
	lock    sync.Mutex
	list    []wire.Rule
	presets []host.Preset
	made    int
}

func (f *fakeRules) Rules() []wire.Rule {
	f.lock.Lock()
	defer f.lock.Unlock()
	return slices.Clone(f.list)
}

// RulesAbout finds the rules that are on and whose text has the agent's address.
func (f *fakeRules) RulesAbout(agent string) []wire.Rule {
	return slices.DeleteFunc(f.Rules(), func(r wire.Rule) bool {
		return !r.On || !strings.Contains(r.Text, "agent:"+strings.TrimPrefix(agent, "http://"))
	})
}

func (f *fakeRules) CheckRule(text string) (string, error) {
	when, do, ok := strings.Cut(text, "=>")
	if do = strings.TrimSpace(do); !ok || do == "" {
		return "", &host.RuleError{Offset: len(text), Reason: "a rule says what it does: put => and an action after it, such as => hold"}
	}
	if at := strings.Index(when, "nonsense:"); at >= 0 {
		return "", &host.RuleError{Offset: at, Reason: `there is no key "nonsense"; try event:, nth: or state:`}
	}
	return strings.TrimSpace(strings.TrimSpace(when) + " => " + do), nil
}

// RuleWords repeats the rule.
func (f *fakeRules) RuleWords(text string) string {
	if _, err := f.CheckRule(text); err != nil {
		return ""
	}
	return "In words: " + text + "."
}

func (f *fakeRules) AddRules(_ context.Context, texts []string, preset string) ([]wire.Rule, error) {
	f.lock.Lock()
	var out []wire.Rule
	for _, t := range texts {
		f.made++
		out = append(out, wire.Rule{ID: fmt.Sprintf("0195-rule-%d", f.made), Text: t, On: true, Preset: preset, Created: fakeNow()})
	}
	f.list = append(f.list, out...)
	f.lock.Unlock()
	f.ring()
	return out, nil
}

func (f *fakeRules) edit(id string, change func(i int)) error {
	f.lock.Lock()
	i := slices.IndexFunc(f.list, func(r wire.Rule) bool { return r.ID == id })
	if i >= 0 {
		change(i)
	}
	f.lock.Unlock()
	if i < 0 {
		return errors.New("no such rule")
	}
	f.ring()
	return nil
}

func (f *fakeRules) ChangeRule(_ context.Context, id, text string) (wire.Rule, error) {
	return wire.Rule{}, f.edit(id, func(i int) { f.list[i].Text, f.list[i].Fired, f.list[i].LastExchanges = text, 0, nil })
}

func (f *fakeRules) SwitchRule(_ context.Context, id string, on bool) error {
	return f.edit(id, func(i int) { f.list[i].On = on })
}

func (f *fakeRules) MoveRule(_ context.Context, id string, to int) error {
	return f.edit(id, func(i int) {
		r := f.list[i]
		f.list = slices.Insert(slices.Delete(f.list, i, i+1), to, r)
	})
}

func (f *fakeRules) RemoveRules(_ context.Context, ids ...string) error {
	f.lock.Lock()
	f.list = slices.DeleteFunc(f.list, func(r wire.Rule) bool { return slices.Contains(ids, r.ID) })
	f.lock.Unlock()
	f.ring()
	return nil
}

func (f *fakeRules) CompleteRule(_ context.Context, text string, cursor int) []filter.Suggestion {
	from := strings.LastIndexAny(text[:cursor], " ") + 1
	var out []filter.Suggestion
	for _, w := range []string{"event:", "nth:", "state:", "=> hold", "=> drop"} {
		if strings.HasPrefix(w, text[from:cursor]) {
			out = append(out, filter.Suggestion{Insert: w, From: from, To: cursor, Help: "a word of rules"})
		}
	}
	return out
}

func (f *fakeRules) Presets() []host.Preset                               { return f.presets }
func (f *fakeRules) RulesOf(context.Context, string) ([]wire.Rule, error) { return f.Rules(), nil }
func (f *fakeRules) WatchRules() (bell <-chan struct{}, stop func())      { return f.watch() }

// fakeHolds is a queue in memory. Safe for concurrent use.
type fakeHolds struct {
	fakeBells
	lock     sync.Mutex
	list     []wire.HeldItem
	released map[string]wire.Release
}

func (f *fakeHolds) Items() []wire.HeldItem {
	f.lock.Lock()
	defer f.lock.Unlock()
	return slices.Clone(f.list)
}

func (f *fakeHolds) HeldOf(exchange string) []wire.HeldItem {
	return slices.DeleteFunc(f.Items(), func(h wire.HeldItem) bool { return h.Exchange != exchange })
}

func (f *fakeHolds) HeldItem(id string) (wire.HeldItem, bool) {
	f.lock.Lock()
	defer f.lock.Unlock()
	i := slices.IndexFunc(f.list, func(h wire.HeldItem) bool { return h.ID == id })
	if i < 0 {
		return wire.HeldItem{}, false
	}
	return f.list[i], true
}

func (f *fakeHolds) hold(h wire.HeldItem) {
	f.lock.Lock()
	f.list = append(f.list, h)
	f.lock.Unlock()
	f.ring()
}

func (f *fakeHolds) Release(id string, r wire.Release) bool {
	f.lock.Lock()
	n := len(f.list)
	f.list = slices.DeleteFunc(f.list, func(h wire.HeldItem) bool { return h.ID == id })
	if f.released == nil {
		f.released = map[string]wire.Release{}
	}
	gone := len(f.list) < n
	if gone {
		f.released[id] = r
	}
	f.lock.Unlock()
	f.ring()
	return gone
}

func (f *fakeHolds) ReleaseAll(exchange string, how wire.PassageKind) (n int) {
	for _, h := range f.Items() {
		if exchange == "" || h.Exchange == exchange {
			f.Release(h.ID, wire.Release{Kind: how})
			n++
		}
	}
	return n
}

func (f *fakeHolds) WatchHeld() (bell <-chan struct{}, stop func()) { return f.watch() }

// fakePassing frames SSE events, and rejects documents without "result".
type fakePassing struct{ wire.FrameCodec }

func (fakePassing) Check(_ wire.Side, _ wire.Frame, doc []byte) []string {
	var v map[string]any
	if json.Unmarshal(doc, &v) == nil && v["result"] == nil {
		return []string{"$.result: missing"}
	}
	return nil
}

func (fakePassing) Write(_ wire.Side, like wire.Frame, doc []byte) ([]byte, error) {
	if like.Kind != wire.SSE {
		return nil, fmt.Errorf("a frame of kind %s", like.Kind)
	}
	return []byte("data: " + string(doc) + "\n\n"), nil
}

// heldEvent is the second event of an exchange of withBodies, held for a second and a half.
func heldEvent(n int, x wire.Exchange, text string) wire.HeldItem {
	doc := []byte(`{"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","name":` + quoted(text) + `,"parts":[{"text":` + quoted(text) + `}]}}}}`)
	return wire.HeldItem{
		ID: fmt.Sprintf("0195-held-%d", n), Exchange: x.ID, Session: x.Session, Agent: x.Agent, Side: wire.Response, Frame: 1, Kind: wire.SSE,
		Labels: x.Labels, FrameLabels: wire.FrameLabels{Kind: "artifact", Task: "t", Artifact: "a", Text: text, Doc: doc},
		Raw: []byte("data: " + string(doc) + "\n\n"), Rule: "event:artifact => hold", HeldAt: fakeNow().Add(-1500 * time.Millisecond),
		Deadline: fakeNow().Add(5*time.Minute - 1500*time.Millisecond), OnTimeout: wire.PassageHeld, Codec: fakePassing{},
	}
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// heldRequest is a held request that is dropped when nobody decides.
func heldRequest(n int, x wire.Exchange) wire.HeldItem {
	h := heldEvent(n, x, x.Labels.Text)
	h.Side, h.Frame, h.Kind, h.FrameLabels.Kind, h.OnTimeout = wire.Request, 0, wire.Body, "call", wire.PassageDropped
	h.FrameLabels.Doc = []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"parts":[{"text":` + quoted(x.Labels.Text) + `}]}}}`)
	h.Raw, h.Rule = h.FrameLabels.Doc, "op:send => hold 5m then drop"
	return h
}

// somePresets are three of the product's presets.
func somePresets() []host.Preset {
	return []host.Preset{
		{Name: "lose-terminal-event", Title: "Lose the terminal event", Does: "The event that ends the task is not sent, and the stream ends as if all were well.", Expect: "Asks for the task when a stream ends before a terminal state.", Rules: []string{"state:completed => drop", "state:failed => drop"}},
		{Name: "flaky-network", Title: "Flaky network", Does: "One stream in three is cut within an event, always at the same places.", Expect: "Takes up the stream again, and shows no text twice.", Rules: []string{"event:any chance:10% seed:7 => cut middle"}},
		{Name: "too-many-requests", Title: "Too many requests", Does: "The first two calls are answered with 429 and Retry-After.", Expect: "Waits as long as Retry-After says, then tries again.", Rules: []string{"op:send call:1..2 => answer 429 Retry-After: 2"}},
	}
}

// intercepting returns the rules and held items that go with a state of the record.
func intercepting(state string, f *fakeRecord) (*fakeRules, *fakeHolds) {
	rules, holds := &fakeRules{presets: somePresets()}, &fakeHolds{}
	switch state {
	case "normal":
		x := f.exchanges[len(f.exchanges)-1]
		rules.list = []wire.Rule{
			{ID: "0195-rule-a", Text: "event:artifact nth:2 => hold", On: true, Fired: 3, LastExchanges: []string{f.exchanges[1].ID}},
			{ID: "0195-rule-b", Text: "state:completed => drop", On: true, Preset: "lose-terminal-event"},
			{ID: "0195-rule-c", Text: `op:send text:"slow down" => delay 200ms..2s`, Fired: 1, Problem: "the document has no place /result/kind"},
		}
		holds.list = []wire.HeldItem{heldEvent(1, x, "tell me a joke"), heldRequest(2, x)}
	case "hostile":
		x := f.exchanges[0]
		rules.presets = append(rules.presets, host.Preset{Name: "odd", Title: hostile, Does: hostile, Expect: hostile, Rules: []string{hostile}})
		rules.list = []wire.Rule{{ID: "0195-rule-h", Text: "text:" + hostile + " => hold", On: true, Fired: 1 << 40, LastExchanges: []string{x.ID}, Preset: "odd", Problem: hostile}}
		h := heldEvent(1, x, hostile)
		h.FrameLabels.Kind, h.FrameLabels.State, h.Rule, h.Labels.Op = hostile, hostile, hostile, hostile
		bare := heldEvent(2, x, hostile)
		bare.Codec, bare.FrameLabels, bare.Raw, bare.Deadline = nil, wire.FrameLabels{}, []byte("data: "+hostile+"\n\n"), time.Time{}
		holds.list = []wire.HeldItem{h, bare}
	case "busy":
		for n := range 200 {
			rules.list = append(rules.list, wire.Rule{ID: fmt.Sprintf("0195-rule-%d", n), Text: fmt.Sprintf("op:send agent:127.0.0.1:7430 event:artifact nth:%d chance:%d%% seed:%d => delay 200ms..2s; duplicate", n+1, n%100, n), On: n%5 != 0, Fired: int64(n * 37 % 900), LastExchanges: []string{f.exchanges[n].ID}})
		}
		for n := range 50 {
			h := heldEvent(n, f.exchanges[n*7], strings.Repeat("and what a long text this event has ", 1+n%3))
			if n%4 == 0 {
				h = heldRequest(n, f.exchanges[n*7])
			}
			holds.list = append(holds.list, h)
		}
	}
	return rules, holds
}
