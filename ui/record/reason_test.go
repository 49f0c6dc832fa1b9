package record

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Reason explains a failure in a line, from what its row knows for sure.
func TestReason(t *testing.T) {
	ok := wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 200}, ResponseBytes: 10, ResponseKept: 10, Frames: 1}
	said := func(op a2a.Operation, text string, change func(*wire.Exchange)) wire.Exchange {
		x := ok
		x.Labels.Op, x.Labels.Text = string(op), text
		change(&x)
		return x
	}
	isError := func(x *wire.Exchange) { x.Labels.Error = "InternalError" }
	failed := func(x *wire.Exchange) { x.Labels.State = string(a2a.Failed) }
	for _, c := range []struct {
		name string
		x    wire.Exchange
		want string
	}{
		{"an answer", said(a2a.SendMessage, "hello\nhi", func(x *wire.Exchange) { x.Labels.State = string(a2a.Completed) }), ""},
		{"a stream cut", said(a2a.SendMessage, "hello\nhi", func(x *wire.Exchange) { x.Outcome, x.Problem = wire.Cut, "reset by peer" }), "reset by peer"},
		{"a call that nobody took", said(a2a.SendMessage, "hello", func(x *wire.Exchange) { x.Outcome, x.Response.Status = wire.Unreachable, 0 }), "The agent could not be reached."},
		{"an error", said(a2a.SendMessage, "hello\nthe quota is used up", isError), "the quota is used up"},
		{"an error of a read", said(a2a.GetTask, "no such task", isError), "no such task"},
		{"an error without words", said(a2a.SendMessage, "hello", isError), ""},
		{"words that may be the client's", said(a2a.SendMessage, "hello\nI am\nhere", isError), ""},
		{"words that may be cut off", said(a2a.SendMessage, strings.Repeat("x", 2030)+"\nhere", isError), ""},
		{"a task that failed", said(a2a.SendMessage, "hello\nI cannot", failed), "I cannot"},
		{"a status", said(a2a.SendMessage, "hello", func(x *wire.Exchange) { x.Response.Status = 401 }), "The agent requires credentials, and the request carried none."},
		{"a status with a body", said(a2a.SendMessage, "hello", func(x *wire.Exchange) { x.Response.Status = 500 }), ""},
		{"a gateway's status", said(a2a.SendMessage, "hello", func(x *wire.Exchange) { x.Response.Status = 502 }), ""},
		{"a gateway's status alone", said(a2a.SendMessage, "hello", func(x *wire.Exchange) { x.Response.Status, x.ResponseBytes = 502, 0 }), "A server in front of the agent answered 502 Bad Gateway: the agent behind it is down or too slow."},
		{"nothing there", said(a2a.GetCard, "", func(x *wire.Exchange) { x.Response.Status, x.URL = 404, "http://a/card.json" }), "No Agent Card is at /card.json."},
		{"a delivery that was not taken", said(a2a.PushNotification, "", func(x *wire.Exchange) { x.Origin, x.Response.Status = wire.Push, 401 }), "The console's webhook receiver answered this delivery with 401 Unauthorized."},
		{"an answer cut off", said(a2a.SendMessage, "hello", func(x *wire.Exchange) { x.Labels.ResponseSeverity, x.Labels.CutOff = string(a2a.SeverityError), true }), ""},
		{"a redirect", said(a2a.SendMessage, "hello", func(x *wire.Exchange) { x.Response.Status = 302 }), "The agent redirects the call; clients of A2A do not follow redirects."},
		{"comments alone", said(a2a.SendMessage, "hello", func(x *wire.Exchange) { x.Frames, x.Labels.ResponseSeverity, x.Labels.Failed = 0, "error", true }), "Bytes arrived, but none form a readable event or document."},
		{"an unknown state", said(a2a.SendMessage, "hello", func(x *wire.Exchange) { x.Labels.Task, x.Labels.State = "t", "done" }), "No version has the state done."},
		{"a stream ended early", said(a2a.SendStreamingMessage, "hello", func(x *wire.Exchange) { x.Labels.State = string(a2a.Working) }), ""},
		{"a web page", said(a2a.SendMessage, "hello", func(x *wire.Exchange) {
			x.Labels.ResponseSeverity, x.Labels.Failed, x.Response.Header = string(a2a.SeverityError), true, map[string][]string{"Content-Type": {"text/html; charset=utf-8"}}
		}), "The answer has the Content-Type text/html, not JSON."},
		{"held until the client left", said(a2a.SendMessage, "hello", func(x *wire.Exchange) {
			x.Outcome, x.Response.Status, x.Problem = wire.Cancelled, 0, "The client disconnected before the agent answered"+wire.WhileHeld
		}), "The client disconnected before the agent answered while a rule held the request."},
		{"no answer of the protocol", said(a2a.SendMessage, "hello", func(x *wire.Exchange) { x.Labels.ResponseSeverity, x.Labels.Failed = string(a2a.SeverityError), true }), "The answer is not what the operation returns: see its findings."},
	} {
		if got := (Row{Exchange: c.x}).Reason(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// An agent's text appears once in a row: as its message, or as the reason of its failure. The
// client's text appears next to the reason.
func TestWordsBeside(t *testing.T) {
	long := strings.Repeat("because ", 60)
	for _, c := range []struct{ op, text, reason, want string }{
		{string(a2a.GetTask), "no such task", "no such task", ""},
		{string(a2a.GetTask), long, long[:240] + "…", ""},
		{string(a2a.GetTask), "no such task", "reset by peer", "no such task"},
		{string(a2a.GetTask), "a task", "", "a task"},
		{string(a2a.SendMessage), "fail", "fail", "fail"},
	} {
		if got := (Row{Exchange: wire.Exchange{Labels: wire.Labels{Op: c.op, Text: c.text}}}).WordsWithout(c.reason); got != c.want {
			t.Errorf("%s %q beside %q: %q", c.op, c.text, c.reason, got)
		}
	}
}

// The caller is named without its version, which the title contains.
func TestWho(t *testing.T) {
	for caller, want := range map[string]string{"python-httpx/0.27.0 x": "python-httpx", "node": "node", "": "–", "/x": "/x"} {
		if got := (Row{Exchange: wire.Exchange{Caller: caller}}).CallerName(); got != want {
			t.Errorf("%q: %q, want %q", caller, got, want)
		}
	}
	r := Row{Exchange: wire.Exchange{Caller: "python-httpx/0.27.0", Origin: wire.Client}}
	if got := r.CallerTitle(); got != "client: python-httpx/0.27.0" {
		t.Error(got)
	}
}

func TestSplitName(t *testing.T) {
	for name, want := range map[string]string{"SendStreamingMessage": "Send Streaming Message", "getTask": "get Task", "127.0.0.1:18820": "127.0.0.1 :18820", "": ""} {
		if got := strings.Join(splitName(name), " "); got != want {
			t.Errorf("%q is split %q, want %q", name, got, want)
		}
	}
}
