package archive_test

import (
	"bytes"
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// memory is a wire.Sink that keeps a session in memory.
type memory struct {
	session wire.Session
	gaps    []wire.Gap
	rules   []wire.Rule
	wholes  []archive.FullExchange
	damage  []wire.Gap // as passed to Damaged
	damaged string     // latest exchange at that time
	closed  bool
}

func (m *memory) Session(_ context.Context, s *wire.Session) error {
	m.session = *s
	return nil
}

func (m *memory) Gap(_ context.Context, g *wire.Gap) error {
	m.gaps = append(m.gaps, *g)
	return nil
}

func (m *memory) Exchange(_ context.Context, x *wire.Exchange) error {
	m.wholes = append(m.wholes, archive.FullExchange{Exchange: *x})
	return nil
}

func (m *memory) last() *archive.FullExchange { return &m.wholes[len(m.wholes)-1] }

func (m *memory) Rule(_ context.Context, r *wire.Rule) error {
	m.rules = append(m.rules, *r)
	return nil
}

func (m *memory) Chunk(_ context.Context, c *wire.Chunk) error {
	m.last().Sides[c.Side] = append(m.last().Sides[c.Side], *c)
	return nil
}

func (m *memory) Redactions(_ context.Context, found []wire.Redaction) error {
	m.last().Redactions = found
	return nil
}

func (m *memory) Passages(_ context.Context, list []wire.Passage) error {
	m.last().Passages = list
	return nil
}

func (m *memory) Damaged(_ context.Context, gaps []wire.Gap) error {
	m.damage = gaps
	if len(m.wholes) > 0 {
		m.damaged = m.last().ID
	}
	return nil
}

func (m *memory) Close(context.Context) error {
	m.closed = true
	return nil
}

// give exports the session to a sink.
func (m *memory) give(t testing.TB, to wire.Sink) {
	t.Helper()
	s := m.session
	check(t, to.Session(t.Context(), &s))
	for _, g := range m.gaps {
		check(t, to.Gap(t.Context(), &g))
	}
	for _, r := range m.rules {
		check(t, to.Rule(t.Context(), &r))
	}
	for _, w := range m.wholes {
		check(t, w.WriteTo(t.Context(), to))
	}
	check(t, to.Close(t.Context()))
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (m *memory) jsonl(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	m.give(t, archive.NewJSONL(&b, archive.Provenance{Program: "test 1"}))
	return b.Bytes()
}

func readMemory(t testing.TB, file []byte, o archive.ReadOptions) (*memory, archive.Summary) {
	t.Helper()
	m := &memory{}
	sum, err := archive.Read(t.Context(), bytes.NewReader(file), o, m)
	check(t, err)
	return m, sum
}

func second(n int) time.Time { return time.Date(2026, 11, 21, 14, 2, n, 5000, time.UTC) }

// lossy is a session with everything that version 2 of the format added.
func lossy() *memory {
	const session, first, next = "01993c5e-0000-7000-8000-000000000001", "01993c5e-0000-7000-8000-0000000000a1", "01993c5e-0000-7000-8000-0000000000a2"
	x := wire.Exchange{
		ID: first, Origin: wire.Client, Agent: "http://127.0.0.1:9", Method: "POST", URL: "http://127.0.0.1:9/",
		Request:  wire.Head{Proto: "HTTP/1.1", Header: http.Header{"Authorization": {"Bearer *****"}}},
		Interim:  []wire.Interim{{At: second(1), Status: 103, Header: http.Header{"Link": {"</a>; rel=preload"}}}, {At: second(2), Status: 102}},
		Response: wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}},

		RequestSent:  &wire.Head{Proto: "HTTP/1.1", Header: http.Header{"X-Held": {"1"}}},
		ResponseSent: &wire.Head{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Content-Type": {"text/event-stream"}}, Trailer: http.Header{"X-T": {"t"}}},
		Started:      second(0), RequestDone: second(0), Answered: second(2), FirstByte: second(3), LastByte: second(5), Ended: second(9),
		Outcome: wire.Interrupted, Problem: "the console stopped", RequestBytes: 2, ResponseBytes: 100, Frames: 1, Incomplete: true, Rewritten: true,
		Gaps: []wire.Gap{
			{Session: session, Exchange: first, Side: wire.Response, Offset: 9, Bytes: 80, From: second(4), To: second(5), Cause: wire.GapDiskFull, Problem: "the disk was full; free some space"},
			{Session: session, Exchange: first, Side: wire.Response, Offset: 89, Bytes: 11, From: second(5), To: second(6), Cause: wire.GapLimit},
		},
	}
	w := archive.FullExchange{Exchange: x, Passages: []wire.Passage{
		{Side: wire.Response, Frame: 0, Sent: 1, Kind: wire.PassageHeld, At: second(6), HoldTime: 1_500_000_000, Rule: "event:artifact => hold"},
		{Side: wire.Response, Frame: 1, Sent: -1, Kind: wire.PassageDropped, At: second(7)},
		{Side: wire.Request, Frame: 0, Sent: 0, Kind: wire.PassageEdited, At: second(0)},
	}}
	w.Redactions = []wire.Redaction{{Place: "request.header", Name: "Authorization", Offset: 7, Length: 5, Kind: "bearer"}}
	w.Sides[wire.Request] = []wire.Chunk{{Side: wire.Request, At: second(0), Data: []byte("ab")}}
	w.Sides[wire.Response] = []wire.Chunk{{Side: wire.Response, At: second(3), Data: []byte("data: 1\n\n")}}
	w.Sides[wire.RequestSent] = []wire.Chunk{{Side: wire.RequestSent, At: second(0), Data: []byte("\xff")}}
	w.Sides[wire.ResponseSent] = []wire.Chunk{{Side: wire.ResponseSent, At: second(6), Data: []byte("data: 0\n\ndata: 1\n\n")}}
	plain := archive.FullExchange{Exchange: wire.Exchange{ID: next, Origin: wire.Compose, Agent: "http://127.0.0.1:9", Method: "GET", URL: "http://127.0.0.1:9/x",
		Started: second(10), Ended: second(11), Outcome: wire.Unreachable}}
	return &memory{
		session: wire.Session{ID: session, Name: "lossy", Started: second(0), Ended: second(59), Exchanges: 2, Agents: []string{"http://127.0.0.1:9"}, Program: "test 1"},
		gaps: []wire.Gap{
			{Session: session, Exchanges: 12, Bytes: 4096, From: second(11), To: second(40), Cause: wire.GapDiskFull, Problem: "the disk was full"},
			{Session: session, From: second(41), To: second(42), Cause: wire.GapPaused},
		},
		rules: []wire.Rule{
			{ID: "01993c5e-0000-7000-8000-0000000000b1", Text: "event:artifact => hold", On: true, Preset: "slow-agent", Created: second(1), Fired: 3, LastExchanges: []string{next, first}, Problem: "nobody <released> it"},
			{ID: "01993c5e-0000-7000-8000-0000000000b2", Text: "=> delay 1s", Created: second(2), Removed: second(9), Fired: 1},
		},
		wholes: []archive.FullExchange{w, plain},
	}
}
