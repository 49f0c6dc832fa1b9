package diff_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// pick returns a tape of some exchanges of another, reordered.
func (t *tape) pick(name string, which ...int) *tape {
	out := newTape(name)
	for _, i := range which {
		x := t.list[i]
		req, resp := join(t.Memory[x.ID][wire.Request]), join(t.Memory[x.ID][wire.Response])
		x.ID = ""
		out.put(x, req, resp)
	}
	return out
}

// three has two tasks: exchanges 0–3 are the phone's, 4–5 the joke's.
func three(c *client) {
	phone(c)
	c.say(a2a.SendMessage, false, words("tell me a joke"))
	c.get()
}

func verdicts(r *diff.Report) string {
	var out []string
	for _, p := range r.Pairs {
		a, b := strings.TrimLeft(p.A, "abz-0"), strings.TrimLeft(p.B, "abz-0")
		s := fmt.Sprintf("%s %s=%s", p.Outcome, a, b)
		if p.PollsA+p.PollsB > 0 {
			s += fmt.Sprintf(" ×%d×%d", p.PollsA, p.PollsB)
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func TestAlign(t *testing.T) {
	a := record(t, "a", plain10(), three)
	for _, c := range []struct {
		name string
		b    *tape
		want string
	}{
		{"as it was", a.pick("b", 0, 1, 2, 3, 4, 5), "same 1=1, same 2=2, same 3=3, same 4=4, same 5=5, same 6=6"},
		{"tasks in another order", a.pick("b", 4, 5, 0, 1, 2, 3), "same 1=3, same 2=4, same 3=5, same 4=6, same 5=1, same 6=2"},
		{"tasks at the same time", a.pick("b", 0, 4, 1, 5, 2, 3), "same 1=1, same 2=3, same 3=5, same 4=6, same 5=2, same 6=4"},
		{"one is missing", a.pick("b", 0, 1, 2, 3, 5), "same 1=1, same 2=2, same 3=3, same 4=4, missing 5=, same 6=5"},
		{"a task is missing", a.pick("b", 4, 5), "missing 1=, missing 2=, missing 3=, missing 4=, same 5=1, same 6=2"},
		{"polled more", a.pick("b", 0, 1, 2, 3, 3, 4, 3, 5), "same 1=1, same 2=2, same 3=3, same 4=7 ×0×3, same 5=6, same 6=8"},
		{"nothing", newTape("b"), "missing 1=, missing 2=, missing 3=, missing 4=, missing 5=, missing 6="},
	} {
		if got := verdicts(faithful(t, a, c.b, diff.Options{})); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
	if got := verdicts(compare(t, a.pick("z", 4, 5), a, diff.Options{})); got != "extra =1, extra =2, extra =3, extra =4, same 1=5, same 2=6" {
		t.Errorf("extra: %s", got)
	}
}

// TestAlignEdited changes the text of one request: it still has the same counterpart.
func TestAlignEdited(t *testing.T) {
	a := record(t, "a", plain10(), three)
	b := a.replaced(t, 4, wire.Request, "tell me a joke", "make me laugh")
	b.name = "b"
	r := faithful(t, a, b.pick("b", 4, 5, 0, 1, 2, 3), diff.Options{})
	if got := verdicts(r); got != "same 1=3, same 2=4, same 3=5, same 4=6, differs 5=1, same 6=2" {
		t.Errorf("%s\n%s", got, show(r))
	}
}

// TestAlignLinked pairs a replay with its original, whatever it says.
func TestAlignLinked(t *testing.T) {
	joke := func(c *client) { c.say(a2a.SendMessage, false, words("tell me a joke")) }
	a, z := record(t, "a", plain10(), three), record(t, "z", plain10(), joke)
	z.list[0].Link, z.list[0].Origin = a.list[0].ID, wire.Replay
	r := compare(t, a, z, diff.Options{})
	if r.Pairs[0].B != z.list[0].ID || r.Pairs[0].Outcome != diff.OutcomeDiffers {
		t.Errorf("%s", verdicts(r))
	}
}

// TestAlignAgents pairs calls with calls to the same agent, unless only one side called it.
func TestAlignAgents(t *testing.T) {
	joke := func(c *client) { c.say(a2a.SendMessage, false, words("tell me a joke")) }
	hello := func(c *client) { c.say(a2a.SendMessage, false, words("hello")) }
	to := func(agent string, from *tape) *tape {
		out := from.pick(from.name, 0)
		out.list[0].Agent = agent
		return out
	}
	both := func(a, b *tape) *tape {
		out := newTape(a.name)
		for _, from := range []*tape{a, b} {
			x := from.list[0]
			id := x.ID
			x.ID = ""
			out.put(x, join(from.Memory[id][wire.Request]), join(from.Memory[id][wire.Response]))
		}
		return out
	}
	a, b := record(t, "a", plain10(), hello), record(t, "b", plain10(), joke)
	for _, c := range []struct {
		name string
		a, b *tape
		want string
	}{
		{"another agent first", both(to("http://extra", a), to("http://one", a)), to("http://one", b), "missing 1=, differs 2=1"},
		{"only another agent", to("http://extra", a), both(to("http://one", b), to("http://extra", b)), "extra =1, differs 1=2"},
		{"an agent that moved", to("http://one", a), to("http://two", b), "differs 1=1"},
	} {
		if got := verdicts(compare(t, c.a, c.b, diff.Options{})); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestProbes leaves out the console's own requests.
func TestProbes(t *testing.T) {
	a := record(t, "a", plain10(), three)
	b := a.pick("b", 0, 1, 2, 3, 4, 5)
	x := wire.Exchange{Origin: wire.Console, Method: "GET", URL: "http://127.0.0.1:7430/.well-known/agent-card.json"}
	b.put(x, nil, nil)
	if r := faithful(t, a, b, diff.Options{}); !r.Equal() || r.SameCount != 6 {
		t.Errorf("%s", show(r))
	}
}

// TestStreamAgainstPlain compares a stream and a plain response to the same message.
func TestStreamAgainstPlain(t *testing.T) {
	for _, v := range ways() {
		a := record(t, "a", v, func(c *client) { c.say(a2a.SendMessage, false, words("tell me a joke")) })
		b := record(t, "b", v, func(c *client) { c.say(a2a.SendStreamingMessage, false, words("tell me a joke")) })
		r := faithful(t, a, b, diff.Options{})
		if !r.Equal() || len(r.Pairs[0].Notes) != 1 {
			t.Errorf("%s: %s", v, show(r))
		}
	}
}

// TestCards counts fetches of an unchanged card once, and finds a changed one.
func TestCards(t *testing.T) {
	card := func(out *tape, path, name string) {
		x := wire.Exchange{Origin: wire.Client, Agent: "http://127.0.0.1:7430", Method: "GET", URL: "http://127.0.0.1:7430" + path}
		x.Response.Status, x.Response.Header = 200, map[string][]string{"Content-Type": {"application/json"}}
		out.put(x, nil, []byte(`{"name":"`+name+`","description":"d","version":"1","supportedInterfaces":[],"capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[]}`))
	}
	a, b := newTape("a"), newTape("b")
	card(a, "/.well-known/agent-card.json", "one")
	for range 3 {
		card(b, "/.well-known/agent-card.json", "one")
	}
	if got := verdicts(faithful(t, a, b, diff.Options{})); got != "same 1=3 ×0×3" {
		t.Error(got)
	}
	card(b, "/.well-known/agent-card.json", "two")
	if got := differences(faithful(t, a, b, diff.Options{})); got != "0 meaning value $.card.name" {
		t.Error(got)
	}
}

// TestFailedPoll: a poll that fails between two successful ones is not a repetition, nor is a call for something else.
func TestFailedPoll(t *testing.T) {
	a := record(t, "a", plain10(), three)
	b := a.pick("b", 0, 1, 2, 3, 3, 3, 4, 5)
	task := a.list[3].Labels.Task
	b.swap(4, wire.Response, `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"gone"}}`)
	if got := verdicts(faithful(t, a, b, diff.Options{})); got != "same 1=1, same 2=2, same 3=3, same 4=4, extra =5, extra =6, same 5=7, same 6=8" {
		t.Errorf("with an error between: %s", got)
	}
	b = a.pick("b", 0, 1, 2, 3, 3, 4, 5)
	b.swap(4, wire.Request, `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"`+task+`","historyLength":1}}`)
	if got := verdicts(compare(t, a, b, diff.Options{})); got != "same 1=1, same 2=2, same 3=3, same 4=4, extra =5, same 5=6, same 6=7" {
		t.Errorf("with other params: %s", got)
	}
}

// swap replaces an exchange's body and updates the labels.
func (t *tape) swap(i int, s wire.Side, body string) {
	x := &t.list[i]
	t.Put(x.ID, s, []byte(body))
	x.Labels = wire.Labels{}
	if r, err := reading.Record(context.Background(), t.Memory, x, reading.Options{Light: true}); err == nil {
		x.Labels = r.Labels()
	}
}

func TestResultText(t *testing.T) {
	r := &diff.Report{}
	for _, c := range []struct {
		outcome diff.Outcome
		want    string
	}{{diff.OutcomeSame, "no differences"}, {diff.OutcomeDiffers, "1 different of 2"}, {diff.OutcomeMissing, "1 different, 1 missing of 3"}} {
		r.Add(diff.Pair{Outcome: c.outcome})
		if got := r.ResultText(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestUnrelated: messages to different agents that begin with other words are not compared, unless each recording has
// only one conversation.
func TestUnrelated(t *testing.T) {
	ask := func(name, agent string, texts ...string) *tape {
		out := record(t, name, plain10(), func(c *client) {
			for _, text := range texts {
				c.say(a2a.SendMessage, false, words(text))
			}
		})
		for i := range out.list {
			out.list[i].Agent = agent
		}
		return out
	}
	a := ask("a", "http://one.test", "tell me a joke", "count to 3")
	for _, c := range []struct {
		name, want string
		b          *tape
	}{
		{"others", "extra =1, extra =2, missing 1=, missing 2=", ask("b", "http://two.test", "request a new phone", "order a table")},
		{"similar", "missing 1=, differs 2=1", ask("b", "http://two.test", "count to 4")},
	} {
		if got := verdicts(compare(t, a, c.b, diff.Options{Level: diff.Meaning})); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
