package inspector

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

const statusEvent = `{"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}`
const doneEvent = `{"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}`
const taskAnswer = `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}`

func hello(stream bool) *a2a.Call {
	op := a2a.SendMessage
	if stream {
		op = a2a.SendStreamingMessage
	}
	return &a2a.Call{Op: op, Message: &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "hi"}}}}
}

// exchangeWith sends one call to a handler and returns its events and ending.
func exchangeWith(t *testing.T, o Options, stream bool, h http.HandlerFunc) ([]Event, Ending) {
	t.Helper()
	s := httptest.NewServer(h)
	defer s.Close()
	return exchangeAt(t, t.Context(), o, stream, s.URL)
}

func exchangeAt(t *testing.T, ctx context.Context, o Options, stream bool, url string) ([]Event, Ending) {
	t.Helper()
	c := New(o)
	p, err := c.Prepare(Target{Endpoint: url, Version: a2a.V10}, hello(stream))
	if err != nil {
		t.Fatal(err)
	}
	var events []Event
	end, err := c.Send(ctx, p, func(e Event) { events = append(events, e) })
	if err != nil {
		t.Fatal(err)
	}
	return events, end
}

func answerWith(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", contentType)
		io.WriteString(w, body)
	}
}

func TestSendReadsAPlainAnswer(t *testing.T) {
	events, end := exchangeWith(t, Options{}, false, answerWith("application/json", taskAnswer))
	if end.Outcome != wire.ByAgent || end.Status != 200 || end.Problem != "" || end.Exchange != "" {
		t.Errorf("%+v", end)
	}
	if len(events) != 1 || events[0].Reading.Kind != a2a.KindTask || string(events[0].Frame.Raw) != taskAnswer {
		t.Fatalf("%+v", events)
	}
}

func TestSendReadsAStream(t *testing.T) {
	body := "\xef\xbb\xbfid: 1\r\ndata: " + statusEvent + "\r\n\r\n: ping\n\ndata:" + doneEvent + "\n"
	events, end := exchangeWith(t, Options{}, true, answerWith("text/event-stream", body))
	if end.Outcome != wire.ByAgent || len(events) != 2 {
		t.Fatalf("%+v %+v", end, events)
	}
	if events[0].Reading.Result.Status.Status.State != a2a.Working || string(events[0].Frame.Data) != statusEvent {
		t.Errorf("first: %+v", events[0])
	}
	if events[1].Reading.Result.Status.Status.State != a2a.Completed || !events[1].Frame.Partial {
		t.Errorf("the event without its blank line: %+v", events[1])
	}
}

func TestSendHandsOverEventsAsTheyArrive(t *testing.T) {
	got := make(chan string)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n\n", statusEvent)
		w.(http.Flusher).Flush()
		<-got // continue the stream only once the first event was handed over
		fmt.Fprintf(w, "data: %s\n\n", doneEvent)
	}))
	defer s.Close()
	c := New(Options{})
	p, err := c.Prepare(Target{Endpoint: s.URL, Version: a2a.V10}, hello(true))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	_, err = c.Send(t.Context(), p, func(e Event) {
		if n++; n == 1 {
			got <- string(e.Frame.Data)
		}
	})
	if err != nil || n != 2 {
		t.Errorf("%d events, %v", n, err)
	}
}

func TestSendSniffs(t *testing.T) {
	events, _ := exchangeWith(t, Options{}, true, answerWith("text/event-stream", taskAnswer))
	if len(events) != 1 || events[0].Reading.Kind != a2a.KindTask {
		t.Errorf("JSON under text/event-stream: %+v", events)
	}
	for _, ct := range []string{"application/json", "text/plain", ""} {
		events, _ = exchangeWith(t, Options{}, true, answerWith(ct, "event: message\ndata: "+statusEvent+"\n\ndata: "+doneEvent+"\n\n"))
		if len(events) != 2 || events[1].Reading.Kind != a2a.KindStatus {
			t.Errorf("events under %q: %+v", ct, events)
		}
	}
}

func TestSendUnzips(t *testing.T) {
	events, end := exchangeWith(t, Options{}, true, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		fmt.Fprintf(z, "data: %s\n\ndata: %s\n\n", statusEvent, doneEvent)
		z.Close()
	})
	if len(events) != 2 || end.Outcome != wire.ByAgent {
		t.Errorf("stream: %+v %+v", events, end)
	}
	events, _ = exchangeWith(t, Options{}, false, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		io.WriteString(z, taskAnswer)
		z.Close()
	})
	if len(events) != 1 || events[0].Reading.Kind != a2a.KindTask {
		t.Errorf("body: %+v", events)
	}
}

func TestSendSeesACutStream(t *testing.T) {
	events, end := exchangeWith(t, Options{}, true, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n\ndata: {\"half", statusEvent)
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	if end.Outcome != wire.Cut || end.Status != 200 || end.Problem == "" {
		t.Errorf("%+v", end)
	}
	if len(events) != 2 || !events[1].Frame.Partial {
		t.Errorf("%+v", events)
	}
}

func TestSendNamesTheUnreachable(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	_, end := exchangeAt(t, t.Context(), Options{}, false, "http://"+l.Addr().String())
	if end.Outcome != wire.Unreachable || end.Status != 0 || !strings.Contains(end.Problem, "start the agent") {
		t.Errorf("%+v", end)
	}
}

func TestSendDoesNotFollowRedirects(t *testing.T) {
	events, end := exchangeWith(t, Options{}, false, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			t.Error("followed")
		}
		http.Redirect(w, r, "https://other.example/rpc", http.StatusTemporaryRedirect)
	})
	if end.Status != 307 || !strings.Contains(end.Problem, "https://other.example/rpc") {
		t.Errorf("%+v %+v", end, events)
	}
	events, end = exchangeWith(t, Options{}, false, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) })
	if end.Status != 304 || !strings.Contains(end.Problem, "304 Not Modified") || strings.Contains(end.Problem, "redirect") {
		t.Errorf("nowhere: %+v %+v", end, events)
	}
}

// hanging sends an event and then nothing until the client leaves.
func hanging(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, "data: %s\n\n", statusEvent)
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

func TestSendTimesOutSayingSinceWhen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		c := New(Options{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			first, rest := io.Pipe()
			go fmt.Fprintf(rest, "data: %s\n\n", statusEvent)
			context.AfterFunc(r.Context(), func() { rest.CloseWithError(r.Context().Err()) })
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: first, Request: r}, nil
		})})
		p, _ := c.Prepare(Target{Endpoint: "http://127.0.0.1:1", Version: a2a.V10}, hello(true))
		events := 0
		end, err := c.Send(ctx, p, func(Event) { events++ })
		if err != nil || end.Outcome != wire.TimedOut || !strings.Contains(end.Problem, "last event 0.1 s") || events != 1 {
			t.Errorf("%+v, %d events, %v", end, events, err)
		}
	})
}

func TestSendTellsCancelFromTimeout(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := httptest.NewServer(http.HandlerFunc(hanging))
	defer s.Close()
	c := New(Options{})
	p, _ := c.Prepare(Target{Endpoint: s.URL, Version: a2a.V10}, hello(true))
	end, err := c.Send(ctx, p, func(Event) { cancel() })
	if err != nil || end.Outcome != wire.Cancelled || end.Problem != "" {
		t.Errorf("%+v, %v", end, err)
	}
}

// An agent that closes a stream cleanly because its caller left did not end it on its own.
func TestLeavingIsNoEndByTheAgent(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	first, rest := io.Pipe()
	transport := roundTrip(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: first, Request: r}, nil
	})
	go fmt.Fprintf(rest, "data: %s\n\n", statusEvent)
	c := New(Options{Transport: transport})
	p, _ := c.Prepare(Target{Endpoint: "http://127.0.0.1:1", Version: a2a.V10}, hello(true))
	end, err := c.Send(ctx, p, func(Event) { cancel(); rest.Close() })
	if err != nil || end.Outcome != wire.Cancelled {
		t.Errorf("%+v, %v", end, err)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestSendEndsQuietStreamsOnlyWhenTold(t *testing.T) {
	_, end := exchangeWith(t, Options{QuietTimeout: 50 * time.Millisecond}, true, hanging)
	if end.Outcome != wire.TimedOut || !strings.Contains(end.Problem, "last event") {
		t.Errorf("%+v", end)
	}
}

func TestSendLeavesAStreamThatIsOverButOpen(t *testing.T) {
	_, end := exchangeWith(t, Options{LingerTimeout: 20 * time.Millisecond}, true, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n\n", doneEvent)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	if end.Outcome != wire.Cancelled || !strings.Contains(end.Problem, "kept it open") {
		t.Errorf("%+v", end)
	}
}

func TestSendStopsAtItsLimits(t *testing.T) {
	_, end := exchangeWith(t, Options{MaxBody: 1 << 20}, false, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for range 64 {
			if _, err := w.Write(make([]byte, 64<<10)); err != nil {
				return
			}
		}
	})
	if end.Outcome != wire.Cancelled || !strings.Contains(end.Problem, "larger than 1 MB") {
		t.Errorf("%+v", end)
	}
}

func TestSendMarksItsCall(t *testing.T) {
	s := httptest.NewServer(answerWith("application/json", taskAnswer))
	defer s.Close()
	tap := &recording{}
	_, end := exchangeAt(t, t.Context(), Options{Transport: tap}, false, s.URL)
	if m := tap.marks[0]; m.Origin != wire.Compose || m.ID == "" || m.ID != end.Exchange {
		t.Errorf("%+v, ending says %s", m, end.Exchange)
	}
	ctx := wire.WithCallOptions(t.Context(), wire.CallOptions{ID: "chosen", Origin: wire.Replay, Link: "l"})
	_, end = exchangeAt(t, ctx, Options{Transport: tap}, false, s.URL)
	if m := tap.marks[1]; m.Origin != wire.Replay || m.Link != "l" || end.Exchange != "chosen" {
		t.Errorf("%+v, ending says %s", m, end.Exchange)
	}
	_, end = exchangeAt(t, wire.WithCallOptions(t.Context(), wire.CallOptions{NoRecord: true}), Options{Transport: tap}, false, s.URL)
	if end.Exchange != "" {
		t.Errorf("unrecorded, but has the id %s", end.Exchange)
	}
}

// TestSendTellsItsAgent: if a card is at localhost and names 127.0.0.1, or the other way round, its calls are recorded
// under the card's origin. If it names another machine, they are not.
func TestSendTellsItsAgent(t *testing.T) {
	for _, tt := range []struct{ card, endpoint, agent string }{
		{"http://localhost:9/.well-known/agent-card.json", "http://127.0.0.1:9/rpc", "http://localhost:9"},
		{"http://127.0.0.1:9/.well-known/agent-card.json", "http://LOCALHOST:9/rpc", "http://127.0.0.1:9"},
		{"http://localhost:9/.well-known/agent-card.json", "http://localhost:9/rpc", ""},
		{"http://localhost:9/.well-known/agent-card.json", "http://127.0.0.1:10/rpc", ""},
		{"http://localhost:9/.well-known/agent-card.json", "http://elsewhere.example:9/rpc", ""},
		{"", "http://127.0.0.1:9/rpc", ""},
	} {
		told := "nobody was called"
		c := New(Options{Transport: trip(func(r *http.Request) (*http.Response, error) {
			told = wire.CallOptionsFrom(r.Context()).Agent
			return answered(r, http.StatusOK, taskAnswer), nil
		})})
		p, err := c.Prepare(Target{Endpoint: tt.endpoint, Version: a2a.V10, Agent: tt.card}, hello(false))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Send(t.Context(), p, func(Event) {}); err != nil || told != tt.agent {
			t.Errorf("a card at %s that names %s: %q, %v", tt.card, tt.endpoint, told, err)
		}
	}
}

func TestPrepareCompletesACall(t *testing.T) {
	c := New(Options{})
	call := hello(false)
	p, err := c.Prepare(Target{Endpoint: "http://127.0.0.1:1/x", Version: a2a.V10, Tenant: "acme", Header: http.Header{"X-Key": {"k"}}}, call)
	if err != nil {
		t.Fatal(err)
	}
	if call.Tenant != "" || call.Message.ID != "" {
		t.Error("the caller's call was changed")
	}
	var body struct {
		ID     string
		Method string
		Params struct {
			Tenant  string
			Message struct{ MessageID string }
		}
	}
	if err := json.Unmarshal(p.Body, &body); err != nil {
		t.Fatal(err)
	}
	if body.ID == "" || body.Method != "SendMessage" || body.Params.Tenant != "acme" || body.Params.Message.MessageID == "" {
		t.Errorf("%s", p.Body)
	}
	if p.Header.Get("X-Key") != "k" || p.Header.Get("A2A-Version") != "1.0" {
		t.Errorf("%v", p.Header)
	}
	old, err := c.Prepare(Target{Endpoint: "http://127.0.0.1:1/x", Version: a2a.V01}, call)
	if err != nil {
		t.Fatal(err)
	}
	var task struct{ Params struct{ ID string } }
	if err := json.Unmarshal(old.Body, &task); err != nil || task.Params.ID == "" {
		t.Errorf("0.1 without a task id: %s", old.Body)
	}
}

func TestSendRefusesWhatCannotBeMade(t *testing.T) {
	for _, u := range []string{"", "ftp://x", "http://", "/rpc", "http://%zz"} {
		p := PreparedRequest{}
		p.Method, p.URL = http.MethodPost, u
		if _, err := New(Options{}).Send(t.Context(), p, func(Event) {}); err == nil {
			t.Errorf("%q: sent", u)
		}
	}
}
