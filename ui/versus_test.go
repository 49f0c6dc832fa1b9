package ui

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/draft"
)

// onRecord records what is sent as the tap would, with an answer of one event.
func onRecord(f *fakeRecord, c *fakeCaller, sent chan<- inspector.Prepared, answer func(p inspector.Prepared) string) {
	c.send = func(ctx context.Context, p inspector.Prepared, _ func(inspector.Event)) (inspector.Ending, error) {
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

// said answers a message in its version.
func said(p inspector.Prepared, text string) string {
	if p.Version == a2a.V10 {
		return `data: {"jsonrpc":"2.0","id":"rpc-1","result":{"task":{"id":"task-1.0","contextId":"context-1.0","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"` + text + `"}]}]}}}` + "\n\n"
	}
	return `data: {"jsonrpc":"2.0","id":"rpc-1","result":{"kind":"task","id":"task-0.3","contextId":"context-0.3","status":{"state":"completed"},"artifacts":[{"artifactId":"a","parts":[{"kind":"text","text":"` + text + `"}]}]}}` + "\n\n"
}

var goes = regexp.MustCompile(`"_go":"([^"]*)"`)

// One message goes out in two versions, as tasks of their own; the page shows both
// answers and what they mean differently, and goes on with both.
func TestVersus(t *testing.T) {
	for _, c := range []struct{ name, older, says string }{
		{"same", "hello", "both answers say the same"},
		{"differs", "good day", "$.task.artifacts[0].parts[0].text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, caller := emptyRecord(), talking("x")
				sent := make(chan inspector.Prepared, 4)
				onRecord(f, caller, sent, func(p inspector.Prepared) string {
					if p.Version == a2a.V10 {
						return said(p, "hello")
					}
					return said(p, c.older)
				})
				s := newTestServer(t, f, caller)
				s.agents.KeepCard(t.Context(), referenceOrigin, manifold(), nil)
				s.drafts.With("d", func(d *draft.Draft) { d.Agent, d.Task, d.Context = referenceOrigin, "task-before", "context-before" })
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
				for _, words := range []string{"1.0 · JSON-RPC", "0.3 · JSON-RPC", c.says, "hello", c.older} {
					if !strings.Contains(page, words) {
						t.Errorf("the page lacks %q", words)
					}
				}
				if strings.Contains(page, `side-a`) {
					t.Error("A looks as what was removed does, though neither is worse")
				}
				at, _ := url.Parse(strings.ReplaceAll(to[1], `\u0026`, "&"))
				on := at.Query()
				on.Set("text", "and now?")
				submit(t, s, "/versus", on)
				for range 2 {
					if p := <-sent; !strings.Contains(string(p.Body), "context-"+string(p.Version)) || !strings.Contains(string(p.Body), "and now?") {
						t.Errorf("in %s it went on with %s", p.Version, p.Body)
					}
				}
			})
		})
	}
}

// Nothing is sent when one of the two cannot be written.
func TestVersusSendsBothOrNone(t *testing.T) {
	f, caller := emptyRecord(), talking("x")
	prepare := caller.prepare
	caller.prepare = func(target inspector.Target, c *a2a.Call) (inspector.Prepared, error) {
		if target.Version == a2a.V01 {
			return inspector.Prepared{}, errNotThere
		}
		return prepare(target, c)
	}
	caller.send = func(context.Context, inspector.Prepared, func(inspector.Event)) (inspector.Ending, error) {
		t.Error("one was sent")
		return inspector.Ending{}, nil
	}
	s := newTestServer(t, f, caller)
	s.agents.KeepCard(t.Context(), referenceOrigin, manifold(), nil)
	s.drafts.With("d", func(d *draft.Draft) { d.Agent = referenceOrigin })
	submit(t, s, "/compose/d/versus", url.Values{"part-1-text": {"hi"}, "interface": {"1.0 jsonrpc"}, "other": {"0.1 jsonrpc"}})
	if d := s.drafts.Get("d"); !strings.Contains(d.Problem, "0.1 · JSON-RPC") || d.Parts[0].Text != "hi" {
		t.Errorf("problem %q, text %q", d.Problem, d.Parts[0].Text)
	}
}

// A task of the same id at another agent is no part of the conversation.
func TestVersusKeepsToItsAgent(t *testing.T) {
	f := emptyRecord()
	for n, of := range []struct{ id, agent, task string }{
		{"a", referenceOrigin, "one"}, {"b", referenceOrigin, "two"}, {"before", referenceOrigin, "one"}, {"stranger", "http://127.0.0.1:9", "one"},
	} {
		x, chunks := withBodies(sample(n, of.id), "x")
		x.ID, x.Agent, x.Labels.Task = of.id, of.agent, of.task
		f.put(x, chunks...)
	}
	s := newTestServer(t, f, talking("x"))
	side := element(get(t, s, "/versus?a=a&b=b").Body.String(), "versus-turns-a")
	var ids []string
	for _, turn := range regexp.MustCompile(`<article id="turn-([a-z]+)"`).FindAllStringSubmatch(side, -1) {
		ids = append(ids, turn[1])
	}
	if slices.Contains(ids, "stranger") || !slices.Contains(ids, "before") || len(ids) != 2 {
		t.Errorf("the conversation is %q: %.300s", ids, side)
	}
}
