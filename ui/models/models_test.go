package models

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

var start = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// library holds exchanges, the oldest first, and their bodies.
type library struct {
	host.Library
	list []wire.Exchange
	body map[wire.Side]string
}

func (l library) Exchanges(_ context.Context, f wire.Filter, _ wire.Page) (out []wire.Exchange, err error) {
	for _, x := range slices.Backward(l.list) {
		isIn := !x.Started.Before(f.Since.At) && (f.Until.IsZero() || x.Started.Before(f.Until.At))
		if isIn && (len(f.Origins) == 0 || slices.Contains(f.Origins, x.Origin)) && !slices.Contains(f.ExcludedOrigins, x.Origin) {
			out = append(out, x)
		}
	}
	return out, nil
}

func (l library) Chunks(_ context.Context, _ string, s wire.Side, _, _ int64) ([]wire.Chunk, error) {
	return []wire.Chunk{{Side: s, Data: []byte(l.body[s])}}, nil
}

func at(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }

func agentCall(id, task string, from, to float64) wire.Exchange {
	return wire.Exchange{ID: id, Session: "s", Origin: wire.Client, Started: at(from), Ended: at(to), Outcome: wire.ByAgent, Labels: wire.Labels{Op: "SendMessage", Task: task}}
}

func modelCall(id string, from, to float64, m wire.ModelLabels) wire.Exchange {
	return wire.Exchange{ID: id, Session: "s", Agent: "http://m.test", Origin: wire.Model, Started: at(from), Ended: at(to), Outcome: wire.ByAgent, Response: wire.Head{Status: 200}, Labels: wire.Labels{Model: &m}}
}

// draw draws the section of the calls beneath the first exchange.
func draw(t *testing.T, list ...wire.Exchange) string {
	t.Helper()
	v, err := Read(t.Context(), library{list: list}, list[:1], at(100))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := List("calls", v).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSectionDrawsTheCallsBeneathAnExchange(t *testing.T) {
	t.Parallel()
	hostile := `</title><script>alert(1)</script>` + "\u202e"
	got := draw(t, agentCall("a", "t1", 0, 10),
		modelCall("m1", 0, 2.5, wire.ModelLabels{API: "openai.chat", Model: "gpt-x", Tools: []string{"a", "b", "c", "d"}, Input: 1000, Output: 23, Finish: "tool_calls", IDs: []string{"t1"}}),
		modelCall("m2", 5, 6, wire.ModelLabels{API: "mcp", Tools: []string{hostile}, Error: hostile}),
		modelCall("m3", 11, 12, wire.ModelLabels{API: "openai.chat", Model: "after the end"}))
	for _, want := range []string{
		"2 calls · 1,000 tokens in, 23 out · 3.5 s of calls · 1 failed", `href="/exchanges/m1"`, "asks for a, b, c and 1 more", "1,000 → 23", "tool_calls",
		`<rect class="model" x="0.00" y="1" width="25.00"`, `<rect class="failed" x="50.00" y="1" width="10.00"`, `<tr class="inferred">`,
		"Dashed calls are inferred", "&lt;script&gt;",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	for _, not := range []string{"<script", "\u202e", "after the end"} {
		if strings.Contains(got, not) {
			t.Errorf("%q is in\n%s", not, got)
		}
	}
	if n := strings.Count(got, "inferred\">"); n != 1 {
		t.Errorf("%d rows are inferred", n)
	}
}

func TestSectionWithoutCallsIsHidden(t *testing.T) {
	t.Parallel()
	got := draw(t, agentCall("a", "t1", 0, 10), agentCall("b", "t2", 1, 9), modelCall("m1", 5, 6, wire.ModelLabels{Model: "x"}))
	if !strings.Contains(got, " hidden") || strings.Contains(got, "<table") {
		t.Errorf("a call of one of two open tasks is beneath neither: %s", got)
	}
}

func TestSectionIsBounded(t *testing.T) {
	t.Parallel()
	list := []wire.Exchange{agentCall("a", "t1", 0, 1000)}
	for i := range maxRows + 7 {
		list = append(list, modelCall("m", float64(i+1), float64(i+2), wire.ModelLabels{Model: "x", Input: 1}))
	}
	got := draw(t, list...)
	if !strings.Contains(got, "207 calls · 207 tokens in, 0 out") || !strings.Contains(got, "7 more calls") || strings.Count(got, "<tr") != maxRows+1 {
		t.Errorf("%d rows, %.300s", strings.Count(got, "<tr"), got)
	}
}

func TestConversationShowsPromptToolsAndError(t *testing.T) {
	t.Parallel()
	x := modelCall("m1", 0, 1, wire.ModelLabels{})
	x.Method, x.URL = "POST", "http://m.test/v1/chat/completions"
	x.Response.Status = 400
	lib := library{body: map[wire.Side]string{
		wire.Request: `{"model":"gpt-x","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"<b>hi</b>"},
			{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"search","arguments":"{\"q\":1}"}}]},{"role":"tool","tool_call_id":"c1","content":"nothing"}]}`,
		wire.Response: `{"error":{"message":"too long","type":"invalid_request_error","code":"context_length_exceeded"}}`,
	}}
	r, err := ReadCall(t.Context(), lib, x)
	if err != nil || r == nil {
		t.Fatalf("%v, %v", r, err)
	}
	var b strings.Builder
	if err := Conversation(r).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{"openai.chat", "gpt-x", "Be brief.", "&lt;b&gt;hi", "<b>search</b>", "nothing", "invalid_request_error/context_length_exceeded", "too long"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	x.URL = "http://m.test/health"
	if r, err := ReadCall(t.Context(), lib, x); err != nil || r != nil {
		t.Errorf("%+v, %v: not a call of a model", r, err)
	}
}
