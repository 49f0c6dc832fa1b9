package reading

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

const ask = `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}}`

func streamOf(kind string) wire.Exchange {
	x := wire.Exchange{Method: "POST", URL: "http://agent.test/", Request: wire.Head{Header: http.Header{"A2a-Version": {"1.0"}}}}
	x.Response = wire.Head{Status: 200, Header: http.Header{"Content-Type": {kind}}}
	return x
}

func chunk(text string) string {
	return `{"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"` + text + `"}]},"append":true}}}`
}

const began = `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}`

// TestAnOpenStreamIsFollowed: labels, task and pieces reflect the bytes so far; bytes that arrive before the
// request is complete are read after it.
func TestAnOpenStreamIsFollowed(t *testing.T) {
	x := streamOf("text/event-stream")
	var got []Piece
	r := New(&x, Options{Each: func(p Piece) { got = append(got, p) }})
	r.Feed(wire.Response, time.Unix(1, 0), []byte("data: "+began+"\n\n:\n"))
	if r.isRequestRead || r.BufferedBytes() != len("data: "+began+"\n\n:\n") || len(got) > 0 {
		t.Errorf("asked %v, %d bytes held, %d pieces", r.isRequestRead, r.BufferedBytes(), len(got))
	}
	r.Feed(wire.Request, time.Unix(2, 0), []byte(ask))
	x.RequestDone = time.Unix(2, 0)
	r.Update(&x)
	if r.BufferedBytes() > 0 || len(got) != 2 || got[0].Part != Head || got[1].Reading.Kind != a2a.KindTask || got[1].Frame.Complete != time.Unix(1, 0) || r.Labels().State != "TASK_STATE_WORKING" {
		t.Errorf("%+v", got)
	}
	r.Feed(wire.Response, time.Unix(3, 0), []byte("\ndata: "+chunk("a")+"\n\ndata: "+chunk("b")+"\n"))
	if len(got) != 4 || !got[2].Comment() || !r.Streams() || r.Task().Artifacts[0].Parts[0].Text != "a" {
		t.Errorf("%d pieces, task %+v", len(got), r.Task())
	}
	x.Ended, x.Outcome = time.Unix(4, 0), wire.ByAgent
	r.Update(&x)
	if len(got) != 5 || len(r.Task().Artifacts[0].Parts) != 2 || len(r.Ended()) != 1 || r.Ended()[0].Check != "SSE-22" {
		t.Errorf("%d pieces, end %+v", len(got), r.Ended())
	}
}

// TestWhatIsNotOnRecordIsNoFault: missing bytes in a recording cause no findings, not even at the end.
func TestWhatIsNotOnRecordIsNoFault(t *testing.T) {
	for name, change := range map[string]func(*wire.Exchange){
		"stopped":    func(x *wire.Exchange) { x.Outcome = wire.Interrupted },
		"left":       func(x *wire.Exchange) { x.Outcome = wire.Cancelled },
		"still open": func(x *wire.Exchange) { x.Outcome, x.Ended = wire.Open, time.Time{} },
		"cut record": func(x *wire.Exchange) {
			x.ResponseBytes = 1000
			x.Gaps = []wire.Gap{{Side: wire.Response, Offset: int64(len("data: " + began[:40])), Bytes: 10}}
		},
	} {
		x := streamOf("text/event-stream")
		x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.ByAgent
		change(&x)
		var found []a2a.Problem
		r := New(&x, Options{Each: func(p Piece) { found = append(found, p.Reading.Problems...) }})
		r.Feed(wire.Request, x.Started, []byte(ask))
		before := Request(&x, []byte(ask), Options{}).Labels().Findings
		r.Feed(wire.Response, x.Started, []byte("data: "+began[:40]))
		r.Update(&x)
		r.Finish()
		if len(found)+len(r.Ended()) > 0 || r.Labels().Findings != before {
			t.Errorf("%s: %+v, %+v, %d findings in the labels", name, found, r.Ended(), r.Labels().Findings)
		}
	}
}

// TestAClientThatLeavesCutsNoAnswer: a document that is truncated because the client left breaks no rule.
func TestAClientThatLeavesCutsNoAnswer(t *testing.T) {
	for outcome, cut := range map[wire.Outcome]bool{wire.Cancelled: false, wire.ByAgent: true} {
		x := streamOf("application/json")
		x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), outcome
		r := New(&x, Options{})
		r.Feed(wire.Request, x.Started, []byte(ask))
		r.Feed(wire.Response, x.Started, []byte(`{"jsonrpc":"2.0","id":1,"res`))
		r.Update(&x)
		r.Finish()
		if l := r.Labels(); l.CutOff != cut || (l.AgentSeverity == "error") != cut {
			t.Errorf("%s: %+v", outcome, l)
		}
	}
}

// TestAnOpenStreamDoesNotGrow reads a long stream in chunks: the reader holds only the unfinished event.
func TestAnOpenStreamDoesNotGrow(t *testing.T) {
	x := streamOf("text/event-stream")
	x.RequestDone = time.Unix(1, 0)
	r := New(&x, Options{Light: true})
	r.Feed(wire.Request, x.Started, []byte(ask))
	r.Update(&x)
	event := []byte("data: " + chunk(strings.Repeat("w", 30)) + "\n\n")
	feed := func(n int) {
		for range n {
			r.Feed(wire.Response, x.Started, event)
		}
	}
	feed(1000)
	few := testing.AllocsPerRun(3, func() { feed(100) })
	feed(20_000)
	if many := testing.AllocsPerRun(3, func() { feed(100) }); many > few*1.05 || r.BufferedBytes() > 0 || r.Task() != nil {
		t.Errorf("%v allocations for 100 events, then %v; %d bytes held", few, many, r.BufferedBytes())
	}
}

// TestAnEventIsCountedOnce: labels count the findings of an event with several documents like its reading
// does.
func TestAnEventIsCountedOnce(t *testing.T) {
	x := streamOf("text/event-stream")
	x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.ByAgent
	var all fold.Findings
	n := 0
	count := func(ps []a2a.Problem) {
		all.Add(ps, func(_, times int, _ a2a.Problem) {
			if times == 1 {
				n++
			}
		})
	}
	r := New(&x, Options{Light: true, Each: func(p Piece) { count(p.Reading.Problems) }})
	bad := strings.Replace(chunk("a"), `"append":true`, `"append":true,"lastChunk":"x"`, 1)
	r.Feed(wire.Request, x.Started, []byte(ask))
	r.Feed(wire.Response, x.Started, []byte("data: "+began+"\n\ndata: "+bad+bad+"\n\n"))
	r.Update(&x)
	count(r.Ended())
	if n += len(r.Request().Problems); r.Labels().Findings != n || n == 0 {
		t.Errorf("%d findings in the labels, %d in the readings", r.Labels().Findings, n)
	}
}

// TestBodiesShareABudget: a request that decompresses to the whole budget of an exchange leaves nothing for
// its response, and unread content has no findings.
func TestBodiesShareABudget(t *testing.T) {
	zip := func(s string) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(s))
		z.Close()
		return b.Bytes()
	}
	for _, c := range []struct {
		pad   int
		state string
	}{{0, "TASK_STATE_WORKING"}, {coding.MaxDecodedBytes, ""}} {
		x := streamOf("text/event-stream")
		x.Request.Header.Set("Content-Encoding", "gzip")
		x.Response.Header.Set("Content-Encoding", "gzip")
		x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.ByAgent
		r := New(&x, Options{Light: true})
		r.Feed(wire.Request, x.Started, zip(ask+strings.Repeat(" ", c.pad)))
		r.Feed(wire.Response, x.Started, zip("data: "+began+"\n\n"))
		r.Update(&x)
		if r.Labels().State != c.state || (r.Err() == nil) != (c.pad == 0) || c.pad > 0 && len(r.Ended()) > 0 {
			t.Errorf("%+v, %v, %+v", r.Labels(), r.Err(), r.Ended())
		}
	}
}

// TestCodingWithoutItsEnd: an agent that ends its answer before the encoding's end has only that finding and
// has failed, whether or not all content is readable.
func TestCodingWithoutItsEnd(t *testing.T) {
	over := strings.Replace(began, "WORKING", "COMPLETED", 1)
	for name, open := range encoders {
		for _, c := range []struct {
			kind, body string
			whole      bool
			outcome    wire.Outcome
			found      string
		}{
			{"text/event-stream", "data: " + began + "\n\ndata: " + over + "\n\n", false, wire.ByAgent, "HTTP-03"},
			{"text/event-stream", "data: " + began + "\n\n", false, wire.ByAgent, "HTTP-03"},
			{"text/event-stream", "data: " + began + "\n\ndata: " + over[:50], false, wire.ByAgent, "HTTP-03"},
			{"application/json", over, false, wire.ByAgent, "HTTP-03"},
			{"application/json", over[:90], false, wire.ByAgent, "HTTP-03"},
			{"text/event-stream", "data: " + began + "\n\n", true, wire.ByAgent, "SSE-22"},
			{"text/event-stream", "data: " + began + "\n\n", false, wire.Cancelled, ""},
			{"text/event-stream", "data: " + began + "\n\n", false, wire.Cut, "SSE-22"},
			{"text/event-stream", "data: " + began + "\n\ndata: " + over + "\n\n", true, wire.ByAgent, ""},
		} {
			var b bytes.Buffer
			w := open(&b)
			io.WriteString(w, c.body)
			if f, ok := w.(interface{ Flush() error }); ok {
				f.Flush()
			}
			if c.whole {
				w.Close()
			}
			x := streamOf(c.kind)
			x.Request.Header.Set("Content-Type", "application/json")
			x.Response.Header.Set("Content-Encoding", name)
			x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), c.outcome
			r := New(&x, Options{Light: true})
			r.Feed(wire.Request, x.Started, []byte(strings.Replace(ask, "SendStreaming", map[bool]string{true: "Send", false: "SendStreaming"}[c.kind == "application/json"], 1)))
			r.Feed(wire.Response, x.Started, b.Bytes())
			r.Update(&x)
			var found []string
			for _, f := range r.Findings() {
				found = append(found, f.Check)
			}
			if strings.Join(found, " ") != c.found || r.Labels().CutOff != (c.found == "HTTP-03") || r.Labels().State == "" && len(c.body) > 100 {
				t.Errorf("%s of %.60q, %v: found %v, %+v", name, c.body, c.outcome, found, r.Labels())
			}
		}
	}
}

// FuzzReader: the reading of an exchange does not depend on how its bytes were chunked.
func FuzzReader(f *testing.F) {
	for _, kind := range []string{"text/event-stream", "application/x-ndjson", "text/plain", "application/json", "application/grpc"} {
		f.Add("http://agent.test/", ask, kind, []byte("data: "+began+"\n\n:\n\ndata: "+chunk("a")+"\n"), uint8(5))
		f.Add("http://agent.test/", ask, kind, []byte(began+"\n"+chunk("a")+"\n"), uint8(1))
		f.Add("http://agent.test/lf.a2a.v1.A2AService/GetTask", "\x00\x00\x00\x00\x03\x0a\x01t", kind, []byte("\x00\x00\x00\x00\x03\x0a\x01t"), uint8(2))
		f.Add("http://agent.test/message:send", `{"message":{}}`, kind, []byte(`{"task":{"id":"t"}}`), uint8(9))
	}
	f.Fuzz(func(t *testing.T, url, req, kind string, resp []byte, step uint8) {
		read := func(step int) string {
			x := streamOf(kind)
			x.URL, x.RequestDone = url, time.Unix(1, 0)
			var b strings.Builder
			r := New(&x, Options{Each: func(p Piece) {
				fmt.Fprintf(&b, "%s %d %d %q %+v\n", p.Part, p.Frame.Index, p.Frame.Offset, p.Frame.Data, p.Reading.Problems)
				fmt.Fprintf(&b, "%s %+v %+v\n", p.Reading.Kind, p.Reading.Result, p.Reading.Error)
			}})
			r.Feed(wire.Request, x.Started, []byte(req))
			for rest := resp; len(rest) > 0; rest = rest[min(step, len(rest)):] {
				r.Feed(wire.Response, x.Started, rest[:min(step, len(rest))])
				r.Update(&x)
			}
			x.Ended, x.Outcome = time.Unix(2, 0), wire.ByAgent
			r.Update(&x)
			return fmt.Sprintf("%s%+v\n%+v\n%+v", pointers(b.String()), r.Ended(), r.Labels(), r.Identity())
		}
		if whole, pieces := read(1<<30), read(int(step)+1); whole != pieces {
			t.Fatalf("at once\n%s\nin pieces of %d\n%s", whole, step+1, pieces)
		}
	})
}

// pointers removes addresses.
func pointers(s string) string {
	var out []string
	for _, word := range strings.Fields(s) {
		if !strings.Contains(word, "0x") {
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}

// TestCutWordsAreNotFacts: an id, state or code that the end of the recording, the connection or the client
// truncated is unknown; of text for people the beginning is kept.
func TestCutWordsAreNotFacts(t *testing.T) {
	for _, c := range []struct{ answer, task, context, state, text string }{
		{`{"task":{"id":"t-1","contextId":"c-1","status":{"state":"TASK_STATE_COMPL`, "t-1", "c-1", "", ""},
		{`{"task":{"id":"t-1","contextId":"c-1","status":{"state":"TASK_STATE_COMPLETED"`, "t-1", "c-1", "TASK_STATE_COMPLETED", ""},
		{`{"task":{"id":"t-1","contextId":"c`, "t-1", "", "", ""},
		{`{"task":{"id":"t`, "", "", "", ""},
		{`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"one tw`, "", "", "", "one tw"},
	} {
		for _, outcome := range []wire.Outcome{wire.Interrupted, wire.Cancelled, wire.Cut, wire.ByAgent} {
			for kind, before := range map[string]string{"application/json": "", "text/event-stream": "data: "} {
				x := streamOf(kind)
				x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), outcome
				r := New(&x, Options{})
				r.Feed(wire.Request, x.Started, []byte(strings.Replace(ask, `"x"`, `""`, 1)))
				r.Feed(wire.Response, x.Started, []byte(before+`{"jsonrpc":"2.0","id":1,"result":`+c.answer))
				r.Update(&x)
				r.Finish()
				if l := r.Labels(); l.Task != c.task || l.Context != c.context || l.State != c.state || l.Text != c.text {
					t.Errorf("%s, %s of %s: %+v", outcome, kind, c.answer, l)
				}
			}
		}
	}
	x := streamOf("application/json")
	x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.Cut
	r := New(&x, Options{})
	r.Feed(wire.Request, x.Started, []byte(ask))
	r.Feed(wire.Response, x.Started, []byte(`{"jsonrpc":"2.0","id":1,"error":{"message":"no such ta","code":-3200`))
	r.Update(&x)
	if l := r.Labels(); l.Error != "" || !r.pieces.Labels().CutOff {
		t.Errorf("an error code that was cut: %+v", l)
	}
	for said, name := range map[string]a2a.ErrorName{`{"error":{"code":40`: "", `{"error":{`: "", `{"detail":"no su`: "", `{"error":{"code":404,"message":"no such ta`: a2a.TaskNotFound} {
		x := streamOf("application/json")
		x.Method, x.URL, x.Response.Status = "GET", "http://agent.test/tasks/t", 404
		x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.ByAgent
		r := New(&x, Options{})
		r.Feed(wire.Response, x.Started, []byte(said))
		r.Update(&x)
		if l := r.Labels(); l.Error != string(name) || !l.CutOff {
			t.Errorf("%s: %+v", said, l)
		}
	}
}

// TestNothingWasSeen: an answer without a recorded byte, because its client left, has no findings about the
// body, whatever its head says.
func TestNothingWasSeen(t *testing.T) {
	for _, kind := range []string{"text/event-stream", "application/json", "application/x-ndjson", "text/html"} {
		for _, status := range []int{200, 401, 500} {
			for outcome, blamed := range map[wire.Outcome]bool{wire.Cancelled: false, wire.Interrupted: false, wire.ByAgent: true} {
				x := streamOf(kind)
				x.Response.Status = status
				x.Response.Header.Set("Content-Length", "73")
				x.Request.Header.Set("Content-Type", "application/json")
				x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), outcome
				r := New(&x, Options{Light: true})
				r.Feed(wire.Request, x.Started, []byte(strings.Replace(ask, "Streaming", "", 1)))
				r.Update(&x)
				if l := r.Labels(); l.AgentSeverity != "" && !blamed || l.AgentSeverity == "" && blamed && status == 200 {
					t.Errorf("%s, %d, %s: %+v", kind, status, outcome, l)
				}
			}
		}
	}
}
