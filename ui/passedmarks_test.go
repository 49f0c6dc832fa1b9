package ui

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

const (
	holdRule      = "event:artifact => hold"
	dropRule      = "state:completed => drop"
	duplicateRule = "event:task => duplicate"
)

// intervened is a record with one stream of three events: the first was sent twice, the second held
// and edited, the last dropped.
func intervened() (*fakeRecord, wire.Exchange) {
	f := emptyRecord()
	x, chunks := withBodies(sample(2, "joke"), "tell me a joke")
	x.PassageKinds = wire.PassageKindsOf(wire.PassageInjected, wire.PassageEdited, wire.PassageDropped)
	var sent []byte
	for _, c := range chunks {
		if c.Side == wire.Response && len(sent) == 0 {
			sent = append(slices.Clone(c.Data), c.Data...)
		}
	}
	edited := strings.ReplaceAll(string(chunks[2].Data), "joke", "story")
	chunks = append(chunks, wire.Chunk{Side: wire.ResponseSent, At: x.FirstByte, Data: append(sent, edited...)})
	x = f.put(x, chunks...)
	at := x.FirstByte
	f.passages = map[string][]wire.Passage{x.ID: {
		{Side: wire.Response, Frame: 1, Sent: 1, Kind: wire.PassageInjected, At: at.Add(time.Millisecond), Rule: duplicateRule},
		{Side: wire.Response, Frame: 1, Sent: 2, Kind: wire.PassageEdited, HoldTime: int64(12 * time.Second), At: at.Add(300 * time.Millisecond)},
		{Side: wire.Response, Frame: 2, Sent: -1, Kind: wire.PassageDropped, At: at.Add(400 * time.Millisecond), Rule: dropRule},
	}}
	return f, x
}

// A row says by a word and a sign that its exchange was not forwarded unchanged.
func TestRowsSayWhatPassedOtherwise(t *testing.T) {
	f, _ := intervened()
	s := newTestServer(t, f, &fakeCaller{})
	mustSee(t, mainOf(get(t, s, "/traffic").Body.String()), "∅</span> dropped", ">+2<", "By rules or by hand, on the way: edited, dropped, injected")
	if page := mainOf(get(t, newTestServer(t, normalRecord(), &fakeCaller{}), "/traffic").Body.String()); strings.Contains(page, "passed-mark") {
		t.Error("what was forwarded unchanged has a mark")
	}
}

// An exchange says what was done on the way, and an event has both versions.
func TestExchangeHasBothVersions(t *testing.T) {
	f, x := intervened()
	rules, holds := intercepting("empty", f)
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Rules, o.HoldQueue = rules, holds })
	at := "/exchanges/" + x.ID
	mustSee(t, mainOf(get(t, s, at).Body.String()), "On the way 1 event was held for 12.0 s and edited, 1 dropped, 1 injected, by hand and by rules.", "Hold the next matching call", "/intercept/next?exchange="+x.ID)
	reading := mainOf(get(t, s, at).Body.String())
	mustSee(t, reading, `<ul class="passed-list" aria-label="On the way">`, "edited, held 12.0 s:", "tab=events&amp;event=2", "dropped:", "duplicated")
	if strings.Contains(reading, "tap&#39;s address") {
		t.Error("an edit is told as a card whose addresses were rewritten")
	}
	event := mainOf(get(t, s, at+"?tab=events&event=2").Body.String())
	mustSee(t, event, "Data, as it arrived", "Duplicated", "by the rule "+strings.ReplaceAll(duplicateRule, ">", "&gt;"), "Edited", "by hand", "held 12.0 s", "As it was sent",
		"$.result.artifactUpdate.artifact.name", "<del>", "<ins>", "story", "&amp;event=2")
	last := mainOf(get(t, s, at+"?tab=events&event=3").Body.String())
	mustSee(t, last, "Dropped", "by the rule "+strings.ReplaceAll(dropRule, ">", "&gt;"))
	if strings.Contains(last, "As it was sent") {
		t.Error("what was dropped has a version that was sent")
	}
	mustSee(t, mainOf(get(t, s, at+"?tab=response&sent=1&view=raw").Body.String()), "As the client got it", "tell me a story")
	f.passages[x.ID] = []wire.Passage{{Side: wire.Request, Kind: wire.PassageHeld, HoldTime: int64(2 * time.Second), Rule: holdRule}}
	mustSee(t, mainOf(get(t, s, at+"?tab=request").Body.String()), "On the way the request was held for 2.0 s, by the rule event:artifact =&gt; hold.", "As the agent got it")
	x.Origin = wire.Push
	f.put(x)
	mustSee(t, mainOf(get(t, s, at+"?tab=request").Body.String()), "As the receiver got it")
}

// In a diagram, a dropped event does not arrive, and an injected one begins on the way.
func TestSequenceShowsWhatPassedOtherwise(t *testing.T) {
	f, _ := intervened()
	s := newTestServer(t, f, &fakeCaller{})
	page := mainOf(get(t, s, "/traffic?view=sequence").Body.String())
	mustSee(t, page, `class="arrow event completed lost"`, "∅ dropped · ✓ completed", "± edited, held 12.0 s · ", "+ duplicated", "that Reference agent did not send")
	if n := strings.Count(page, " injected\""); n != 1 {
		t.Errorf("%d arrows are of what was injected", n)
	}
}

// A comparison says that it compares what arrived, if something else was sent.
func TestComparisonSaysWhichSide(t *testing.T) {
	f, x := intervened()
	y, chunks := withBodies(sample(9, "joke"), "tell me a joke")
	f.put(y, chunks...)
	s := newTestServer(t, f, &fakeCaller{})
	mustSee(t, mainOf(get(t, s, "/compare?a="+x.ID+"&b="+y.ID).Body.String()), "The comparison uses what both sides sent, before intercept rules changed it: ± edited, ∅ dropped, + injected in A.")
}

// The palette can hold the next exchange like the open one, release everything, and switch presets.
func TestPaletteIntercepts(t *testing.T) {
	s, f, _, _ := interceptServer(t, "normal")
	r := request(s, "GET", "/palette?q=", nil)
	r.Header.Set("Referer", "http://"+r.Host+"/exchanges/"+f.exchanges[1].ID)
	w := recorded(s, r)
	mustSee(t, w, "Hold the next matching call", "/intercept/next?exchange="+f.exchanges[1].ID, "Forward all held items")
	if strings.Contains(w, "Switch on") {
		t.Error("presets stand among what is not asked for")
	}
	mustSee(t, recorded(s, request(s, "GET", "/palette?q=network", nil)), "Switch on: Flaky network", "/intercept/presets/flaky-network/on")
	if w := recorded(s, request(s, "GET", "/palette?q=", nil)); strings.Contains(w, "Hold the next") {
		t.Error("without an exchange there is nothing like which to hold")
	}
}

// An exchange shows what is held of it and can release it; its row shows it, too.
func TestExchangeSaysWhatIsHeldNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, _, holds := interceptServer(t, "normal")
		x := f.exchanges[len(f.exchanges)-1]
		at := "/exchanges/" + x.ID
		page := mainOf(get(t, s, at).Body.String())
		mustSee(t, page, "Held right now: ", `<a href="/intercept/held/0195-held-1" title="Open it in Intercept to edit it"><b>Artifact event #2</b></a>`, "<b>Request</b>",
			"It is forwarded unchanged in", "It is dropped in", "unless somebody decides first.", "by the rule <code>event:artifact =&gt; hold</code>", `action="/intercept/held/0195-held-2/drop"`)
		mustSee(t, mainOf(get(t, s, "/traffic").Body.String()), `href="/intercept/held/0195-held-1"`, "</span> held now</a>")
		if other := mainOf(get(t, s, "/exchanges/"+f.exchanges[1].ID).Body.String()); !strings.Contains(other, `id="exchange-held" class="held-now-list" hidden`) {
			t.Error("an exchange of which nothing is held says that something is")
		}
		one, rows := openTab(t, s, at, nil), openTab(t, s, "/traffic", nil)
		wait := func() {
			time.Sleep(time.Second)
			synctest.Wait()
		}
		reset := func(b *tab) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.sent.Reset()
		}
		wait()
		for _, b := range []*tab{one, rows} {
			reset(b)
		}
		holds.hold(heldEvent(9, f.exchanges[1], "of another exchange, that is over"))
		wait()
		if got := one.text(); strings.Contains(got, `id="exchange-held"`) {
			t.Errorf("something of another exchange is held, and sent was: %s", got)
		}
		if got := scripted(t, s, "/intercept/held/0195-held-1/forward", url.Values{"stay": {"1"}}); strings.Contains(got, "_go") {
			t.Errorf("it leads away: %s", got)
		}
		if holds.released["0195-held-1"].Kind != wire.PassageHeld {
			t.Errorf("%+v", holds.released)
		}
		wait()
		if got := one.text(); !strings.Contains(got, `id="exchange-held"`) || strings.Contains(got, "0195-held-1") || !strings.Contains(got, "0195-held-2") {
			t.Errorf("one is left, and sent was: %s", got)
		}
		mustSee(t, rows.text(), `href="/intercept/held/0195-held-2"`)
		reset(rows)
		scripted(t, s, "/intercept/held/0195-held-2/drop", url.Values{"stay": {"1"}})
		wait()
		mustSee(t, one.text(), `id="exchange-held" class="held-now-list" hidden`)
		if got := rows.text(); !strings.Contains(got, x.ID) || strings.Contains(got, "held now") {
			t.Errorf("nothing of it is held any more, and sent was: %s", got)
		}
		for _, b := range []*tab{one, rows} {
			b.cancel()
			<-b.done
		}
	})
}

// By task, a state that did not reach the client says why.
func TestTaskSaysWhatTheClientSaw(t *testing.T) {
	f, x := intervened()
	s := newTestServer(t, f, &fakeCaller{})
	mustSee(t, mainOf(get(t, s, "/traffic?view=tasks").Body.String()), "completed", "∅ client saw working")
	f.passages[x.ID] = []wire.Passage{{Side: wire.Response, Frame: 2, Sent: -1, Kind: wire.PassageDropped, Rule: dropRule}}
	f.chunks[x.ID] = slices.DeleteFunc(f.chunks[x.ID], func(c wire.Chunk) bool { return c.Side == wire.ResponseSent })
	mustSee(t, mainOf(get(t, s, "/traffic?view=tasks").Body.String()), "∅ client saw no state")
	f.passages[x.ID][0].Side = wire.Request
	if page := mainOf(get(t, s, "/traffic?view=tasks").Body.String()); strings.Contains(page, "client saw") {
		t.Error("a request was dropped, and the answer is said to be another")
	}
}

// An edited request begins with its changes, and shows the size of the displayed version.
func TestEditedRequestShowsItsDifference(t *testing.T) {
	f := emptyRecord()
	x, chunks := withBodies(sample(2, "joke"), "tell me a joke")
	var came []byte
	for _, c := range chunks {
		if c.Side == wire.Request {
			came = append(came, c.Data...)
		}
	}
	sent := strings.Replace(string(came), "tell me a joke", "tell me a joke please", 1)
	x.PassageKinds = wire.PassageKindsOf(wire.PassageEdited)
	x.RequestSent = &wire.Head{Proto: "HTTP/1.1", Header: http.Header{"Content-Length": {"999"}}}
	x = f.put(x, append(chunks, wire.Chunk{Side: wire.RequestSent, At: x.Started, Data: []byte(sent)})...)
	f.passages = map[string][]wire.Passage{x.ID: {{Side: wire.Request, Kind: wire.PassageEdited, HoldTime: int64(2 * time.Second)}}}
	s := newTestServer(t, f, &fakeCaller{})
	at := "/exchanges/" + x.ID + "?tab=request"
	page := mainOf(get(t, s, at).Body.String())
	mustSee(t, page, "What changed on the way", "<ins>", "please", "changed on the way", part.Bytes(int64(len(came))))
	if strings.Index(page, "What changed on the way") > strings.Index(page, `class="headers"`) {
		t.Error("the headers stand before what changed")
	}
	mustSee(t, mainOf(get(t, s, at+"&sent=1").Body.String()), part.Bytes(int64(len(sent))))
}
