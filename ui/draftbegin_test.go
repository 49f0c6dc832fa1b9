package ui

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/draft"
)

// followed opens Compose as a browser does: it follows the redirect.
func followed(t *testing.T, s *Server, at string) (where, page string) {
	t.Helper()
	w := get(t, s, at)
	where = w.Header().Get("Location")
	if w.Code != http.StatusSeeOther || where == "" {
		t.Fatalf("%s: %d, to %q", at, w.Code, where)
	}
	if w = get(t, s, where); w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", where, w.Code, w.Body)
	}
	return where, w.Body.String()
}

func actionOf(t *testing.T, page, do string) string {
	t.Helper()
	m := regexp.MustCompile(`"(/compose/[^/"]+/` + do + `[^"]*)"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no %s on the page", do)
	}
	return html.UnescapeString(m[1])
}

// Looking at Compose, however often, keeps nothing, and so evicts no draft that somebody is
// writing.
func TestLookingAtComposeKeepsNothing(t *testing.T) {
	s := newTestServer(t, normalRecord(), talking("x"))
	s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
	where, page := followed(t, s, "/compose")
	submit(t, s, actionOf(t, page, "change"), url.Values{"part-1-text": {"mine"}})
	if n := s.drafts.Len(); n != 1 {
		t.Fatalf("after a change: %d drafts", n)
	}
	at, err := url.Parse(where)
	if err != nil {
		t.Fatal(err)
	}
	for range 130 {
		where, _ := followed(t, s, "/compose")
		openTab(t, s, where, nil).cancel()
	}
	if n := s.drafts.Len(); n != 1 || s.drafts.Get(at.Query().Get("draft")).Parts[0].Text != "mine" {
		t.Errorf("%d drafts are kept", n)
	}
}

// The page of an unkept draft is the same on each request, and the first change keeps the draft
// that was shown.
func TestFirstChangeBeginsTheDraftThatWasShown(t *testing.T) {
	f := normalRecord()
	f.exchanges = nil
	s := newTestServer(t, f, talking("x"))
	s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
	where, page := followed(t, s, "/compose?"+url.Values{"agent": {referenceOrigin}, "text": {"tell me & <all>"}, "as": {"1.0/jsonrpc"}, "task": {"t1"}, "context": {"c1"}}.Encode())
	if again := get(t, s, where).Body.String(); again != page {
		t.Error("the page is another one each time")
	}
	q := parsed(t, where).Query()
	if q.Get("text") != "tell me & <all>" || q.Get("agent") != referenceOrigin || q.Get("task") != "t1" {
		t.Errorf("a reload would lose something: %s", where)
	}
	if w := submit(t, s, actionOf(t, page, "data"), url.Values{"part-1-text": {"tell me more"}}); w.Code != http.StatusNoContent {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d := s.drafts.Get(q.Get("draft"))
	if d.Agent != referenceOrigin || d.Task != "t1" || d.Context != "c1" || d.Version != "1.0" || len(d.Parts) != 2 || d.Parts[0].Text != "tell me more" ||
		!strings.Contains(page, d.MessageID) {
		t.Errorf("kept is %+v", d)
	}
	if now := get(t, s, where).Body.String(); strings.Contains(now, "begin=") || !strings.Contains(now, "tell me more") {
		t.Error("the page of a kept draft begins it anew")
	}
	// The address is applied only once.
	submit(t, s, actionOf(t, page, "change"), url.Values{"part-1-text": {"and more"}})
	if d := s.drafts.Get(q.Get("draft")); len(d.Parts) != 2 || d.Parts[0].Text != "and more" {
		t.Errorf("the second change made %+v of it", d.Parts)
	}
}

// An agent's question is on the page before the draft is kept: what is typed into it is sent by the
// first click on Send.
func TestFirstSendTakesTheAnswerForm(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, talking("x"))
	s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
	x := asks(f, 9, "asks", "phone")
	where, page := followed(t, s, "/compose?exchange="+x.ID)
	m := regexp.MustCompile(`name="(part-\d+-0)"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatal("no form for what the agent asks")
	}
	f.paused = true // nothing is sent, the draft stays as written
	submit(t, s, actionOf(t, page, "send"), url.Values{m[1]: {"Android"}})
	d := s.drafts.Get(parsed(t, where).Query().Get("draft"))
	if i := slices.IndexFunc(d.Parts, func(p draft.Part) bool { return p.Kind == "form" }); i < 0 || d.Parts[i].Values[0] != "Android" || d.Task != "t" {
		t.Errorf("kept is %+v", d)
	}
}

// asks records an exchange whose agent asks for a member by a schema.
func asks(f *fakeRecord, n int, id, member string) *wire.Exchange {
	x := sample(n, id)
	req := `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`
	said := `data: {"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"q","role":"ROLE_AGENT","parts":[{"data":{"type":"object","properties":{"` + member + `":{"type":"string"}},"required":["` + member + `"]}}]}}}}}` + "\n\n"
	x.RequestBytes, x.RequestKept, x.ResponseBytes, x.ResponseKept, x.Frames = int64(len(req)), int64(len(req)), int64(len(said)), int64(len(said)), 1
	f.put(x, wire.Chunk{Side: wire.Request, At: x.Started, Data: []byte(req)}, wire.Chunk{Side: wire.Response, At: x.FirstByte, Data: []byte(said)})
	return &x
}

// The same question again keeps its form; another question gets one.
func TestTheSameQuestionKeepsItsForm(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, talking("x"))
	s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
	first := asks(f, 9, "asks", "phone")
	where, page := followed(t, s, "/compose?exchange="+first.ID)
	submit(t, s, actionOf(t, page, "change"), url.Values{regexp.MustCompile(`name="(part-\d+-0)"`).FindStringSubmatch(page)[1]: {"Android"}})
	id := parsed(t, where).Query().Get("draft")
	for n, asked := range []struct {
		member string
		forms  int
	}{{"phone", 1}, {"tablet", 2}} {
		again := asks(f, 10+n, "again-"+asked.member, asked.member)
		d := s.drafts.Get(id)
		s.drafts.Apply(&d, func(d *draft.Draft) { d.Exchange = again.ID })
		get(t, s, where)
		var forms []draft.Part
		for _, p := range s.drafts.Get(id).Parts {
			if p.Kind == "form" {
				forms = append(forms, p)
			}
		}
		if len(forms) != asked.forms || forms[0].Values[0] != "Android" {
			t.Errorf("asked for a %s: %d forms, the first has %q", asked.member, len(forms), forms[0].Values)
		}
	}
}

func parsed(t *testing.T, at string) *url.URL {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// A failed call stays in the conversation when the next one is sent.
func TestFailedTurnsStay(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, talking("x"))
	s.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
	failed, last := f.exchanges[0].ID, f.exchanges[1].ID
	s.drafts.Update("d", func(d *draft.Draft) {
		d.Agent, d.EarlierExchanges, d.Exchange = referenceOrigin, []string{failed}, last
	})
	page := get(t, s, "/compose?draft=d").Body.String()
	for _, id := range []string{failed, last} {
		if n := strings.Count(page, `class="turn" data-exchange="`+id+`"`); n != 1 {
			t.Errorf("%s is drawn %d times", id, n)
		}
	}
}
