package entry

import (
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Entries are decoded as they were encoded.
func TestEntriesComeBack(t *testing.T) {
	x := wire.Exchange{
		Origin: wire.Client, Agent: "http://127.0.0.1:9999", Tap: "http://127.0.0.1:7421", Caller: "test/1",
		Method: "POST", URL: "http://127.0.0.1:9999/rpc",
		Request: wire.Head{Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"application/json"}}},
	}
	x.ID = "not a uuid"
	for _, e := range []Entry{
		{Kind: Begin, Exchange: "not a uuid", At: 5, Session: 3, X: &x},
		{Kind: Bytes, Exchange: wire.NewID(), At: -1, Chunk: Chunk{Side: 3, Read: 1 << 20, Off: 7, WasDelayed: true, Frame: 9, Start: 4, Data: []byte("x"), Total: 1 << 40, Recorded: 8, Frames: 2}},
		{Kind: End, Exchange: wire.NewID(), Outcome: wire.Cut, Problem: "p", Chunk: Chunk{Frames: 4}, Trailer: map[string][]string{"A": {"1", "2"}}},
		{Kind: End, Exchange: wire.NewID(), Outcome: wire.ByAgent, AgentEndedAt: 7},
		{Kind: End, Exchange: wire.NewID(), Outcome: wire.ByAgent, AgentEndedAt: 1 << 60, Surplus: []byte("more")},
		{Kind: End, Exchange: wire.NewID(), Outcome: wire.ByAgent, ClientLeftAt: 9},
		{Kind: End, Exchange: wire.NewID(), Outcome: wire.Cut, AgentEndedAt: 7, ClientLeftAt: 9, Surplus: []byte("more")},
		{Kind: Gap, Session: 8, Gap: wire.Gap{Side: 2, Exchanges: 4, Cause: "w"}},
	} {
		b := e.Encode(nil)
		got, err := Decode(b[8:], "")
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == Begin {
			e.X.Started = got.X.Started
		}
		if string(got.Encode(nil)) != string(b) {
			t.Errorf("%+v came back as %+v", e, got)
		}
		for _, last := range []string{e.Exchange, wire.NewID()} {
			if again, err := Decode(b[8:], last); err != nil || again.Exchange != got.Exchange || got.Exchange != e.Exchange {
				t.Errorf("of %s, after an entry of %s, came back as of %s, %v", e.Exchange, last, again.Exchange, err)
			}
		}
		for i := range b[8:] {
			_, _ = Decode(b[8:8+i], "") // must not panic
		}
	}
}

// Entries of earlier versions are still read.
func TestEntriesWithoutAHeadAsReceived(t *testing.T) {
	old := Entry{Kind: ResponseHead, Exchange: wire.NewID(), At: 1, Head: wire.Head{Proto: "HTTP/1.1", Status: 200}}
	whole := old
	whole.Head.Received = "HTTP/1.1 200 Fine\r\n\r\n"
	for _, e := range []Entry{old, whole} {
		record := e.Encode(nil)[8:]
		got, err := Decode(record, "")
		if err != nil || got.Head.Received != e.Head.Received || got.Head.Status != 200 {
			t.Errorf("%+v, %v", got.Head, err)
		}
	}
	if n := len(whole.Encode(nil)) - len(old.Encode(nil)); n != len(whole.Head.Received)+1 {
		t.Errorf("an entry without one has %d bytes less", n)
	}
}
