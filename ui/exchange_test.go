package ui

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestSentence(t *testing.T) {
	done := sample(1, "x")
	done.ResponseBytes, done.ResponseKept = 2048, 2048
	open := done
	open.Outcome, open.Ended, open.Labels.State = wire.Open, time.Time{}, "TASK_STATE_WORKING"
	stopped := done
	stopped.Outcome, stopped.Labels.State = wire.Interrupted, "TASK_STATE_WORKING"
	refused := done
	refused.Outcome, refused.Response, refused.Labels.Op = wire.Refused, wire.Head{}, ""
	failed := done
	failed.Labels.Error, failed.Origin, failed.Outcome = "TaskNotFound", wire.Compose, wire.Cancelled
	card := done
	card.Origin, card.Labels, card.Response.Header = wire.Console, wire.Labels{Op: "GetAgentCard"}, http.Header{}
	rest := done
	rest.Labels.Binding, rest.URL = "rest", "http://127.0.0.1:7430/rest/v1.0/message:stream"
	grpc := done
	grpc.Labels.Binding, grpc.Labels.State, grpc.Labels.Error, grpc.URL = "grpc", "", "TaskNotFound", "http://127.0.0.1:7430/lf.a2a.v1.A2AService/GetTask"
	grpc.Labels.Op, grpc.Response.Header, grpc.Response.Trailer = "GetTask", http.Header{"Content-Type": {"application/grpc"}}, http.Header{"Grpc-Status": {"5"}}
	if line, st := requestLine(rest), grpcStatus(rest); line != "POST /rest/v1.0/message:stream" || st != "" {
		t.Errorf("the facts of HTTP+JSON are %q %q", line, st)
	}
	if line, st := requestLine(grpc), grpcStatus(grpc); line != "POST /lf.a2a.v1.A2AService/GetTask" || st != "5 NOT_FOUND" {
		t.Errorf("the facts of gRPC are %q %q", line, st)
	}
	for _, c := range []struct {
		x    wire.Exchange
		want string
	}{
		{rest, "python-httpx/0.27 called SendStreamingMessage on Echo in A2A 1.0 over HTTP+JSON. It answered 200 with 3 events, 2.0 KB, in 421 ms; the task is completed. The agent ended the stream."},
		{grpc, "python-httpx/0.27 called GetTask on Echo in A2A 1.0 over gRPC. It answered gRPC status 5 NOT_FOUND with 2.0 KB, in 421 ms, with the error TaskNotFound."},
		{done, "python-httpx/0.27 called SendStreamingMessage on Echo in A2A 1.0. It answered 200 with 3 events, 2.0 KB, in 421 ms; the task is completed. The agent ended the stream."},
		{open, "python-httpx/0.27 called SendStreamingMessage on Echo in A2A 1.0. It answered 200 with 3 events, 2.0 KB; the task is working. It is still open."},
		{stopped, "python-httpx/0.27 called SendStreamingMessage on Echo in A2A 1.0. It answered 200 with 3 events, 2.0 KB, in 421 ms; as far as is on record, the task is working. The console stopped before it had ended."},
		{refused, "python-httpx/0.27 sent POST /v1.0 to Echo. The console refused to pass it on."},
		{failed, "You called SendStreamingMessage on Echo in A2A 1.0. It answered 200 with 3 events, 2.0 KB, in 421 ms, with the error TaskNotFound. You cancelled it."},
		{card, "The console asked Echo for its card. It answered 200 with 2.0 KB, in 421 ms."},
	} {
		if got := sentence(c.x, "Echo"); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestQueryChips(t *testing.T) {
	q := queryOf(url.Values{"q": {`state:failed "two words" task:"a \"b"`}, "probes": {"1"}})
	if q.Err != "" {
		t.Fatal(q.Err)
	}
	got := q.chips()
	want := []chip{
		{`state:failed`, "/traffic?probes=1&q=%22two+words%22+task%3A%22a+%5C%22b%22"},
		{`"two words"`, "/traffic?probes=1&q=state%3Afailed+task%3A%22a+%5C%22b%22"},
		{`task:"a \"b"`, "/traffic?probes=1&q=state%3Afailed+%22two+words%22"},
	}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

// TestTermsRoundTrip puts any value into the filter language and back.
func TestTermsRoundTrip(t *testing.T) {
	for _, v := range []string{"abc", "a b", `a"b`, `a\b`, `a\"b`, "http://127.0.0.1:7430", "<script>", "ü"} {
		f, err := wire.ParseFilter(term("task", v))
		if err != nil || f.Task != v {
			t.Errorf("%q: got %q, %v", v, f.Task, err)
		}
	}
}

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

// TestFindingsOfTheEnd: what only a stream's end tells is in the Findings tab,
// too, unless the end is not on record.
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

// TestCopiesAreNotRepeats: an exchange of a saved session was copied there, not
// sent again.
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

func TestPagesOfABodyAreTheBody(t *testing.T) {
	text := strings.Repeat("0123456789abcdé\n", 20_000)
	x := wire.Exchange{ResponseBytes: int64(len(text)), ResponseKept: int64(len(text))}
	x.Response.Header = http.Header{"Content-Type": {"text/plain"}}
	var all strings.Builder
	for from := int64(0); from >= 0; {
		d := &detail{X: x, Tab: "response", tape: &tape{}}
		b := d.message(false)
		b.View, b.Total = "raw", int64(len(text))
		b.cut([]byte(text), from)
		all.Write(b.Data)
		_, from = b.Pages()
	}
	if all.String() != text {
		t.Errorf("the pages hold %d bytes, want %d", all.Len(), len(text))
	}
}
