package exchange

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// TestFacts: the line of facts has what is known of an exchange, and nothing else.
func TestFacts(t *testing.T) {
	done := sample()
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
	left := done
	left.Labels, left.Response.Status, left.Response.ClientLeftAt = wire.Labels{Op: "SendMessage", Dialect: "1.0"}, 500, left.Started.Add(time.Millisecond)
	rest := done
	rest.Labels.Binding, rest.URL = "rest", "http://127.0.0.1:7430/rest/v1.0/message:stream"
	grpc := done
	grpc.Labels.Binding, grpc.Labels.State, grpc.Labels.Error, grpc.URL = "grpc", "", "TaskNotFound", "http://127.0.0.1:7430/lf.a2a.v1.A2AService/GetTask"
	grpc.Labels.Op, grpc.Response.Header, grpc.Response.Trailer = "GetTask", http.Header{"Content-Type": {"application/grpc"}}, http.Header{"Grpc-Status": {"5"}}
	push := done
	push.Origin, push.RequestBytes, push.Labels = wire.Push, 512, wire.Labels{Task: "t", State: "TASK_STATE_COMPLETED"}
	odd := done
	odd.Labels = wire.Labels{Op: "GetTask", Dialect: "1.0", Task: "t", State: "TASK_STATE_UNSPECIFIED", ResponseSeverity: "error"}
	for _, c := range []struct {
		x      wire.Exchange
		events int // -1: not a stream
		want   string
	}{
		{rest, 3, "POST http://127.0.0.1:7430/rest/v1.0/message:stream | 200 | A2A 1.0 HTTP+JSON | python-httpx/0.27 → Echo | 3 events, 2.0 KB | 421 ms | The agent ended the stream."},
		{grpc, -1, "POST http://127.0.0.1:7430/lf.a2a.v1.A2AService/GetTask | gRPC status 5 NOT_FOUND | A2A 1.0 gRPC | python-httpx/0.27 → Echo | 2.0 KB | 421 ms"},
		{left, -1, "POST http://127.0.0.1:7430/v1.0 | 500 | A2A 1.0 | python-httpx/0.27 → Echo | 2.0 KB | 421 ms | The client left before it had received all of this; the tap read the rest for the record."},
		{done, 3, "POST http://127.0.0.1:7430/v1.0 | 200 | A2A 1.0 JSON-RPC | python-httpx/0.27 → Echo | 3 events, 2.0 KB | 421 ms | The agent ended the stream."},
		{open, 3, "POST http://127.0.0.1:7430/v1.0 | 200 | A2A 1.0 JSON-RPC | python-httpx/0.27 → Echo | 3 events, 2.0 KB | The exchange is still open."},
		{stopped, 3, "POST http://127.0.0.1:7430/v1.0 | 200 | A2A 1.0 JSON-RPC | python-httpx/0.27 → Echo | 3 events, 2.0 KB | The console stopped before the exchange had ended."},
		{odd, -1, "POST http://127.0.0.1:7430/v1.0 | 200 | A2A 1.0 | python-httpx/0.27 → Echo | 2.0 KB | 421 ms"},
		{refused, -1, "POST http://127.0.0.1:7430/v1.0 | A2A 1.0 JSON-RPC | python-httpx/0.27 → Echo | 421 ms | The console refused to pass it on."},
		{failed, 3, "POST http://127.0.0.1:7430/v1.0 | 200 | A2A 1.0 JSON-RPC | You → Echo | 3 events, 2.0 KB | 421 ms | You stopped listening."},
		{push, -1, "POST http://127.0.0.1:7430/v1.0 | 200 | Echo → webhook receiver | 512 B | 421 ms | Echo pushes that task t is completed, with 512 B. The webhook receiver answered 200."},
		{card, -1, "POST http://127.0.0.1:7430/v1.0 | 200 | The console → Echo | 2.0 KB | 421 ms"},
	} {
		var got []string
		for _, f := range facts(c.x, "Echo", c.events) {
			got = append(got, f.Value)
		}
		if got := strings.Join(got, " | "); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestPagesOfABodyAreTheBody(t *testing.T) {
	text := strings.Repeat("0123456789abcdé\n", 20_000)
	x := wire.Exchange{ResponseBytes: int64(len(text)), ResponseKept: int64(len(text))}
	x.Response.Header = http.Header{"Content-Type": {"text/plain"}}
	var all strings.Builder
	for from := int64(0); from >= 0; {
		d := &detail{X: x, Tab: "response", tape: &tape.Tape{}}
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

// sample is a streamed message with a response.
func sample() wire.Exchange {
	at := time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	return wire.Exchange{
		ID: "0195-x-1", Session: "session-1", Origin: wire.Client, Agent: "http://127.0.0.1:7430", Caller: "python-httpx/0.27", Method: "POST", URL: "http://127.0.0.1:7430/v1.0",
		Response: wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}},
		Started:  at, FirstByte: at.Add(14 * time.Millisecond), LastByte: at.Add(420 * time.Millisecond), Ended: at.Add(421 * time.Millisecond),
		Outcome: wire.ByAgent, Frames: 3,
		Labels: wire.Labels{Op: "SendStreamingMessage", Dialect: "1.0", Binding: "jsonrpc", Task: "task-1", State: "TASK_STATE_COMPLETED", Text: "tell me a joke"},
	}
}

// TestClientLeftIsAMoment: the time at which the client left is among the moments of the response.
func TestClientLeftIsAMoment(t *testing.T) {
	t.Parallel()
	at := func(ms int) time.Time { return time.UnixMilli(int64(1e12 + ms)) }
	x := wire.Exchange{Started: at(0), Answered: at(1), FirstByte: at(9), LastByte: at(9), Ended: at(10), Outcome: wire.ByAgent, Response: wire.Head{Status: 500, ClientLeftAt: at(2)}}
	var got []string
	for _, m := range moments(x, nil, false) {
		got = append(got, m.Word)
	}
	if said := strings.Join(got, ", "); said != "Request head read, Response head read, The client left, First byte of the body, Last byte of the body, Ended" {
		t.Error(said)
	}
}
