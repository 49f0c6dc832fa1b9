package ui

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// refusedRecord has a message that was answered well, and then with 401 for want of a
// token.
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

// The pages of a failed exchange, of its task and of a draft about it say why it failed,
// with the proof and the last good exchange of the same message.
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

// A page that is drawn again does not look for the good exchange again, and one that
// failed for good is looked for once in a while.
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
	get(t, s, "/sessions") // the frame looks once when each agent was called last
	first, again := reads(), reads()
	now = now.Add(time.Minute)
	if later := reads(); again >= first || later != first {
		t.Errorf("without a good one: %d, %d, then a minute later %d", first, again, later)
	}
}

// Everything a failure says of an agent is text.
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

// lookCounter counts the lists that are read.
type lookCounter struct {
	*fakeRecord
	lists int
}

func (c *lookCounter) Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	c.lists++
	return c.fakeRecord.Exchanges(ctx, f, p)
}
