package ui

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// An edit is checked as it is typed: what is wrong, and how it differs from the original.
func TestEditIsChecked(t *testing.T) {
	s, _, _, holds := interceptServer(t, "normal")
	const at = "/intercept/held/0195-held-1/check"
	doc := string(holds.list[0].FrameLabels.Doc)
	mustSee(t, scripted(t, s, at, url.Values{"doc": {doc}}), "valid in this version", "None: it is forwarded unchanged.")
	mustSee(t, scripted(t, s, at, url.Values{"doc": {strings.Replace(doc, `"text":"tell me a joke"`, `"text":"tell me a story"`, 1)}}), "$.result.artifactUpdate.artifact.parts[0].text", "<del>", "joke", "<ins>", "story")
	broken := scripted(t, s, at, url.Values{"doc": {"{\n  \"a\": 1,\n  \"b\" 2\n}"}})
	mustSee(t, broken, "This is not JSON. Line 3, column 7: ", `data-bad-line="3"`)
	mustSee(t, scripted(t, s, at, url.Values{"doc": {"{\n  \"a\": [1\n\n"}}), "Line 2, column 10: ")
	if strings.Contains(broken, "Difference to") {
		t.Error("what is not JSON is compared")
	}
	got := scripted(t, s, at, url.Values{"doc": {`{"jsonrpc":"2.0"}`}})
	mustSee(t, got, "$.result: missing")
	if strings.Contains(got, "valid in this version") {
		t.Error("what has a flaw is called valid")
	}
	mustSee(t, scripted(t, s, at, url.Values{"doc": {`{"a":` + hostile}}), "This is not JSON")
	harmless(t, scripted(t, s, at, url.Values{"doc": {hostile}}))
}

// A person forwards a held item unchanged, edits it, or drops it; then the next one opens.
func TestHeldIsReleased(t *testing.T) {
	s, _, _, holds := interceptServer(t, "normal")
	doc := string(holds.list[0].FrameLabels.Doc)
	edited := strings.Replace(doc, "joke", "story", 2)
	got := scripted(t, s, "/intercept/held/0195-held-1/send", url.Values{"doc": {strings.ReplaceAll(edited, ",", ",\r\n  ")}})
	if r := holds.released["0195-held-1"]; r.Kind != wire.PassageEdited || string(r.Raw) != "data: "+edited+"\n\n" || r.DecidedBy != "person" {
		t.Errorf("released: %s %q by %s", r.Kind, r.Raw, r.DecidedBy)
	}
	if !strings.Contains(got, "/intercept/held/0195-held-2?after=0195-held-1") {
		t.Errorf("the next one is not opened: %s", got)
	}
	mustSee(t, get(t, s, "/intercept/held/0195-held-2?after=0195-held-1").Body.String(), "<b>Artifact event #2:</b> It was forwarded edited after 1.5 s.", "/exchanges/"+holds.list[0].Exchange+"?tab=events")
	got = scripted(t, s, "/intercept/held/0195-held-2/send", url.Values{"doc": {edited}})
	if _, held := holds.HeldItem("0195-held-2"); !held || !strings.Contains(got, "A frame of kind body") {
		t.Errorf("what cannot be framed is not held on: %s", got)
	}
	got = scripted(t, s, "/intercept/held/0195-held-2/drop", nil)
	if r := holds.released["0195-held-2"]; r.Kind != wire.PassageDropped || r.Raw != nil || !strings.Contains(got, `"/intercept?after=0195-held-2"`) {
		t.Errorf("released: %+v; %s", r, got)
	}
	if got := scripted(t, s, "/intercept/held/0195-held-2/forward", nil); !strings.Contains(got, "This item is no longer held.") {
		t.Errorf("of what went: %s", got)
	}
}

// A text body that is not a document is sent as typed, with its original line endings.
func TestTextIsEdited(t *testing.T) {
	s, f, _, holds := interceptServer(t, "normal")
	x := f.exchanges[1]
	x.Response.Status, x.Response.Header = 502, http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	f.put(x)
	h := heldEvent(3, x, "")
	h.Kind, h.Codec, h.FrameLabels, h.Raw = wire.Body, nil, wire.FrameLabels{}, []byte("<h1>Bad\r\ngateway</h1>\r\n")
	holds.hold(h)
	page := get(t, s, "/intercept/held/0195-held-3").Body.String()
	mustSee(t, page, ">&lt;h1&gt;Bad\ngateway&lt;/h1&gt;\n</textarea>", "HTTP 502 · text/html", "None: it is forwarded unchanged.")
	if strings.Contains(page, "valid in this version") || strings.Contains(page, "This is not JSON") {
		t.Error("a text is judged as a document")
	}
	mustSee(t, scripted(t, s, "/intercept/held/0195-held-3/check", url.Values{"doc": {"<h1>Bad\r\ngate</h1>\r\n"}}), "<del>gateway</del>", "<ins>gate</ins>")
	scripted(t, s, "/intercept/held/0195-held-3/send", url.Values{"doc": {"<h1>Bad\r\ngate</h1>\r\n"}})
	if r := holds.released["0195-held-3"]; r.Kind != wire.PassageEdited || string(r.Raw) != "<h1>Bad\r\ngate</h1>\r\n" {
		t.Errorf("released: %s %q", r.Kind, r.Raw)
	}
	h.ID, h.Raw = "0195-held-4", []byte{0x1f, 0x8b, 0, 1}
	holds.hold(h)
	page = get(t, s, "/intercept/held/0195-held-4").Body.String()
	if strings.Contains(page, `id="held-doc"`) || strings.Contains(page, "send edited") {
		t.Error("bytes that are not text have an editor")
	}
	h.ID, h.Codec = "0195-held-5", fakePassing{}
	h.FrameLabels.Doc = []byte(`{"a": [` + strings.Repeat(`1,`, 400<<10) + `1]}`) // longer than the limit when indented
	holds.hold(h)
	if page = get(t, s, "/intercept/held/0195-held-5").Body.String(); !strings.Contains(page, "{&#34;a&#34;: [1,1,") {
		t.Error("a document below the limit cannot be edited")
	}
	h.ID, h.FrameLabels.Doc = "0195-held-6", []byte(`"`+strings.Repeat("a", 2<<20)+`"`)
	holds.hold(h)
	mustSee(t, get(t, s, "/intercept/held/0195-held-6").Body.String(), "The item has 2.0 MB; at most 1.0 MB can be edited here.")
}

// A document without changes is forwarded byte for byte.
func TestUnchangedGoesOnAsItCame(t *testing.T) {
	s, _, _, holds := interceptServer(t, "normal")
	page := get(t, s, "/intercept/held/0195-held-1").Body.String()
	_, rest, _ := strings.Cut(page, `id="held-doc"`)
	_, rest, _ = strings.Cut(rest, ">")
	shown, _, _ := strings.Cut(rest, "</textarea>")
	if !strings.Contains(shown, "\n  &#34;jsonrpc&#34;: &#34;2.0&#34;,") {
		t.Errorf("the document is not laid out: %s", shown)
	}
	scripted(t, s, "/intercept/held/0195-held-1/send", url.Values{"doc": {strings.ReplaceAll(shown, "&#34;", `"`)}})
	if r := holds.released["0195-held-1"]; r.Kind != wire.PassageHeld || r.Raw != nil {
		t.Errorf("released: %+v", r)
	}
	post(t, s, "/intercept/forward", nil)
	if len(holds.Items()) != 0 || holds.released["0195-held-2"].Kind != wire.PassageHeld {
		t.Errorf("not all went on: %+v", holds.released)
	}
}

// The page says what else a held event holds back. An item that is not a document can be forwarded
// or dropped.
func TestHeldSaysWhatWaits(t *testing.T) {
	s, _, _, _ := interceptServer(t, "normal")
	mustSee(t, get(t, s, "/intercept/held/0195-held-1").Body.String(), `class="intercept with-held"`, `data-id="0195-held-1" aria-current="true"`, "1 more event, ", "waits behind it", "is forwarded unchanged by itself in", "event:artifact =&gt; hold")
	mustSee(t, get(t, s, "/intercept/held/0195-held-2").Body.String(), "The request waits before it goes to the agent.", "is dropped by itself in")
	s, _, _, _ = interceptServer(t, "hostile")
	page := get(t, s, "/intercept/held/0195-held-2").Body.String()
	harmless(t, page)
	mustSee(t, page, "The console cannot read this as a document", "until somebody decides")
	if strings.Contains(page, `id="held-doc"`) {
		t.Error("what is no document has an editor")
	}
}

// When a client disconnects, an open page of its held item says so, and so does the page when it is
// opened later.
func TestHeldThatGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, _, holds := interceptServer(t, "normal")
		b := openTab(t, s, "/intercept/held/0195-held-1", nil)
		synctest.Wait()
		f.mu.Lock()
		x := f.exchanges[len(f.exchanges)-1]
		f.mu.Unlock()
		holds.Release("0195-held-1", wire.Release{}) // as the tap does when it ends
		time.Sleep(time.Second)
		x.Outcome, x.Ended = wire.Cancelled, fakeNow()
		f.put(x)
		time.Sleep(time.Second)
		synctest.Wait()
		mustSee(t, b.text(), "This item is no longer held.", "The client disconnected while it was held.", `id="held-went"`, "Artifact event #2:", `id="held-deeds" hidden`)
		b.cancel()
		<-b.done
		mustSee(t, get(t, s, "/intercept/held/0195-held-1").Body.String(), "Artifact event #2", "The client disconnected while it was held.")
		f.mu.Lock()
		f.passages = map[string][]wire.Passage{x.ID: {{Side: wire.Request, Frame: 0, Kind: wire.PassageDropped, HoldTime: int64(2 * time.Second), At: fakeNow()}}}
		f.mu.Unlock()
		holds.Release("0195-held-2", wire.Release{Kind: wire.PassageDropped})
		mustSee(t, get(t, s, "/intercept/held/0195-held-2").Body.String(), "It was dropped after 2.0 s.")
		mustSee(t, get(t, s, "/intercept/held/x").Body.String(), "It was forwarded or dropped, or one of the two sides disconnected.")
	})
}

// A new item adds its row and updates the count; existing rows are not sent again.
func TestQueueGrowsByRows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, rules, holds := interceptServer(t, "normal")
		b := openTab(t, s, "/intercept", nil)
		time.Sleep(time.Second)
		synctest.Wait()
		b.mu.Lock()
		b.sent.Reset()
		b.mu.Unlock()
		holds.hold(heldEvent(3, f.exchanges[1], "the third"))
		time.Sleep(time.Second)
		synctest.Wait()
		got := b.text()
		mustSee(t, got, `id="held-0195-held-3"`, `id="rail-held" class="count">3<`)
		if strings.Contains(got, `id="held-0195-held-1"`) || strings.Contains(got, "rule-row") {
			t.Errorf("rows that did not change are sent again: %s", got)
		}
		b.mu.Lock()
		b.sent.Reset()
		b.mu.Unlock()
		rules.edit("0195-rule-b", func(i int) { rules.list[i].Fired = 7 })
		time.Sleep(time.Second)
		synctest.Wait()
		if got := b.text(); !strings.Contains(got, "fired 7 times") || strings.Contains(got, "0195-rule-a") || strings.Contains(got, "held-row") {
			t.Errorf("one rule fired, and sent was: %s", got)
		}
		b.cancel()
		<-b.done
	})
}

// Breakpoints are made from recorded calls and events.
func TestHoldTheNextLikeThis(t *testing.T) {
	s, f, rules, _ := interceptServer(t, "empty")
	x, chunks := withBodies(sample(2, "joke"), "tell me a joke")
	f.put(x, chunks...)
	got := scripted(t, s, "/intercept/next?exchange="+x.ID, nil)
	mustSee(t, got, `id="hold-next"`, "In words: ", "call:1 =&gt; hold")
	made := rules.Rules()[0].ID
	mustSee(t, scripted(t, s, "/intercept/next/"+made+"/undo", nil), `id="hold-next"`, "The rule was removed")
	if len(rules.Rules()) != 0 {
		t.Errorf("not undone: %q", texts(rules.Rules()))
	}
	scripted(t, s, "/intercept/next?exchange="+x.ID, nil)
	scripted(t, s, "/intercept/next?exchange="+x.ID+"&event=3", nil)
	want := []string{`op:SendStreamingMessage agent:"http://127.0.0.1:7430" call:1 => hold`, `op:SendStreamingMessage agent:"http://127.0.0.1:7430" event:status nth:1 call:1 => hold`}
	if all := texts(rules.Rules()); !slices.Equal(all, want) {
		t.Errorf("got %q", all)
	}
	if got := scripted(t, s, "/intercept/next?exchange="+x.ID+"&event=9", nil); !strings.Contains(got, "No rule was made.") {
		t.Errorf("of an event that there is not: %s", got)
	}
}

// Held items are not sent again as time passes: the page counts the time itself.
func TestHeldIsSentOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := normalRecord()
		rules, holds := intercepting("normal", f)
		s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Rules, o.HoldQueue, o.Now = rules, holds, time.Now })
		for _, page := range []string{"/intercept/held/0195-held-1", "/traffic", "/exchanges/0195-open-7"} {
			b := openTab(t, s, page, nil)
			time.Sleep(time.Second)
			synctest.Wait()
			b.mu.Lock()
			b.sent.Reset()
			b.mu.Unlock()
			time.Sleep(time.Minute)
			synctest.Wait()
			if got := b.text(); strings.Contains(got, "0195-held-") || strings.Contains(got, "held-facts") {
				t.Errorf("%s: a minute later was sent: %s", page, got)
			}
			b.cancel()
			<-b.done
		}
	})
}

// A held push does not count as a call to the agent.
func TestHeldPush(t *testing.T) {
	s, _, _, holds := interceptServer(t, "empty")
	h := heldRequest(1, sample(2, "push"))
	h.Origin = wire.Push
	holds.hold(h)
	page := mainOf(get(t, s, "/intercept/held/"+h.ID).Body.String())
	mustSee(t, page, "<h1>Push</h1>", "pushed to the webhook. The console holds the delivery, so the agent waits for its answer", "to the webhook: ", "The delivery is not accepted, and the agent&#39;s connection is closed (d)")
	if strings.Contains(page, "The agent is not called") {
		t.Error("it says that the agent is not called")
	}
}

// Thousands of held items: the list is limited, the count is not, and an open item is shown
// wherever it is.
func TestManyAreHeld(t *testing.T) {
	s, _, _, holds := interceptServer(t, "normal")
	like := holds.Items()[0]
	for i := range 5000 {
		h := like
		h.ID = fmt.Sprintf("0195-many-%d", i)
		holds.list = append(holds.list, h)
	}
	last := "0195-many-4999"
	for at, rows := range map[string]int{"/intercept": 200, "/intercept/held/" + last: 201} {
		page := get(t, s, at).Body.String()
		if n := strings.Count(page, `class="held-row"`); n != rows || !strings.Contains(page, "5,002, the oldest 200 are listed") || strings.Contains(page, `id="held-`+last+`"`) != (rows == 201) {
			t.Errorf("%s: %d rows in %d bytes", at, n, len(page))
		}
	}
}

// TestARowForwardsAndDrops: a row of the queue has both decisions, and a document without an edit is marked as such.
func TestARowForwardsAndDrops(t *testing.T) {
	s, _, _, _ := interceptServer(t, "normal")
	page := get(t, s, "/intercept").Body.String()
	mustSee(t, page, `action="/intercept/held/0195-held-1/forward"`, `action="/intercept/held/0195-held-1/drop"`)
	mustSee(t, get(t, s, "/intercept/held/0195-held-1").Body.String(), `class="muted unchanged"`)
}
