package ui

import (
	"context"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/draft"
)

// onRecord records what is sent, like the tap, with a response of one event.
func onRecord(f *fakeRecord, c *fakeCaller, sent chan<- inspector.PreparedRequest, answer func(p inspector.PreparedRequest) string) {
	c.send = func(ctx context.Context, p inspector.PreparedRequest, _ func(inspector.Event)) (inspector.Ending, error) {
		m := wire.CallOptionsFrom(ctx)
		x := sample(90, "versus")
		x.ID, x.Link, x.Origin, x.Method, x.URL = m.ID, m.Link, m.Origin, p.Method, p.URL
		x.Request.Header, x.Redactions = p.Header, nil
		body := answer(p)
		x.Labels = wire.Labels{Op: string(p.Op), Dialect: string(p.Version), Binding: string(p.Binding), Task: "task-" + string(p.Version), Context: "context-" + string(p.Version), State: "TASK_STATE_COMPLETED"}
		x.RequestBytes, x.RequestKept = int64(len(p.Body)), int64(len(p.Body))
		x.ResponseBytes, x.ResponseKept = int64(len(body)), int64(len(body))
		f.put(x, wire.Chunk{Side: wire.Request, At: x.Started, Data: p.Body}, wire.Chunk{Side: wire.Response, At: x.FirstByte, Data: []byte(body)})
		sent <- p
		return inspector.Ending{}, nil
	}
}

// said returns an event with a completed task, in 1.0 or else in 0.3.
func said(p inspector.PreparedRequest, text string) string {
	if p.Version == a2a.V10 {
		return `data: {"jsonrpc":"2.0","id":"rpc-1","result":{"task":{"id":"task-1.0","contextId":"context-1.0","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"` + text + `"}]}]}}}` + "\n\n"
	}
	return `data: {"jsonrpc":"2.0","id":"rpc-1","result":{"kind":"task","id":"task-0.3","contextId":"context-0.3","status":{"state":"completed"},"artifacts":[{"artifactId":"a","parts":[{"kind":"text","text":"` + text + `"}]}]}}` + "\n\n"
}

var goes = regexp.MustCompile(`"_go":"([^"]*)"`)

// One message is sent in two versions, each as a separate task; the page compares the answers in
// meaning.
func TestVersus(t *testing.T) {
	for _, c := range []struct{ name, older, says string }{
		{"same", "hello", "no differences"},
		{"differs", "good day", "$.task.artifacts[0].parts[0].text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, caller := emptyRecord(), talking("x")
				sent := make(chan inspector.PreparedRequest, 4)
				onRecord(f, caller, sent, func(p inspector.PreparedRequest) string {
					if p.Version == a2a.V10 {
						return said(p, "hello")
					}
					return said(p, c.older)
				})
				s := newTestServer(t, f, caller)
				s.agents.KeepCard(t.Context(), referenceOrigin, manifold(), nil)
				s.drafts.Update("d", func(d *draft.Draft) { d.Agent, d.Task, d.Context = referenceOrigin, "task-before", "context-before" })
				form := url.Values{"part-1-text": {"hi"}, "interface": {"1.0 jsonrpc"}, "other": {"0.3 jsonrpc"}}
				w := submit(t, s, "/compose/d/versus", form)
				to := goes.FindStringSubmatch(w.Body.String())
				if to == nil {
					t.Fatalf("after sending: %s, problem %q", w.Body, s.drafts.Get("d").Problem)
				}
				ids := map[string]bool{}
				for range 2 {
					p := <-sent
					m := dialect.Message{Method: p.Method, URL: p.URL, Header: p.Header, Body: p.Body}
					call := dialect.ReadRequest(dialect.Identify(m, dialect.Message{}, dialect.Hint{}), m).Call
					if call.Message.Parts[0].Text != "hi" || call.Message.TaskID != "" || call.Message.ContextID != "" {
						t.Errorf("sent %s", p.Body)
					}
					ids[call.Message.ID] = true
				}
				if len(ids) != 2 {
					t.Error("both messages have the same id")
				}
				page := get(t, s, strings.ReplaceAll(to[1], `\u0026`, "&")).Body.String()
				for _, words := range []string{"1.0 · JSON-RPC", "0.3 · JSON-RPC", c.says, "hi"} {
					if !strings.Contains(page, words) {
						t.Errorf("the page lacks %q", words)
					}
				}
			})
		})
	}
}

// Nothing is sent if one of the two requests cannot be built.
func TestVersusSendsBothOrNone(t *testing.T) {
	f, caller := emptyRecord(), talking("x")
	prepare := caller.prepare
	caller.prepare = func(target inspector.Target, c *a2a.Call) (inspector.PreparedRequest, error) {
		if target.Version == a2a.V01 {
			return inspector.PreparedRequest{}, errNotThere
		}
		return prepare(target, c)
	}
	caller.send = func(context.Context, inspector.PreparedRequest, func(inspector.Event)) (inspector.Ending, error) {
		t.Error("one was sent")
		return inspector.Ending{}, nil
	}
	s := newTestServer(t, f, caller)
	s.agents.KeepCard(t.Context(), referenceOrigin, manifold(), nil)
	s.drafts.Update("d", func(d *draft.Draft) { d.Agent = referenceOrigin })
	submit(t, s, "/compose/d/versus", url.Values{"part-1-text": {"hi"}, "interface": {"1.0 jsonrpc"}, "other": {"0.1 jsonrpc"}})
	if d := s.drafts.Get("d"); !strings.Contains(d.Problem, "0.1 · JSON-RPC") || d.Parts[0].Text != "hi" {
		t.Errorf("problem %q, text %q", d.Problem, d.Parts[0].Text)
	}
}

// Two exchanges are compared once both are over; the page follows them until then.
func TestOpenExchangesAreComparedWhenOver(t *testing.T) {
	f := twoSessions("tell me a joke", "tell me a poem")
	x := f.exchanges[1]
	ended := x.Ended
	x.Ended = time.Time{}
	f.put(x)
	s := newTestServer(t, f, &fakeCaller{})
	at := "/compare?a=" + f.exchanges[0].ID + "&b=" + x.ID
	if page := get(t, s, at).Body.String(); !strings.Contains(page, "as soon as both exchanges are over") || !strings.Contains(page, ` id="live"`) {
		t.Errorf("an open exchange: %s", mainOf(page))
	}
	x.Ended = ended
	f.put(x)
	if page := get(t, s, at).Body.String(); !strings.Contains(page, "2 differences") || strings.Contains(page, ` id="live"`) {
		t.Errorf("once over: %s", mainOf(page))
	}
}
