package diff_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestSame rewrites a recording in ways that mean the same.
func TestSame(t *testing.T) {
	for _, w := range ways() {
		said := many
		if w != plain10() && w != plain01() {
			said = func(c *client) { phone(c); paper(c) }
		}
		a := record(t, "a", w, said)
		for seed := range uint64(1) {
			r := rand.New(rand.NewPCG(seed, 1))
			for _, b := range []*tape{a, a.renamed(), a.cut(r), a.rechunked(r), a.rechunked(r).renamed().cut(r)} {
				if got := faithful(t, a, b, diff.Options{}); !got.Equal() || got.SameCount != len(a.list) {
					t.Errorf("%s %s:\n%s", w, b.name, show(got))
				}
			}
			if got := faithful(t, a, a.renamed().cut(r), diff.Options{Level: diff.Exact}); !got.Equal() {
				t.Errorf("%s exactly:\n%s", w, show(got))
			}
		}
	}
}

// TestRechunkedExactly: level Exact does see how a stream was cut.
func TestRechunkedExactly(t *testing.T) {
	a := record(t, "a", plain10(), paper)
	b := a.rechunked(rand.New(rand.NewPCG(1, 1)))
	got := faithful(t, a, b, diff.Options{Level: diff.Exact})
	if got.DifferentCount != 1 || got.Pairs[0].Outcome != diff.OutcomeDiffers {
		t.Errorf("%s", show(got))
	}
	if s, ok := got.SuggestLevel(); !ok || s != diff.Meaning {
		t.Errorf("suggests %v, %v", s, ok)
	}
}

// TestAddresses compares two agents at different addresses, which their responses mention.
func TestAddresses(t *testing.T) {
	const body = `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"see HOST/files/1, not HOST1"},{"url":"HOST/files/1"},{"data":{"at":"HOST"}}]}}}`
	a := record(t, "a", plain10(), func(c *client) { c.say(a2a.SendMessage, false, words("hello")) })
	at := func(name, origin string) *tape {
		out := a.changed(name, func(_ wire.Exchange, s wire.Side, b []byte) []byte {
			if s == wire.Request {
				return b
			}
			return []byte(replaceHost(body, origin))
		})
		out.list[0].Agent = origin
		return out
	}
	x, y := at("x", "http://127.0.0.1:7430"), at("y", "https://agent.example")
	r := faithful(t, x, y, diff.Options{})
	// A text that only begins like the address is not replaced.
	if got := differences(r); got != "0 meaning text $.message.parts[0].text" {
		t.Errorf("%s", show(r))
	}
	y.list[0].Agent = "http://somewhere.else"
	if r := faithful(t, x, y, diff.Options{}); len(r.Pairs[0].Differences) != 3 {
		t.Errorf("%s", show(r))
	}
}

// TestAccepted compares a stream that reports the submitted state with one of another version that begins with working.
func TestAccepted(t *testing.T) {
	b := record(t, "b", plain10(), paper)
	a := record(t, "a", plain01(), paper).changed("a", func(_ wire.Exchange, _ wire.Side, body []byte) []byte {
		var out []byte
		for f := range wire.Frames(wire.SSE, 0, []wire.Chunk{{Data: body}}) {
			if !strings.Contains(string(f.Data), `"submitted"`) {
				out = append(out, f.Raw...)
			}
		}
		return out
	})
	if r := faithful(t, a, b, diff.Options{}); !r.Equal() {
		t.Errorf("%s", show(r))
	}
}

// TestCallsNumberedByTask: call ids that begin with a task's id are numbered differently, which is
// no difference.
func TestCallsNumberedByTask(t *testing.T) {
	a, b := record(t, "a", plain01(), phone), record(t, "b", plain01(), phone)
	call := regexp.MustCompile(`"id":"([0-9a-f-]+)-call-\d+"`)
	a = a.changed("numbered", func(_ wire.Exchange, _ wire.Side, body []byte) []byte {
		return call.ReplaceAll(body, []byte(`"id":"$1-task-0"`))
	})
	for l := diff.Structure; l <= diff.Exact; l++ {
		if r := compare(t, a, b, diff.Options{Level: l}); !r.Equal() || r.SameCount != len(a.list) {
			t.Errorf("%s:\n%s", l, show(r))
		}
	}
}

// TestSameFailure: if both sides of a pair failed, it says how, whatever the level; otherwise it says nothing.
func TestSameFailure(t *testing.T) {
	const failed = `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Task not found"}}`
	const half = `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hel`
	ended := func(state string) string {
		return `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_` + state + `"}}}}`
	}
	good := record(t, "a", plain10(), func(c *client) { c.say(a2a.SendMessage, false, words("hello")) })
	with := func(status int, outcome wire.Outcome, body string) *tape {
		out := good.changed("b", func(_ wire.Exchange, s wire.Side, b []byte) []byte {
			if s == wire.Request || body == "" {
				return b
			}
			return []byte(body)
		})
		out.list[0].Response.Status, out.list[0].Outcome = status, outcome
		out.list[0].ResponseBytes, out.list[0].ResponseKept = int64(len(body)), int64(len(body))
		out.list[0].Labels = wire.Labels{} // like a call that was not recorded
		return out
	}
	fine := with(200, wire.ByAgent, "")
	for want, x := range map[string]*tape{
		"500 Server Error":  with(500, wire.ByAgent, "<h1>no</h1>"),
		"TaskNotFound":      with(200, wire.ByAgent, failed),
		"incomplete answer": with(200, wire.ByAgent, half),
		"cut":               with(200, wire.Cut, half),
		"task failed":       with(200, wire.ByAgent, ended("FAILED")),
		"task rejected":     with(200, wire.ByAgent, ended("REJECTED")),
	} {
		for _, level := range []diff.Level{diff.Structure, diff.Meaning, diff.Exact} {
			r := faithful(t, x, x, diff.Options{Level: level})
			if r.SameCount != 1 || r.FailedCount != 1 || r.Pairs[0].FailureText != "same failure: "+want {
				t.Errorf("%s: %d the same, %d failed, %q", want, r.SameCount, r.FailedCount, r.Pairs[0].FailureText)
			}
		}
		if r := faithful(t, x, fine, diff.Options{}); r.FailedCount != 0 || r.Pairs[0].FailureText != "" {
			t.Errorf("%s and an answer: %q", want, r.Pairs[0].FailureText)
		}
	}
	r := faithful(t, with(500, wire.ByAgent, "no"), with(502, wire.ByAgent, "no"), diff.Options{})
	if r.Pairs[0].FailureText != "both failed: 500 Server Error, then 502 Bad Gateway" {
		t.Errorf("says %q", r.Pairs[0].FailureText)
	}
	if r := faithful(t, fine, fine, diff.Options{}); r.SameCount != 1 || r.FailedCount != 0 {
		t.Errorf("of two answers %d failed", r.FailedCount)
	}
}

// TestOneSidedFailure: a pair says which side failed, and the status is a difference of outcome.
func TestOneSidedFailure(t *testing.T) {
	fine := record(t, "a", plain10(), func(c *client) { c.say(a2a.SendMessage, false, words("hello")) })
	broken := fine.changed("b", func(_ wire.Exchange, s wire.Side, b []byte) []byte {
		if s == wire.Request {
			return b
		}
		return []byte("slow down")
	})
	broken.list[0].Response.Status = 429
	broken.list[0].Labels = wire.Labels{}
	for _, c := range []struct {
		a, b            *tape
		fixed, isBroken bool
	}{{broken, fine, true, false}, {fine, broken, false, true}, {fine, fine, false, false}, {broken, broken, false, false}} {
		p := compare(t, c.a, c.b, diff.Options{}).Pairs[0]
		if p.IsFixed != c.fixed || p.IsBroken != c.isBroken {
			t.Errorf("fixed %t, broken %t: %+v", p.IsFixed, p.IsBroken, p)
		}
		hasStatus := slices.ContainsFunc(p.Differences, func(d diff.Difference) bool { return d.Path == "$.httpStatus" && d.Kind == diff.KindOutcome })
		if hasStatus != (c.fixed || c.isBroken) {
			t.Errorf("the outcome differs %t: %+v", hasStatus, p.Differences)
		}
	}
}

// TestAbortIsNamedByItsCause: an exchange that a rule aborted is not said to have ended because the console did.
func TestAbortIsNamedByItsCause(t *testing.T) {
	fine := record(t, "a", plain10(), func(c *client) { c.say(a2a.SendMessage, false, words("hello")) })
	for problem, want := range map[string]string{"A rule of the console broke the connection.": `"aborted by a rule"`, "The console stopped": `"the console stopped"`} {
		broken := fine.changed("b", func(_ wire.Exchange, _ wire.Side, b []byte) []byte { return b })
		broken.list[0].Outcome, broken.list[0].Problem = wire.Interrupted, problem
		p := compare(t, fine, broken, diff.Options{}).Pairs[0]
		i := slices.IndexFunc(p.Differences, func(d diff.Difference) bool { return d.Path == "$.outcome" })
		if i < 0 || string(p.Differences[i].ForDisplay().B) != want {
			t.Errorf("%s: %+v, want %s", problem, p.Differences, want)
		}
	}
}

// TestOwnWebhooksCorrespond: each registration with the console has an address of its own, so another one is no
// difference. Any other webhook is.
func TestOwnWebhooksCorrespond(t *testing.T) {
	with := func(url string) *tape {
		return record(t, "x", plain10(), func(c *client) {
			c.do(&a2a.Call{Op: a2a.CreatePushConfig, TaskID: "t", Push: &a2a.PushConfig{TaskID: "t", URL: url}})
		})
	}
	own := func(port, digit string) string {
		return "http://127.0.0.1:" + port + "/hook/" + strings.Repeat(digit, 32)
	}
	for urls, same := range map[[2]string]bool{{own("1", "a"), own("2", "b")}: true, {"http://127.0.0.1:1/x", "http://127.0.0.1:2/y"}: false} {
		if r := compare(t, with(urls[0]), with(urls[1]), diff.Options{}); r.Equal() != same {
			t.Errorf("%v: %s", urls, show(r))
		}
	}
}
