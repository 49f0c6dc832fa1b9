package cause

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestAFailedModelCallIsTheCauseBehindAFailureOfTheAgent(t *testing.T) {
	t.Parallel()
	failed := func(basis modelcall.Basis, status int, l *wire.ModelLabels) *modelcall.Child {
		return &modelcall.Child{Exchange: wire.Exchange{ID: "m", Method: "POST", URL: "http://models.test/v1/chat/completions", Agent: "http://models.test", Outcome: wire.ByAgent,
			Response: wire.Head{Status: status}, Labels: wire.Labels{Model: l}}, Parent: "x", Basis: basis}
	}
	refusal := &wire.ModelLabels{API: "openai.chat", Model: "gpt-4o", Error: "context too long"}
	task := func(s a2a.State) *a2a.Status { return &a2a.Status{State: s} }
	for name, c := range map[string]struct {
		c     Case
		kind  Kind
		text  string // part of it
		proof string // part of it
	}{
		"a failed task, by trace": {Case{Exchange: answered(200), Status: task(a2a.Failed), FailedModelCall: failed(modelcall.SameTrace, 400, refusal)},
			ModelCall, "The agent's call of the model gpt-4o failed: 400 “context too long”. The agent reports that the task failed.", "POST http://models.test/v1/chat/completions answered with 400 Bad Request"},
		"a failed task, inferred": {Case{Exchange: answered(200), Status: task(a2a.Failed), FailedModelCall: failed(modelcall.Inferred, 400, refusal)},
			ModelCall, "Probably the agent's call of the model gpt-4o made it fail: 400 “context too long”.", ""},
		"an error in a stream of the model": {Case{Exchange: answered(500), FailedModelCall: failed(modelcall.NamedID, 200, &wire.ModelLabels{API: "anthropic.messages", Model: "claude", Error: "Overloaded"})},
			ModelCall, "model claude failed: “Overloaded”.", "answered with 200 OK"},
		"a tool": {Case{Exchange: answered(500), FailedModelCall: failed(modelcall.NamedID, 200, &wire.ModelLabels{API: "mcp", Tools: []string{"search"}, Error: "no index"})},
			ModelCall, "call of the tool search failed: “no index”.", ""},
		"a server that is not understood": {Case{Exchange: answered(500), FailedModelCall: failed(modelcall.NamedID, 502, nil)},
			ModelCall, "call of the model models.test failed: 502 Bad Gateway.", ""},
		"a call that is refused is the client's":       {Case{Exchange: answered(http.StatusUnauthorized), FailedModelCall: failed(modelcall.SameTrace, 400, refusal)}, SignIn, "", ""},
		"a task that waits for a sign-in has no fault": {Case{Exchange: answered(200), Status: task(a2a.AuthRequired), FailedModelCall: failed(modelcall.SameTrace, 400, refusal)}, Task, "The task waits", ""},
		"no model call failed":                         {Case{Exchange: answered(200), Status: task(a2a.Failed)}, Task, "The agent reports", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := Explain(c.c)
			if !ok || got.Kind != c.kind || !strings.Contains(got.Text, c.text) || !strings.Contains(got.Proof.Text, c.proof) {
				t.Errorf("%+v", got)
			}
			if isBeneath := got.Proof.Place == Beneath && got.Proof.Exchange == "m"; isBeneath != (c.kind == ModelCall) {
				t.Errorf("the proof leads to %q %q", got.Proof.Place, got.Proof.Exchange)
			}
		})
	}
}
