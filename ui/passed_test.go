package ui

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/api"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// The Events tab shows how an event was forwarded, if not unchanged.
func TestEventsSayHowTheyPassed(t *testing.T) {
	f := normalRecord()
	x := f.exchanges[1]
	s := newTestServer(t, f, &fakeCaller{})
	at := "/exchanges/" + x.ID + "?tab=events"
	if body := get(t, s, at).Body.String(); strings.Contains(body, `class="passed"`) {
		t.Fatal("events that were forwarded unchanged have words")
	}
	f.passages = map[string][]wire.Passage{x.ID: {
		{Side: wire.Response, Frame: x.Frames, Kind: wire.PassageInjected},
		{Side: wire.Request, Frame: 1, Kind: wire.PassageEdited},
		{Side: wire.Response, Frame: 1, Kind: wire.PassageDropped, Sent: -1, Rule: "event:artifact => <drop>"},
		{Side: wire.Response, Frame: 0, Kind: wire.PassageHeld, HoldTime: int64(1200 * time.Millisecond)},
	}}
	x.PassageKinds = wire.PassageKindsOf(wire.PassageInjected, wire.PassageEdited, wire.PassageDropped, wire.PassageHeld)
	f.put(x)
	body := mainOf(get(t, s, at).Body.String())
	harmless(t, body)
	for _, want := range []string{"‖</span> held 1.2 s<", "∅</span> dropped<", "by the rule event:artifact =&gt; &lt;drop&gt;", ">1 injected after the last event<"} {
		if !strings.Contains(body, want) {
			t.Errorf("nothing says %q", want)
		}
	}
	if strings.Contains(body, "±</span>") {
		t.Error("a passage of the request stands at an event")
	}
	if one := mainOf(get(t, s, at+"&event=2").Body.String()); !strings.Contains(one, "∅</span> dropped<") || strings.Contains(one, "held 1.2 s") {
		t.Error("the event itself does not say how it went on")
	}
}

// A run of events says how many of them were not forwarded unchanged.
func TestPassedWords(t *testing.T) {
	list := []wire.Passage{{Kind: wire.PassageHeld, HoldTime: 5e8}, {Kind: wire.PassageDropped}, {Kind: wire.PassageHeld, HoldTime: 5e8}, {Kind: wire.PassageInjected}}
	if got := tape.PassedWords(list, true); got != "2 held, 1 dropped, 1 injected before" {
		t.Error(got)
	}
	if got := tape.PassedWords(list[:1], false); got != "held 500 ms" {
		t.Error(got)
	}
}

// The feed has a passage for each event that was not forwarded unchanged, with what was sent,
// exactly once.
func TestTailTellsHowEventsPassed(t *testing.T) {
	f := normalRecord()
	_, at := serveAPI(t, f)
	conn, _, err := dialTail(t, at, "frames=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	next := func() string {
		_, message, err := conn.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		return string(message)
	}
	next() // the feed is ready
	x, chunks := withBodies(sample(8, "ruled"), "a joke")
	over := x
	x.Outcome, x.Ended = wire.Open, time.Time{}
	x.PassageKinds, over.PassageKinds = wire.PassageKindsOf(wire.PassageEdited), wire.PassageKindsOf(wire.PassageEdited, wire.PassageDropped)
	edited := wire.Passage{Side: wire.Response, Frame: 1, Sent: 1, Kind: wire.PassageEdited, HoldTime: 2e9, At: x.LastByte}
	dropped := wire.Passage{Side: wire.Response, Frame: 2, Sent: -1, Kind: wire.PassageDropped, Rule: "state:completed => drop", At: x.LastByte}
	pass := func(list ...wire.Passage) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.passages = map[string][]wire.Passage{x.ID: list}
	}
	const sent = "data: {\"edited\":true}\n\n"
	first := chunks[1].Data
	chunks = append(chunks, wire.Chunk{Side: wire.ResponseSent, At: x.LastByte, Data: first}, wire.Chunk{Side: wire.ResponseSent, Offset: int64(len(first)), At: x.LastByte, Data: []byte(sent[:9])})
	pass(edited)
	f.put(x, chunks...)
	next() // the exchange
	for i := range 3 {
		var g api.Frame
		if err := json.Unmarshal([]byte(next()), &g); err != nil || g.Index != i || g.Passed != map[int]wire.PassageKind{1: wire.PassageEdited}[i] {
			t.Errorf("event %d: %+v, %v", i, g, err)
		}
	}
	f.put(sample(7, "between"))
	if got := next(); !strings.Contains(got, "between") { // all of the first event was sent
		t.Fatalf("got %s", got)
	}
	pass(edited, dropped)
	f.put(over, wire.Chunk{Side: wire.ResponseSent, Offset: int64(len(first)) + 9, At: x.LastByte, Data: []byte(sent[9:])})
	next()
	var p api.Passage
	if err := json.Unmarshal([]byte(next()), &p); err != nil || p.Passed != wire.PassageEdited || p.Frame != 1 || p.Sent != 1 || p.HeldMS != 2000 || p.Rule != "" || p.Text != `{"edited":true}` {
		t.Errorf("%+v, %v", p, err)
	}
	p = api.Passage{}
	if err := json.Unmarshal([]byte(next()), &p); err != nil || p.Kind != "passage" || p.Passed != wire.PassageDropped || p.Sent != -1 || p.Rule != dropped.Rule || p.Text != "" {
		t.Errorf("%+v, %v", p, err)
	}
	over.Note = "said later"
	f.put(over)
	f.put(sample(9, "next"))
	for _, want := range []string{"said later", "0195-next-9"} {
		if got := next(); !strings.Contains(got, want) || !strings.Contains(got, `"kind":"exchange"`) {
			t.Errorf("got %s, want the exchange with %s", got, want)
		}
	}
}
