package ui

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestBigBodiesPage(t *testing.T) {
	f := emptyRecord()
	x := sample(1, "big")
	x.Response.Header = http.Header{"Content-Type": {"text/plain"}}
	text := strings.Repeat("0123456789abcdé\n", 20_000)
	x.ResponseBytes, x.ResponseKept = int64(len(text)), int64(len(text))
	f.put(x, wire.Chunk{Side: wire.Response, Data: []byte(text)})
	s := newTestServer(t, f, &fakeCaller{})
	page := get(t, s, "/exchanges/0195-big-1?tab=response&view=raw").Body.Len()
	if page > 1<<20 {
		t.Errorf("a page of the body takes %d bytes", page)
	}
}

// TestFindingsOfTheEnd: findings that only the end of a stream shows are in the Findings tab,
// unless the end is not on record.
func TestFindingsOfTheEnd(t *testing.T) {
	f := emptyRecord()
	for i, name := range []string{"left", "clipped"} {
		x, chunks := withBodies(sample(i+1, name), "x")
		chunks = chunks[:len(chunks)-1] // the task is not over
		last := chunks[len(chunks)-1]
		x.ResponseKept = last.Offset + int64(len(last.Data))
		if x.ResponseBytes = x.ResponseKept; name == "clipped" {
			x.ResponseBytes++
		}
		f.put(x, chunks...)
		s := newTestServer(t, f, &fakeCaller{})
		page := get(t, s, "/exchanges/"+x.ID+"?tab=findings").Body.String()
		if told := strings.Contains(page, "SSE-22"); told != (name == "left") {
			t.Errorf("%s: the tab tells of the end: %v", name, told)
		}
	}
}

// TestCopiesAreNotRepeats: an exchange copied into a saved session does not count as sent again.
func TestCopiesAreNotRepeats(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	x := sample(9, "again")
	x.Link, x.Session = "0195-joke-2", f.sessions[0].ID
	f.put(x)
	for copied, want := range map[bool]string{false: "repeats", true: "copy of"} {
		f.sessions[0].Copied = copied
		page := strings.Join(strings.Fields(get(t, s, "/exchanges/"+x.ID).Body.String()), " ")
		if !strings.Contains(page, "<span> "+want+" <a href=\"/exchanges/0195-joke-2\">") && !strings.Contains(page, "<span>"+want+" <a href=\"/exchanges/0195-joke-2\">") {
			t.Errorf("copied %v: the page does not say %q", copied, want)
		}
	}
}

// The pages of an exchange and its task say how long an open stream has been quiet; that of a closed one does not.
func TestOpenStreamShowsItsSilence(t *testing.T) {
	f := normalRecord()
	x := f.exchanges[1]
	s := newTestServer(t, f, &fakeCaller{})
	places := []string{"/exchanges/" + x.ID, "/tasks/" + x.Labels.Task}
	for _, at := range places {
		if strings.Contains(mainOf(get(t, s, at).Body.String()), "quiet for") {
			t.Errorf("%s: a closed stream is quiet", at)
		}
	}
	x.Outcome, x.Ended = wire.Open, time.Time{}
	f.put(x)
	s = newTestServer(t, f, &fakeCaller{})
	for _, at := range places {
		mustSee(t, mainOf(get(t, s, at).Body.String()), "quiet for", "usual gap", "last event: ")
	}
}
