package preset_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// call is a call in a version and binding, with the events of an answer that completes its task.
type call struct {
	name, method, path, version, body string
	events                            []string
}

var calls = []call{
	{"1.0 JSON-RPC stream", "POST", "/", "1.0", `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`, []string{
		`{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}`}},
	{"1.0 JSON-RPC get", "POST", "/", "1.0", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`, []string{
		`{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`}},
	{"1.0 HTTP+JSON stream", "POST", "/message:stream", "1.0", `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`, []string{
		`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`,
		`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`}},
	{"1.0 HTTP+JSON get", "GET", "/tasks/t", "1.0", "", []string{`{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}`}},
	{"0.3 JSON-RPC stream", "POST", "/", "0.3", `{"jsonrpc":"2.0","id":1,"method":"message/stream","params":{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hi"}]}}}`, []string{
		`{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t","contextId":"c","status":{"state":"completed"}}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"kind":"status-update","taskId":"t","contextId":"c","final":true,"status":{"state":"completed"}}}`}},
	{"0.3 HTTP+JSON stream", "POST", "/v1/message:stream", "0.3", `{"request":{"messageId":"m","role":"ROLE_USER","content":[{"text":"hi"}]}}`, []string{
		`{"statusUpdate":{"taskId":"t","contextId":"c","final":true,"status":{"state":"TASK_STATE_COMPLETED"}}}`}},
	{"0.1 JSON-RPC stream", "POST", "/", "0.1", `{"jsonrpc":"2.0","id":1,"method":"tasks/sendSubscribe","params":{"id":"t","message":{"role":"user","parts":[{"type":"text","text":"hi"}]}}}`, []string{
		`{"jsonrpc":"2.0","id":1,"result":{"id":"t","final":true,"status":{"state":"completed"}}}`}},
}

// sent collects what a gate sends.
type sent struct {
	bytes.Buffer
	hows []wire.PassageKind
}

func (s *sent) Send(p wire.Passage, raw []byte) error {
	s.hows = append(s.hows, p.Kind)
	s.Write(raw)
	return nil
}

func (s *sent) SendMore(raw []byte) error { s.Write(raw); return nil }

// under plays a call with an active preset, and returns what the client gets.
func under(t *testing.T, name string, c call) (*wire.InterventionPlan, *sent, []wire.Rule) {
	t.Helper()
	set := rule.New(rule.Options{Protocol: passing.New(passing.Options{}), Vocabulary: words.FilterVocabulary()})
	p, _ := preset.Find(name)
	var list []wire.Rule
	for _, text := range p.Rules {
		list = append(list, wire.Rule{Text: text, On: true, Preset: name})
	}
	if err := set.Put(list); err != nil {
		t.Fatal(err)
	}
	x := &wire.Exchange{ID: "x", Agent: "http://agent.test", Origin: wire.Client, Method: c.method, URL: "http://agent.test" + c.path,
		Request: wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {c.version}}}}
	plan, out := set.Intervene(x, []byte(c.body), true), &sent{}
	if plan == nil || plan.Response == nil {
		return plan, out, set.Rules()
	}
	kind, head := wire.Body, http.Header{"Content-Type": {"application/json"}}
	if strings.Contains(c.name, "stream") {
		kind, head = wire.SSE, http.Header{"Content-Type": {"text/event-stream"}}
	}
	if err := plan.Response.Head(t.Context(), &wire.Head{Status: 200, Header: head}); err != nil {
		t.Fatal(err)
	}
	for i, doc := range c.events {
		f := wire.Frame{Index: i, Kind: kind, Raw: []byte(doc), Data: []byte(doc)}
		if kind == wire.SSE {
			f.Raw = []byte("data: " + doc + "\n\n")
		}
		if err := plan.Response.Frame(t.Context(), f, out); err != nil {
			t.Fatal(err)
		}
	}
	return plan, out, set.Rules()
}

// A completed task requires input instead, in every version and binding, by one rule, and nothing else in the
// answer changes.
func TestInputRequiredForEver(t *testing.T) {
	for _, c := range calls {
		_, out, rules := under(t, "input-required-forever", c)
		want := strings.NewReplacer("TASK_STATE_COMPLETED", "TASK_STATE_INPUT_REQUIRED", `"completed"`, `"input-required"`).Replace(strings.Join(c.events, ""))
		got := strings.NewReplacer("data: ", "", "\n\n", "").Replace(out.String())
		if got != want {
			t.Errorf("%s: %s\nwant %s", c.name, got, want)
		}
		for _, r := range rules {
			if r.Problem != "" {
				t.Errorf("%s: %s: %s", c.name, r.Text, r.Problem)
			}
		}
	}
}

// Streams lose their terminal event, and answers to other calls stay as they are.
func TestLoseTerminalEvent(t *testing.T) {
	for _, c := range calls {
		plan, out, _ := under(t, "lose-terminal-event", c)
		if stream := strings.Contains(c.name, "stream"); stream && out.Len() > 0 || stream != (plan != nil) {
			t.Errorf("%s: %q", c.name, out)
		}
	}
}

// Each call except the fetch of a card is refused, in the version's words.
func TestVersionMismatch(t *testing.T) {
	for _, c := range append(calls, call{"card", "GET", "/.well-known/agent-card.json", "", "", nil}) {
		plan, _, rules := under(t, "version-mismatch", c)
		if c.name == "card" {
			if plan != nil {
				t.Error("the card is refused")
			}
			continue
		}
		if plan == nil || plan.Answer == nil {
			t.Errorf("%s: %+v", c.name, rules)
			continue
		}
		a, err := plan.Answer(t.Context())
		if err != nil || !strings.Contains(string(a.Body), "rror") {
			t.Errorf("%s: %v, %s", c.name, err, a.Body)
		}
	}
}
