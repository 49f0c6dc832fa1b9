package rule_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
	"github.com/a2a-console/a2a-console/proxy/hold"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// request passes a request through its gate, and returns what is sent: nothing if there is no gate.
func request(ctx context.Context, plan *wire.InterventionPlan, body string) (*sending, error) {
	out := &sending{began: time.Now()}
	if plan == nil || plan.Request == nil {
		return out, nil
	}
	if err := plan.Request.Head(ctx, &wire.Head{Header: http.Header{}}); err != nil {
		return out, err
	}
	if err := plan.Request.Frame(ctx, wire.Frame{Kind: wire.Body, Raw: []byte(body), Data: []byte(body)}, out); err != nil {
		return out, err
	}
	return out, plan.Request.End(ctx, out)
}

// Which rules an exchange matches: by its head if that suffices, else by what its request says.
func TestMatching(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule             string
		watched, matched bool
	}{
		{"=> drop", true, true},
		{"op:send => drop", true, true},
		{"op:GetTask => drop", true, false},
		{"op:*stream* => drop", true, true},
		{"-op:send => drop", true, false},
		{"dialect:1.0 binding:jsonrpc => drop", true, true},
		{"dialect:0.3 dialect:0.2 => drop", true, false},
		{"-dialect:1.0 => drop", true, false},
		{"agent:agent.test => drop", true, true},
		{"agent:other.test => drop", false, false},
		{"-agent:http://agent.test:1 => drop", false, false},
		{"agent:joker => drop", true, true}, // by its name
		{"caller:CURL => drop", true, true},
		{"-caller:curl => drop", false, false},
		{"caller:cu* => drop", true, true},
		{"caller:*rl => drop", false, false},
		{"-caller:c*l* => drop", false, false},
		{"method:GET => drop", false, false},
		{"origin:client => drop", true, true},
		{"origin:console => drop", false, false},
		{"-origin:client => drop", false, false},
		{"joke => drop", true, true},
		{`"a joke" => drop`, true, true},
		{`"a jok" => drop`, true, false},
		{`"a jok*" => drop`, true, true},
		{"-JOKE => drop", true, false},
		{"task:t9 => drop", true, true},
		{"task:t* => drop", true, true},
		{"task:t => drop", true, false},
		{"-context:c => drop", true, true},
		{"direction:response task:other => drop", true, true}, // its frames may be about that task
	} {
		set := newSet(t, rule.Options{AgentName: func(string) string { return "The Joker" }}, c.rule)
		x := exchangeOf("x")
		watched := set.Watches(x)
		plan := set.Intervene(x, []byte(`{"text":"tell me a joke","task":"t9"}`), true)
		if watched != c.watched || (plan != nil) != c.matched {
			t.Errorf("%s: watched %v, matched %v", c.rule, watched, plan != nil)
		}
	}
}

// Rules leave the console's own probes and pushes to its webhook alone, unless they name their origin.
func TestProbes(t *testing.T) {
	t.Parallel()
	for _, origin := range []wire.Origin{wire.Console, wire.Push} {
		x := exchangeOf("x")
		x.Origin = origin
		for text, want := range map[string]bool{"=> drop": false, "origin:client => drop": false, "origin:" + string(origin) + " => drop": true} {
			if got := newSet(t, rule.Options{}, text).Watches(x); got != want {
				t.Errorf("%s: %v", text, got)
			}
		}
	}
	if newSet(t, rule.Options{}).Watches(exchangeOf("x")) {
		t.Error("a set without rules watches")
	}
}

// A rule can hold, change, delay and drop a request, and can answer instead of the agent.
func TestRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"op:send => delay 2s":             "delayed 0 " + ask,
			`op:send => replace {"x":1}`:      `edited 0 {"x":1}`,
			"op:send => hold 3s":              "held 0 " + ask,
			"op:send => hold 3s then drop":    "dropped 0\nA rule of the console dropped the request: op:send => hold 3s then drop",
			"op:send => drop":                 "dropped 0\nA rule of the console dropped the request: op:send => drop",
			"op:send => delay 1s; answer 429": "delayed 0 " + ask,
		} {
			set := newSet(t, rule.Options{Holder: hold.New()}, text)
			out, err := request(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), ask)
			got := out.says(wire.Body)
			var off *wire.AbortError
			if errors.As(err, &off) {
				got += "\n" + off.Message + ": " + off.Rule
			}
			if got != want {
				t.Errorf("%s: %v\n%s\nwant\n%s", text, err, got, want)
			}
		}
	})
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ rule, body, want string }{
		{"op:send => answer 429 Retry-After: 2", ask, "429 map[Retry-After:[2]] map[] "},
		{`op:send => answer 503 "no"`, ask, `503 map[Content-Type:[text/plain; charset=utf-8]] map[] no`},
		{`op:send => answer 400 {"a":1}`, ask, `400 map[Content-Type:[application/json]] map[] {"a":1}`},
		{"op:send => answer 429", `{"binding":"grpc"}`, "200 map[Content-Type:[application/grpc]] map[Grpc-Message:[Too Many Requests] Grpc-Status:[14]] "},
		{`op:send => answer 401 "é%"`, `{"binding":"grpc"}`, "200 map[Content-Type:[application/grpc]] map[Grpc-Message:[%C3%A9%25] Grpc-Status:[16]] "},
		{`op:send => error TaskNotFound "no such"`, ask, `200 map[] map[] TaskNotFound "no such" true`},
	} {
		set := newSet(t, rule.Options{}, c.rule, "op:send => answer 500")
		plan := set.Intervene(exchangeOf("x"), []byte(c.body), true)
		if plan == nil || plan.Answer == nil || plan.Rule != c.rule || plan.Response != nil {
			t.Fatalf("%s: %+v", c.rule, plan)
		}
		a, err := plan.Answer(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(a.Head.Status, a.Head.Header, a.Head.Trailer, string(a.Body)); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(c.want, " ", "") {
			t.Errorf("%s: %s, want %s", c.rule, got, c.want)
		}
		if list := set.Rules(); list[0].Fired != 1 || list[1].Fired != 0 {
			t.Errorf("%s: fired %d and %d", c.rule, list[0].Fired, list[1].Fired)
		}
	}
}

// An error that a version does not have is a problem of the rule, and the call is forwarded.
func TestErrorsThatAVersionLacks(t *testing.T) {
	t.Parallel()
	set := newSet(t, rule.Options{}, "op:send => error VersionNotSupported")
	if plan := set.Intervene(exchangeOf("x"), []byte(`{"dialect":"0.1"}`), true); plan != nil {
		t.Errorf("%+v", plan)
	}
	if r := set.Rules()[0]; r.Fired != 0 || r.Problem != "0.1 has no VersionNotSupported" {
		t.Errorf("%+v", r)
	}
}

// Several rules that match one frame act in their order, each on the result of the previous one.
func TestSeveralRules(t *testing.T) {
	t.Parallel()
	set := newSet(t, rule.Options{},
		`event:artifact => replace [{"op":"add","path":"/n","value":1}]`,
		"event:artifact nth:1 => duplicate",
		`event:artifact nth:2 => drop`,
		"event:artifact => duplicate 5",
		"event:status => cut before",
	)
	if err := set.Put(slices.Delete(set.Rules(), 3, 4)); err != nil {
		t.Fatal(err)
	}
	out, err := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, docs(wire.SSE, task, one, two, done))
	edited := strings.TrimSuffix(one, "}") + `,"n":1}`
	want := "as_is 0 " + task + "\nedited 1 " + edited + "\ninjected 2 " + edited + "\ndropped 2\ndropped 3"
	if got := out.says(wire.SSE); got != want || err == nil {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	for i, want := range []int64{2, 1, 1, 1} {
		if got := set.Rules()[i].Fired; got != want {
			t.Errorf("rule %d fired %d times, want %d", i, got, want)
		}
	}
}

// call: counts the matching calls since the rule came into force; nth: counts the frames of each.
func TestCounting(t *testing.T) {
	t.Parallel()
	set := newSet(t, rule.Options{}, "op:send call:2..3 event:artifact nth:2 => drop")
	for call := 1; call <= 4; call++ {
		set.Intervene(exchangeOf("x"), []byte(`{"op":"GetTask"}`), true)
		plan := set.Intervene(exchangeOf(strconv.Itoa(call)), []byte(ask), true)
		if (plan != nil) != (call == 2 || call == 3) {
			t.Fatalf("call %d: %+v", call, plan)
		}
		if plan == nil {
			continue
		}
		out, _ := respond(t.Context(), plan, wire.SSE, docs(wire.SSE, one, task, two, one))
		if got := out.says(wire.SSE); !strings.HasPrefix(got, "as_is 0 "+one+"\nas_is 1 "+task+"\ndropped 2\nas_is 3") {
			t.Errorf("call %d: %s", call, got)
		}
	}
	if r := set.Rules()[0]; r.Fired != 2 || !slices.Equal(r.LastExchanges, []string{"3", "2"}) {
		t.Errorf("fired %d on %q", r.Fired, r.LastExchanges)
	}
}

// A rule that stays keeps its counts and stays in force for open exchanges; one that is removed or off no
// longer acts, not even on open exchanges.
func TestPut(t *testing.T) {
	t.Parallel()
	set := newSet(t, rule.Options{}, "event:artifact => duplicate", "event:artifact => drop")
	plan := set.Intervene(exchangeOf("x"), []byte(ask), true)
	out := &sending{}
	frames := slices.Collect(wire.Frames(wire.SSE, 0, []wire.Chunk{{Data: docs(wire.SSE, one, two, one, two)}}))
	pass := func(i int, put ...wire.Rule) {
		t.Helper()
		if err := set.Put(put); err != nil {
			t.Fatal(err)
		}
		if err := plan.Response.Frame(t.Context(), frames[i], out); err != nil {
			t.Fatal(err)
		}
	}
	list := set.Rules()
	pass(0, list...)
	pass(1, list[0])
	off := list[0]
	off.On = false
	pass(2, off)
	pass(3, list[0], wire.Rule{ID: "r3", Text: "event:artifact => drop", On: true})
	var hows []wire.PassageKind
	for _, p := range out.list {
		hows = append(hows, p.Kind)
	}
	if want := []wire.PassageKind{"dropped", "injected", "as_is", "injected", "as_is", "as_is", "injected"}; !slices.Equal(hows, want) {
		t.Errorf("%v, want %v", hows, want)
	}
	if got := set.Rules(); got[0].Fired != 3 || got[1].Fired != 0 {
		t.Errorf("%+v", got)
	}
	changed := list[0]
	changed.Text, changed.Fired = "event:artifact => duplicate 2", 0
	before := set.Rules()
	if err := set.Put([]wire.Rule{changed, {Text: "nonsense"}}); err == nil || !strings.Contains(err.Error(), `rule "nonsense"`) || len(set.Rules()) != len(before) {
		t.Errorf("%v, %+v", err, set.Rules())
	}
	var wrong *rule.Error
	if err := set.Put([]wire.Rule{{Text: "nonsense"}}); !errors.As(err, &wrong) {
		t.Error(err)
	}
	if err := set.Put([]wire.Rule{changed}); err != nil || set.Rules()[0].Fired != 0 || set.Rules()[0].Created.IsZero() {
		t.Errorf("%v, %+v", err, set.Rules())
	}
	if err := set.Put(rules(slices.Repeat([]string{"=> drop"}, wire.MaxRules+1)...)); err == nil || !strings.Contains(err.Error(), "At most 200") {
		t.Error(err)
	}
}

func TestConnections(t *testing.T) {
	t.Parallel()
	set := newSet(t, rule.Options{}, "agent:agent.test => refuse", "=> reset")
	if got := set.Connections("http://agent.test:1"); got != fault.Refuse {
		t.Error(got)
	}
	if got := set.Connections("http://other.test"); got != fault.Reset {
		t.Error(got)
	}
	if set.Watches(exchangeOf("x")) {
		t.Error("exchanges are watched for rules about taps")
	}
	if got := newSet(t, rule.Options{}).Connections("http://agent.test:1"); got != fault.Accept {
		t.Error(got)
	}
}

// TestNamesAgent: enabled rules about taps and about traffic name agents.
func TestNamesAgent(t *testing.T) {
	t.Parallel()
	set := newSet(t, rule.Options{}, "agent:agent.test => refuse", "event:any -agent:agent.test => drop", "=> reset")
	list := set.Rules()
	list[2].On = false
	if err := set.Put(list); err != nil {
		t.Fatal(err)
	}
	for agent, want := range map[string][]bool{"http://agent.test:1": {true, false, false}, "http://other.test": {false, false, false}} {
		for i, r := range list {
			if set.NamesAgent(r.ID, agent) != want[i] {
				t.Errorf("%s names %s: %v", r.Text, agent, !want[i])
			}
		}
	}
}

// A person's decision about a frame is carried out: forward it, send another, or drop it.
func TestDecisions(t *testing.T) {
	t.Parallel()
	for decision, want := range map[wire.PassageKind]string{
		wire.PassageHeld:    "held 0 " + one,
		wire.PassageEdited:  `edited 0 {"x":1}`,
		wire.PassageDropped: "dropped 0",
	} {
		queue := hold.New()
		set := newSet(t, rule.Options{Holder: queue}, "event:artifact => hold for ever")
		bell, stop := queue.WatchHeld()
		defer stop()
		ended := make(chan *sending)
		go func() {
			out, err := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, docs(wire.SSE, one))
			if err != nil {
				t.Error(err)
			}
			ended <- out
		}()
		<-bell
		item := queue.Items()[0]
		if item.Exchange != "x" || item.Session != "s" || item.Agent != "http://agent.test:1" || item.Side != wire.Response || item.FrameLabels.Kind != "artifact" || item.Labels.Op == "" ||
			string(item.Raw) != string(framed(wire.SSE, one)) || item.Rule != "event:artifact => hold for ever" || !item.Deadline.IsZero() || item.Codec == nil {
			t.Errorf("%+v", item)
		}
		if !queue.Release(item.ID, wire.Release{Kind: decision, Raw: framed(wire.SSE, `{"x":1}`), DecidedBy: "person"}) {
			t.Error("it is gone")
		}
		out := <-ended
		if got := out.says(wire.SSE); got != want {
			t.Errorf("%s: %s", decision, got)
		}
		if p := out.list[0]; (p.Rule == "") != (decision != wire.PassageHeld) || decision == wire.PassageHeld && p.HoldTime == 0 {
			t.Errorf("%s: %+v", decision, p.Passage)
		}
	}
}

// Many exchanges use a set concurrently while its rules change.
func TestConcurrency(t *testing.T) {
	t.Parallel()
	set := newSet(t, rule.Options{}, "event:artifact => duplicate", "chance:50% => delay 1ns")
	list := set.Rules()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 50 {
				if x := exchangeOf(strconv.Itoa(i)); set.Watches(x) {
					if plan := set.Intervene(x, []byte(ask), true); plan != nil && plan.Response != nil {
						_, _ = request(t.Context(), plan, ask)
						_, _ = respond(t.Context(), plan, wire.SSE, docs(wire.SSE, task, one, done))
					}
				}
				set.Rules()
				if err := set.Put(list[i%2:]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
