package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// The Events tab says beside an event how it went on, where not as it came.
func TestEventsSayHowTheyPassed(t *testing.T) {
	f := normalRecord()
	x := f.exchanges[1]
	s := newTestServer(t, f, &fakeCaller{})
	at := "/exchanges/" + x.ID + "?tab=events"
	if body := get(t, s, at).Body.String(); strings.Contains(body, `class="passed"`) {
		t.Fatal("events that went on as they came have words")
	}
	f.passages = map[string][]wire.Passage{x.ID: {
		{Side: wire.Response, Frame: x.Frames, How: wire.Injected},
		{Side: wire.Request, Frame: 1, How: wire.Edited},
		{Side: wire.Response, Frame: 1, How: wire.Dropped, Sent: -1, Rule: "event:artifact => <drop>"},
		{Side: wire.Response, Frame: 0, How: wire.Held, Held: int64(1200 * time.Millisecond)},
	}}
	body := get(t, s, at).Body.String()
	harmless(t, body)
	for _, want := range []string{">held 1.2 s<", ">dropped<", "by the rule event:artifact =&gt; &lt;drop&gt;", ">1 injected after the last event<"} {
		if !strings.Contains(body, want) {
			t.Errorf("nothing says %q", want)
		}
	}
	if strings.Contains(body, "edited") {
		t.Error("a passage of the request stands at an event")
	}
	if one := get(t, s, at+"&event=2").Body.String(); !strings.Contains(one, ">dropped<") || strings.Contains(one, ">held") {
		t.Error("the event itself does not say how it went on")
	}
}

// A run of events says how many of it went on otherwise.
func TestPassedWords(t *testing.T) {
	list := []wire.Passage{{How: wire.Held, Held: 5e8}, {How: wire.Dropped}, {How: wire.Held, Held: 5e8}, {How: wire.Injected}}
	if got := tape.PassedWords(list, true); got != "2 held, 1 dropped, 1 injected before" {
		t.Error(got)
	}
	if got := tape.PassedWords(list[:1], false); got != "held 500 ms" {
		t.Error(got)
	}
}
