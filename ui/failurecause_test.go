package ui

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/why"
)

// refusedRecord has a message that was first answered well, and then with 401 for lack of a token.
func refusedRecord() (*fakeRecord, wire.Exchange) {
	f := emptyRecord()
	good, chunks := withBodies(sample(1, "good"), "tell me a joke")
	f.put(good, chunks...)
	other, chunks := withBodies(sample(2, "other"), "something else")
	f.put(other, chunks...)
	bad, chunks := withBodies(sample(3, "refused"), "tell me a joke")
	bad.Response = wire.Head{Status: http.StatusUnauthorized, Header: http.Header{"Www-Authenticate": {"Bearer"}}}
	bad.ResponseBytes, bad.ResponseKept, bad.Frames = 0, 0, 0
	bad.Request.Header.Del("Authorization")
	bad.Redactions, bad.Labels.State = nil, "TASK_STATE_WORKING"
	return f, f.put(bad, chunks[:1]...)
}

// The pages of a failed exchange and of its task say why it failed, with the evidence and the last
// good exchange of the same message.
func TestWhyDidItFail(t *testing.T) {
	f, x := refusedRecord()
	s := newTestServer(t, f, &fakeCaller{})
	for page, id := range map[string]string{"/exchanges/" + x.ID: "detail-why", "/tasks/" + x.Labels.Task: "task-why"} {
		_, box, ok := strings.Cut(get(t, s, page).Body.String(), `<section id="`+id+`"`)
		box, _, _ = strings.Cut(box, "</section>")
		for _, want := range []string{"Why did it fail?", "the request carried none", "/exchanges/" + x.ID + "?tab=response", "Status 401 Unauthorized", "RFC 9110 §15.5.2",
			"/exchanges/0195-good-1", "/compare?a=0195-good-1&amp;b=" + x.ID, "Header Authorization: not sent, was sent"} {
			if !ok || !strings.Contains(box, want) {
				t.Errorf("%s does not say %q:\n%s", page, want, box)
			}
		}
	}
	good := get(t, s, "/exchanges/0195-good-1").Body.String()
	if !strings.Contains(good, `<section id="detail-why" class="failure" aria-label="Why it failed" hidden>`) {
		t.Error("the page of a good exchange says why it failed")
	}
}

// A redraw does not search for the good exchange again, and a failed search is repeated only once
// in a while.
func TestGoodExchangesAreLookedForOnce(t *testing.T) {
	f, x := refusedRecord()
	now := fakeNow()
	lib := &lookCounter{fakeRecord: f}
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Library, o.Now = lib, func() time.Time { return now } })
	reads := func() int {
		before := lib.lists
		get(t, s, "/exchanges/"+x.ID)
		return lib.lists - before
	}
	if first, again := reads(), reads(); again >= first {
		t.Errorf("%d lists are read at first, %d again", first, again)
	}
	alone := emptyRecord()
	alone.put(x)
	lib.fakeRecord = alone
	s = newTestServer(t, alone, &fakeCaller{}, func(o *Options) { o.Library, o.Now = lib, func() time.Time { return now } })
	get(t, s, "/sessions") // the frame looks up once when each agent was last called
	first, again := reads(), reads()
	now = now.Add(time.Minute)
	if later := reads(); again >= first || later != first {
		t.Errorf("without a good one: %d, %d, then a minute later %d", first, again, later)
	}
}

// Errors besides the cause are counted, and link to the findings.
func TestWhyCountsTheOtherErrors(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	x := sample(9, "odd")
	req := `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`
	said := `{"id":2,"result":{"id":"t","contextId":"c","status":{"state":"finished"}}}`
	x.RequestBytes, x.RequestKept, x.ResponseBytes, x.ResponseKept, x.Frames = int64(len(req)), int64(len(req)), int64(len(said)), int64(len(said)), 0
	x.Response.Header.Set("Content-Type", "application/json")
	f.put(x, wire.Chunk{Side: wire.Request, At: x.Started, Data: []byte(req)}, wire.Chunk{Side: wire.Response, At: x.FirstByte, Data: []byte(said)})
	_, box, _ := strings.Cut(get(t, s, "/exchanges/"+x.ID).Body.String(), `<section id="detail-why"`)
	box, _, _ = strings.Cut(box, "</section>")
	mustSee(t, box, "Finding ", "<dt>Also</dt>", "/exchanges/"+x.ID+"?tab=findings", "errors among the findings")
}

// The page of a response that only other exchanges show to be wrong says why, as its row does.
func TestWhySaysWhatShowsBeside(t *testing.T) {
	f, _, second := brokenRecord()
	second.Outcome, second.Labels.State, second.Labels.AgentSeverity = wire.ByAgent, "TASK_STATE_COMPLETED", "error"
	f.put(second)
	_, box, _ := strings.Cut(get(t, newTestServer(t, f, &fakeCaller{}), "/exchanges/"+second.ID).Body.String(), `<section id="detail-why"`)
	box, _, _ = strings.Cut(box, "</section>")
	mustSee(t, box, "What is wrong?", "the task was completed", "Finding STM-05")
}

// The evidence of a 500 quotes the body. A response whose JSON is cut off failed, and its row says
// so.
func TestWhyQuotesTheBody(t *testing.T) {
	f := emptyRecord()
	x, chunks := withBodies(sample(1, "broke"), "hello")
	body := "<html><title>Oops</title><pre>Traceback\nKeyError: 'foo' in handler.py:42</pre></html>"
	x.Response = wire.Head{Status: http.StatusInternalServerError, Header: http.Header{"Content-Type": {"text/html"}}}
	x.ResponseBytes, x.ResponseKept, x.Frames, x.Labels.State = int64(len(body)), int64(len(body)), 0, ""
	f.put(x, chunks[0], wire.Chunk{Exchange: x.ID, Side: wire.Response, At: x.Started, Data: []byte(body)})
	page := get(t, newTestServer(t, f, &fakeCaller{}), "/exchanges/"+x.ID).Body.String()
	_, box, _ := strings.Cut(page, `<section id="detail-why"`)
	box, _, _ = strings.Cut(box, "</section>")
	if want := "Status 500 Internal Server Error: “Oops” … “KeyError: &#39;foo&#39; in handler.py:42”"; !strings.Contains(box, want) {
		t.Errorf("no %q in\n%s", want, box)
	}
	cut := why.Explanation{Cause: cause.Cause{Kind: cause.Finding}}
	if got := cut.Title(); got != "What is wrong?" {
		t.Errorf("a finding: %q", got)
	}
	if cut.X.Labels.CutOff = true; cut.Title() != "Why did it fail?" {
		t.Errorf("an answer that is cut off: %q", cut.Title())
	}
}

// Everything that a failure quotes from an agent is text.
func TestWhyIsInert(t *testing.T) {
	f, x := refusedRecord()
	x.Response = wire.Head{Status: http.StatusMethodNotAllowed, Header: http.Header{"Allow": {hostile}}}
	x.Request.Header.Set("X-Odd", hostile)
	f.put(x)
	page := get(t, newTestServer(t, f, &fakeCaller{}), "/exchanges/"+x.ID).Body.String()
	_, box, _ := strings.Cut(page, `<section id="detail-why"`)
	box, _, _ = strings.Cut(box, "</section>")
	if strings.Contains(box, "<script") || strings.Contains(box, "<img") || !strings.Contains(box, "&lt;script&gt;") || !strings.Contains(box, "‹U+202E›") {
		t.Errorf("%.2000s", box)
	}
}

// lookCounter counts reads of lists.
type lookCounter struct {
	*fakeRecord
	lists int
}

func (c *lookCounter) Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	c.lists++
	return c.fakeRecord.Exchanges(ctx, f, p)
}

// TestGoodOneIsNotLookedForAtEachEvent: a refusal with an endless body is redrawn at each change,
// but the record is searched only once in a while.
func TestGoodOneIsNotLookedForAtEachEvent(t *testing.T) {
	f, x := refusedRecord()
	lib, now := &counted{Library: f}, fakeNow()
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Library, o.Now = lib, func() time.Time { return now } })
	x.Outcome, x.Ended = wire.Open, time.Time{}
	search := func() int64 {
		x.Frames++
		x = f.put(x)
		tp, release, err := s.tapes.ForExchange(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		before := lib.reads.Load()
		if w := s.causes.Explain(t.Context(), tp, nil); w == nil || w.Good == nil {
			t.Fatal("no good exchange is found")
		}
		return lib.reads.Load() - before
	}
	if search() == 0 {
		t.Error("the first drawing searches nothing")
	}
	for range 5 {
		if n := search(); n != 0 {
			t.Errorf("an event has the record read %d times", n)
		}
	}
	now = now.Add(time.Minute)
	if search() == 0 {
		t.Error("what changed is not looked for again later")
	}
}
