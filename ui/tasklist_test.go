package ui

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
)

// listingTasks answers ListTasks in two pages with text in all members, and passes on the requests.
func listingTasks(c *fakeCaller, text string, asked *[]*a2a.Call) {
	c.send = func(_ context.Context, p inspector.PreparedRequest, each func(inspector.Event)) (inspector.Ending, error) {
		m := dialect.Message{Method: p.Method, URL: p.URL, Header: p.Header, Body: p.Body}
		call := dialect.ReadRequest(dialect.Identify(m, dialect.Message{}, dialect.Hint{}), m).Call
		*asked = append(*asked, call)
		r := &a2a.Result{Tasks: []a2a.Task{
			{ID: "task-3", ContextID: text, Status: a2a.Status{State: a2a.InputRequired, Timestamp: text, Message: &a2a.Message{Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}},
			{ID: text, Status: a2a.Status{State: a2a.Completed}},
		}, Next: "page-2", Total: 3}
		if call.List.PageToken == "page-2" {
			r = &a2a.Result{Tasks: []a2a.Task{{ID: "last-one", Status: a2a.Status{State: a2a.State(text)}}}, Total: 3}
		}
		if call.List.State == a2a.Rejected {
			each(inspector.Event{Reading: a2a.Reading{Kind: a2a.KindError, Error: &a2a.Error{Name: a2a.InternalError, Code: -32603, Message: text}}})
			return inspector.Ending{Status: http.StatusOK}, nil
		}
		each(inspector.Event{Reading: a2a.Reading{Kind: a2a.KindNone, Result: r}})
		return inspector.Ending{Status: http.StatusOK, Exchange: "x-1"}, nil
	}
}

// The agent's own tasks are listed page by page and can be narrowed; each links to its page and has
// actions.
func TestTasksTab(t *testing.T) {
	for state, text := range map[string]string{"normal": "Select a phone type", "hostile": hostile} {
		t.Run(state, func(t *testing.T) {
			c, asked := talking(text), []*a2a.Call{}
			listingTasks(c, text, &asked)
			s := newTestServer(t, normalRecord(), c)
			s.agents.KeepCard(t.Context(), referenceOrigin, manifold(), nil)
			at := link.AgentURL(referenceOrigin)
			first := get(t, s, at+"?tab=tasks").Body.String()
			if !strings.Contains(first, `value="0.3 rest"`) || strings.Contains(mainOf(first), `value="0.3 jsonrpc"`) || !strings.Contains(first, `value="1.0 grpc"`) {
				t.Error("the menu offers other versions than those that can list")
			}
			form := url.Values{"as": {"1.0 rest"}, "state": {string(a2a.Working)}, "context": {"c-1"}}
			for _, to := range []string{"/tasks", "/tasks?more=1"} {
				if w := submit(t, s, at+to, form); w.Code != http.StatusNoContent {
					t.Fatalf("%s: %d %s", to, w.Code, w.Body)
				}
			}
			if len(asked) != 2 || asked[1].List.PageToken != "page-2" {
				t.Fatalf("asked %d times", len(asked))
			}
			if q := *asked[0].List; q != (a2a.ListQuery{ContextID: "c-1", State: a2a.Working}) {
				t.Errorf("asked for %+v", q)
			}
			page := get(t, s, at+"?tab=tasks").Body.String()
			harmless(t, page)
			golden(t, s, "agent-tasks-"+state, mainOf(page))
			for _, words := range []string{`href="` + part.TaskURL("task-3", referenceOrigin) + `"`, "task=last-one", "3 tasks", "as=1.0%2Frest"} {
				if !strings.Contains(page, words) {
					t.Errorf("the page lacks %s", words)
				}
			}
			submit(t, s, at+"/tasks", url.Values{"as": {"1.0 jsonrpc"}, "state": {string(a2a.Rejected)}})
			page = get(t, s, at+"?tab=tasks").Body.String()
			harmless(t, page)
			if !strings.Contains(page, "InternalError (-32603)") {
				t.Error("the agent's error is not shown")
			}
		})
	}
}

// The page says if no version of an agent can list tasks.
func TestNoTaskList(t *testing.T) {
	s := newTestServer(t, emptyRecord(), talking("x"))
	d := cardOf("old")
	d.Card.Interfaces = []a2a.Interface{{URL: referenceOrigin, Binding: a2a.JSONRPC, Version: a2a.V02}}
	s.agents.KeepCard(t.Context(), referenceOrigin, d, nil)
	if page := get(t, s, link.AgentURL(referenceOrigin)+"?tab=tasks").Body.String(); !strings.Contains(page, "cannot list its tasks") || !strings.Contains(page, "0.2 · JSON-RPC") {
		t.Error("nothing says that the agent cannot list")
	}
}
