package draft

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
)

// TestCall: a draft becomes a call, or there is one error that prevents it.
func TestCall(t *testing.T) {
	const at = "http://127.0.0.1:9/rpc"
	card := &a2a.Card{Interfaces: []a2a.Interface{{URL: at, Version: a2a.V10, Binding: a2a.JSONRPC}}}
	card.Capabilities.Extensions = []a2a.Extension{{URI: "https://x.test/must", Required: true}, {URI: "https://x.test/may"}}
	carded := agents.Entry{CardInfo: agents.CardInfo{Discovery: &inspector.Discovery{Card: card, CardURL: at}}}
	for name, c := range map[string]struct {
		to      agents.Entry
		state   a2a.State
		change  func(d *Draft)
		op      a2a.Operation
		task    string
		problem string
	}{
		"as the card offers it":  {to: carded, op: a2a.SendMessage},
		"without a card":         {to: agents.Entry{Agent: wire.Agent{Endpoint: at}}, op: a2a.SendStreamingMessage},
		"a stream all the same":  {to: carded, change: func(d *Draft) { d.Delivery = "stream" }, op: a2a.SendStreamingMessage},
		"the task goes on":       {to: carded, state: a2a.Working, change: func(d *Draft) { d.Task = "t" }, op: a2a.SendMessage, task: "t"},
		"the task is over":       {to: carded, state: a2a.Completed, change: func(d *Draft) { d.Task = "t" }, op: a2a.SendMessage},
		"nowhere":                {problem: "endpoint is not known"},
		"a version not offered":  {to: carded, change: func(d *Draft) { d.Version = a2a.V03 }, problem: "0.3"},
		"a header that is none":  {to: carded, change: func(d *Draft) { d.Headers = "no colon" }, problem: "headers, line 1"},
		"nothing written":        {to: carded, change: func(d *Draft) { d.Parts[0].Text = "" }, problem: "the message is empty"},
		"data that is not JSON":  {to: carded, change: func(d *Draft) { d.Add(Part{Kind: "data", Text: "{"}) }, problem: "part 2: not JSON"},
		"options that are wrong": {to: carded, change: func(d *Draft) { d.History = "-1" }, problem: "history length"},
		"an extension not ASCII": {to: carded, change: func(d *Draft) { d.Extensions = "é" }, problem: "extensions"},
	} {
		t.Run(name, func(t *testing.T) {
			d := &Draft{Quirks: []string{"q"}}
			d.Clear()
			d.Parts[0].Text = "hello"
			if c.change != nil {
				c.change(d)
			}
			target, call, err := d.Call(c.to, c.state)
			if c.problem != "" {
				if err == nil || !strings.Contains(err.Error(), c.problem) {
					t.Fatalf("%v, want %q", err, c.problem)
				}
				return
			}
			if err != nil || call.Op != c.op || call.TaskID != c.task || target.Endpoint != at || target.Version != a2a.V10 || len(target.Quirks) != 1 {
				t.Fatalf("%+v %+v %v", target, call, err)
			}
			if must := c.to.Card() != nil; must != (len(call.Extensions) == 1) {
				t.Errorf("extensions %q", call.Extensions)
			}
		})
	}
}
