package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/quirk"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/link"
)

const referenceOrigin = "http://127.0.0.1:7430"

// cardOf is a discovery of a card with text in all its members.
func cardOf(text string) *inspector.Discovery {
	raw, _ := json.Marshal(map[string]string{"name": text})
	return &inspector.Discovery{
		Input: referenceOrigin, CardURL: referenceOrigin + "/.well-known/agent-card.json", Raw: raw, Versions: []a2a.Version{a2a.V10},
		Trail:    []inspector.DiscoveryStep{{URL: referenceOrigin + "/.well-known/agent-card.json", Status: 200, Took: time.Millisecond, Note: text, HasCard: true}},
		Findings: []a2a.Problem{{Check: "CARD-1", Severity: a2a.SeverityError, Message: text, Path: "$.name", Offset: 2, Spec: "1.0 §4.4.1"}},
		Card: &a2a.Card{Name: text, Description: text, Version: text, Provider: &a2a.Provider{Organization: text, URL: "javascript:" + text},
			Interfaces: []a2a.Interface{
				{URL: referenceOrigin + "/v1.0", Binding: a2a.JSONRPC, Version: a2a.V10, DeclaredVersion: "1.0"},
				{URL: "http://elsewhere.example/" + url.PathEscape(text), Binding: a2a.JSONRPC, Version: a2a.V10, DeclaredVersion: text},
			},
			Capabilities:    a2a.Capabilities{Streaming: true, Extensions: []a2a.Extension{{URI: text, Description: text, Required: true}}},
			Skills:          []a2a.Skill{{ID: text, Name: text, Description: text, Tags: []string{text}, Examples: []string{text}}},
			SecuritySchemes: []a2a.SecurityScheme{{Name: text, Type: "apiKey", In: "header", Param: text, Description: text}},
			Security:        []a2a.Requirement{{text: {text}}}},
	}
}

// talking is a Caller that finds such a card, and prepares calls like the client.
func talking(text string) *fakeCaller {
	return &fakeCaller{
		discover: func(string) (*inspector.Discovery, error) { return cardOf(text), nil },
		prepare: func(t inspector.Target, c *a2a.Call) (inspector.PreparedRequest, error) {
			h, losses, err := quirk.Request(t.Quirks, t.Version, t.Binding, t.Endpoint, `"rpc-1"`, c)
			for k, v := range t.Header {
				h.Header[k] = v
			}
			return inspector.PreparedRequest{HTTP: h, Op: c.Op, Version: t.Version, Binding: t.Binding, Losses: losses}, err
		},
	}
}

func TestTalkPages(t *testing.T) {
	for state, record := range records() {
		text := map[string]string{"hostile": hostile}[state]
		if text == "" {
			text = "Reference agent"
		}
		f := record()
		s := newTestServer(t, f, talking(text))
		s.agents.KeepCard(context.Background(), referenceOrigin, cardOf(text), nil)
		id := "draft-" + state
		s.drafts.Update(id, func(d *draft.Draft) {
			d.Agent, d.MessageID, d.NewTask = referenceOrigin, "message-1", "task-new"
			if state != "empty" {
				d.Parts[0].Text = text
				d.Add(draft.Part{Kind: "data", Text: `{"a": 1}`})
				d.Add(draft.Part{Kind: "form", Fields: []draft.AnswerField{{Name: text, Title: text, Type: "string", Choices: []string{fmt.Sprintf("%q", text)}}}, Values: []string{""}})
				d.Exchange = f.exchanges[len(f.exchanges)/2].ID
			}
		})
		pages := map[string]string{
			"agents": "/agents", "agent": link.AgentURL(referenceOrigin), "agent-raw": link.AgentURL(referenceOrigin) + "?tab=raw",
			"agent-discovery": link.AgentURL(referenceOrigin) + "?tab=discovery", "compose": "/compose?draft=" + id,
		}
		if state != "empty" {
			pages["task"] = "/tasks/" + url.PathEscape(f.exchanges[len(f.exchanges)/2].Labels.Task)
		}
		for name, path := range pages {
			t.Run(name+"-"+state, func(t *testing.T) {
				w := get(t, s, path)
				if w.Code != http.StatusOK {
					t.Fatalf("%s: %d %s", path, w.Code, w.Body)
				}
				harmless(t, w.Body.String())
				golden(t, s, name+"-"+state, mainOf(w.Body.String()))
			})
		}
	}
}

// submit sends a form as a signed-in browser.
func submit(t testing.TB, s *Server, target string, form url.Values) *httptest.ResponseRecorder {
	t.Helper()
	r := request(s, http.MethodPost, target, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Datastar-Request", "true")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// TestSendSendsWhatWasShown types a message, looks at the preview, and sends.
func TestSendSendsWhatWasShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, c := emptyRecord(), talking("Reference agent")
		sent := make(chan inspector.PreparedRequest, 1)
		var mark wire.CallOptions
		c.send = func(ctx context.Context, p inspector.PreparedRequest, _ func(inspector.Event)) (inspector.Ending, error) {
			mark = wire.CallOptionsFrom(ctx)
			sent <- p
			return inspector.Ending{}, nil
		}
		s := newTestServer(t, f, c)
		s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
		s.drafts.Update("d", func(d *draft.Draft) { d.Agent = referenceOrigin })
		if w := submit(t, s, "/compose/d/change", url.Values{"part-1-text": {"hello <b>\r\nthere"}, "delivery": {"stream"}}); w.Code != http.StatusNoContent {
			t.Fatalf("change: %d %s", w.Code, w.Body)
		}
		v, err := s.compose.Read(t.Context(), s.drafts.Get("d"))
		if err != nil || v.Sent == nil {
			t.Fatalf("no preview: %v %s", err, v.Refusal)
		}
		v.Release()
		if w := submit(t, s, "/compose/d/send", url.Values{"part-1-text": {"hello <b>\r\nthere"}}); w.Code != http.StatusNoContent {
			t.Fatalf("send: %d %s", w.Code, w.Body)
		}
		p := <-sent
		r := dialect.ReadRequest(dialect.Identify(dialect.Message{Method: p.Method, URL: p.URL, Header: p.Header, Body: p.Body}, dialect.Message{}, dialect.Hint{}),
			dialect.Message{Method: p.Method, URL: p.URL, Header: p.Header, Body: p.Body})
		if r.Op != a2a.SendStreamingMessage || r.Call.Message.Parts[0].Text != "hello <b>\nthere" || p.URL != referenceOrigin+"/v1.0" {
			t.Errorf("sent %s to %s", p.Body, p.URL)
		}
		d := s.drafts.Get("d")
		if d.Exchange == "" || d.Exchange != mark.ID || mark.Origin != wire.Compose || d.Parts[0].Text != "" {
			t.Errorf("after sending: exchange %q, mark %+v, text %q", d.Exchange, mark, d.Parts[0].Text)
		}
	})
}

// TestNothingTypedIsLost sends what cannot be sent, and posts a late form.
func TestNothingTypedIsLost(t *testing.T) {
	f := emptyRecord()
	s := newTestServer(t, f, talking("x"))
	s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
	s.drafts.Update("d", func(d *draft.Draft) { d.Agent = referenceOrigin; d.Add(draft.Part{Kind: "data"}) })
	submit(t, s, "/compose/d/send", url.Values{"part-1-text": {"keep me"}, "part-2-text": {"{\n\"a\":\n}"}})
	d := s.drafts.Get("d")
	if d.Parts[0].Text != "keep me" || !strings.Contains(d.Problem, "line 3") {
		t.Errorf("text %q, problem %q", d.Parts[0].Text, d.Problem)
	}
	f.paused = true
	submit(t, s, "/compose/d/send", url.Values{"part-2-text": {"{}"}})
	if d = s.drafts.Get("d"); d.Parts[0].Text != "keep me" || !strings.Contains(d.Problem, "paused") {
		t.Errorf("paused: text %q, problem %q", d.Parts[0].Text, d.Problem)
	}
	s.drafts.Update("d", func(d *draft.Draft) { d.Clear() })
	submit(t, s, "/compose/d/change", url.Values{"part-1-text": {"of the message before"}})
	if d = s.drafts.Get("d"); d.Parts[0].Text != "" {
		t.Errorf("a late form wrote %q into the next message", d.Parts[0].Text)
	}
}

// TestWhatDidNotReachTheAgentComesBack sends to an agent that is down.
func TestWhatDidNotReachTheAgentComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := talking("x")
		c.send = func(context.Context, inspector.PreparedRequest, func(inspector.Event)) (inspector.Ending, error) {
			return inspector.Ending{Outcome: wire.Unreachable}, nil
		}
		s := newTestServer(t, emptyRecord(), c)
		s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
		for i := range 100 { // the call may end before or after the form is emptied
			id := fmt.Sprint("d", i)
			s.drafts.Update(id, func(d *draft.Draft) { d.Agent = referenceOrigin })
			submit(t, s, "/compose/"+id+"/send", url.Values{"part-1-text": {"keep me"}})
			synctest.Wait()
			if d := s.drafts.Get(id); len(d.Parts) != 1 || d.Parts[0].Text != "keep me" {
				t.Fatalf("after sending %d the form holds %+v", i, d.Parts)
			}
			s.drafts.Update(id, func(d *draft.Draft) {
				d.Raw, d.EditedExchange = &draft.Raw{Method: "POST", URL: referenceOrigin, Body: "{}"}, "recorded"
			})
			submit(t, s, "/compose/"+id+"/send", nil)
			synctest.Wait()
			if d := s.drafts.Get(id); d.Raw == nil || d.Repeats() != "recorded" {
				t.Fatalf("after sending an edited request %d the form holds %+v, of %q", i, d.Raw, d.EditedExchange)
			}
		}
	})
}

// TestPageHoldsACopyOfTheDraft: drawing a page does not read what another request is changing.
func TestPageHoldsACopyOfTheDraft(t *testing.T) {
	s := drafting(t)
	s.drafts.Update("d", func(d *draft.Draft) {
		d.Raw = &draft.Raw{Body: "before"}
		d.Parts = nil
		d.Add(draft.Part{Kind: "form", Fields: []draft.AnswerField{{}}, Values: []string{"before"}})
	})
	page := s.drafts.Get("d")
	form := url.Values{"raw-body": {"after"}}
	form.Set(page.Parts[0].ID()+"-0", "after")
	submit(t, s, "/compose/d/change", form)
	if page.Raw.Body != "before" || page.Parts[0].Values[0] != "before" {
		t.Errorf("the page holds %q, %q", page.Raw.Body, page.Parts[0].Values)
	}
	if d := s.drafts.Get("d"); d.Raw.Body != "after" || d.Parts[0].Values[0] != "after" {
		t.Errorf("the draft holds %q, %q", d.Raw.Body, d.Parts[0].Values)
	}
}

func TestUploadsAreBounded(t *testing.T) {
	s := newTestServer(t, emptyRecord(), talking("x"))
	s.drafts.Update("d", func(d *draft.Draft) { d.Agent = referenceOrigin })
	for size, want := range map[int]int{10: http.StatusNoContent, 16<<20 + 1: http.StatusRequestEntityTooLarge} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, request(s, http.MethodPost, "/compose/d/file?name=a&type=b", strings.NewReader(strings.Repeat("x", size))))
		if w.Code != want {
			t.Errorf("%d bytes: %d, want %d", size, w.Code, want)
		}
	}
	if d := s.drafts.Get("d"); len(d.Parts) != 2 || len(d.Parts[1].Bytes) != 10 {
		t.Errorf("parts after the uploads: %d", len(d.Parts))
	}
}

func TestConnectShowsTheTrailOrGoesToTheAgent(t *testing.T) {
	f, c := emptyRecord(), talking("Other agent")
	s := newTestServer(t, f, c)
	if w := submit(t, s, "/agents/connect", url.Values{"address": {"127.0.0.1:7430"}}); !strings.Contains(w.Body.String(), `"_go":"/agents/127.0.0.1:7430"`) {
		t.Errorf("after connecting: %s", w.Body)
	}
	c.discover = func(in string) (*inspector.Discovery, error) {
		return &inspector.Discovery{Input: in, Trail: []inspector.DiscoveryStep{{URL: "http://x/" + hostile, Note: hostile}}}, inspector.ErrNoCard
	}
	w := submit(t, s, "/agents/connect", url.Values{"address": {"nobody"}})
	if body := w.Body.String(); !strings.Contains(body, "No card was found") || strings.Contains(body, "<script") || strings.Contains(body, "\r") {
		t.Errorf("a failed search shows %s", body)
	}
}

func TestEndpointIsOverriddenAndBack(t *testing.T) {
	f := emptyRecord()
	s := newTestServer(t, f, talking("x"))
	s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
	for _, to := range []string{"http://127.0.0.1:7430/other", ""} {
		submit(t, s, link.AgentURL(referenceOrigin)+"/endpoint", url.Values{"url": {to}})
		a, _ := s.agents.Agent(t.Context(), referenceOrigin)
		target, err := s.agents.Target(a, "", "")
		want := to
		if to == "" {
			want = referenceOrigin + "/v1.0"
		}
		if err != nil || target.Endpoint != want {
			t.Errorf("endpoint %q, want %q: %v", target.Endpoint, want, err)
		}
	}
	if w := submit(t, s, link.AgentURL(referenceOrigin)+"/endpoint", url.Values{"url": {"file:///etc/passwd"}}); w.Code == http.StatusNoContent {
		t.Error("a file URL became the endpoint")
	}
}

// TestPartsAreServedInASandbox: a part is served as plain text, with a policy that sandboxes it.
func TestPartsAreServedInASandbox(t *testing.T) {
	f := emptyRecord()
	x, chunks := withBodies(sample(1, "part"), "hello")
	f.put(x, chunks...)
	s := newTestServer(t, f, talking("x"))
	offset := chunks[2].Offset
	w := get(t, s, fmt.Sprintf("/exchanges/%s/parts/response/%d/0", x.ID, offset))
	if w.Code != http.StatusOK || w.Body.String() != "hello" {
		t.Fatalf("%d %q", w.Code, w.Body)
	}
	if csp := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(csp, "sandbox; default-src 'none'") || len(w.Header().Values("Content-Security-Policy")) != 1 {
		t.Errorf("policy %q", w.Header().Values("Content-Security-Policy"))
	}
	if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("headers %v", w.Header())
	}
	for _, bad := range []string{"response/0/5", "response/99999/0", "elsewhere/0/0", "response/-1/0", "response/x/0"} {
		if w := get(t, s, "/exchanges/"+x.ID+"/parts/"+bad); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", bad, w.Code)
		}
	}
}
