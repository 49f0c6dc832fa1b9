package ui

import (
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// twoSessions is a record with the same call in two sessions, with the given texts.
func twoSessions(first, second string) *fakeRecord {
	f := emptyRecord()
	f.sessions = append(f.sessions, wire.Session{ID: "session-2", Name: "Again", Started: fakeNow(), Exchanges: 1})
	for i, text := range []string{first, second} {
		x := sample(i+1, "said")
		x.Session = f.sessions[i].ID
		x.Labels.Task = "t"
		x, chunks := withBodies(x, text)
		for k := range chunks {
			// Only the text may differ, not the artifact's name.
			chunks[k].Data = []byte(strings.ReplaceAll(string(chunks[k].Data), `"name":"tell me a poem"`, `"name":"tell me a joke"`))
		}
		f.put(x, chunks...)
	}
	return f
}

func TestComparisonSaysWhatDiffers(t *testing.T) {
	f := twoSessions("tell me a joke", "tell me a poem")
	s := newTestServer(t, f, &fakeCaller{})
	page := get(t, s, "/compare?a=session-1&b=session-2").Body.String()
	harmless(t, page)
	for _, want := range []string{"<del>joke</del>", "<ins>poem</ins>", "verdict-differs", "Compare structure"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	golden(t, s, "compare-normal", mainOf(page))
	page = get(t, s, "/compare?a=session-1&b=session-2&level=structure").Body.String()
	if !strings.Contains(page, "no differences") {
		t.Error("at level structure something differs")
	}
}

func TestSameComparedIsSame(t *testing.T) {
	f := twoSessions("tell me a joke", "tell me a joke")
	s := newTestServer(t, f, &fakeCaller{})
	for _, path := range []string{"/compare?a=session-1&b=session-2", "/compare?a=" + f.exchanges[0].ID + "&b=" + f.exchanges[1].ID} {
		page := get(t, s, path).Body.String()
		if !strings.Contains(page, "no differences") {
			t.Errorf("%s: something differs", path)
		}
		if sessions := strings.Contains(path, "session-1"); sessions != strings.Contains(page, `<a href="/sessions">Sessions</a></p>`) || sessions == strings.Contains(page, `<a href="/traffic">Traffic</a></p>`) {
			t.Errorf("%s: the way back leads elsewhere", path)
		}
	}
}

// TestComparisonSaysWhatIsLeftOut: the comparison leaves out calls of the console itself and of replays of the
// session, and says so. Calls from the command line count.
func TestComparisonSaysWhatIsLeftOut(t *testing.T) {
	f := twoSessions("tell me a joke", "tell me a joke")
	s := newTestServer(t, f, &fakeCaller{})
	const says = "2 calls by the console itself"
	if page := get(t, s, "/compare?a=session-1&b=session-2").Body.String(); strings.Contains(page, says) {
		t.Error("what is not there is left out")
	}
	x := f.exchanges[0]
	for i, o := range []wire.Origin{wire.Terminal, wire.Console, wire.Replay} {
		x.ID, x.Seq, x.Origin, x.Link = string(o), f.exchanges[0].Seq+100+int64(i), o, f.exchanges[0].ID
		f.put(x)
	}
	page := get(t, s, "/compare?a=session-1&b=session-2").Body.String()
	if !strings.Contains(page, says) || !strings.Contains(page, "1 only in A") {
		t.Errorf("nothing says what is left out, or too much is: %s", mainOf(page))
	}
	for i := range 3 {
		x.ID, x.Seq, x.Origin = "typed"+string(rune('a'+i)), f.exchanges[0].Seq+200+int64(i), wire.Terminal
		f.put(x)
	}
	if page := get(t, s, "/compare?a=session-1&b=session-2").Body.String(); !strings.Contains(page, `<details class="run `) {
		t.Error("a long run of calls that only A has is not folded")
	}
}

func TestHostileRecordingsAreCompared(t *testing.T) {
	f := twoSessions(hostile, hostile+"!")
	s := newTestServer(t, f, &fakeCaller{})
	page := get(t, s, "/compare?a=session-1&b=session-2").Body.String()
	harmless(t, page)
	golden(t, s, "compare-hostile", mainOf(page))
	page = get(t, s, "/compare/bytes?side=request&a="+f.exchanges[0].ID+"&b="+f.exchanges[1].ID).Body.String()
	harmless(t, page)
	golden(t, s, "bytes-hostile", mainOf(page))
}

func TestIgnoredDifferenceStaysIgnored(t *testing.T) {
	f := twoSessions("tell me a joke", "tell me a poem")
	s := newTestServer(t, f, &fakeCaller{})
	form := url.Values{"a": {"session-1"}, "b": {"session-2"}, "level": {"meaning"}, "rule": {"type:text"}}
	w := act(t, s, "/compare/ignore", form.Encode())
	if !strings.Contains(w.Body.String(), "ignored") || len(f.sessions[0].Ignore) != 1 {
		t.Fatalf("rules %q: %s", f.sessions[0].Ignore, w.Body)
	}
	if page := get(t, s, "/compare?a=session-1&b=session-2").Body.String(); strings.Contains(page, "<del>") {
		t.Error("the next look shows it again")
	}
	act(t, s, "/compare/whatever", form.Encode())
	if len(f.sessions[0].Ignore) != 1 {
		t.Error("an action that there is not took the rule away")
	}
	act(t, s, "/compare/heed", form.Encode())
	if len(f.sessions[0].Ignore) != 0 {
		t.Error("the rule was not taken away")
	}
	form.Set("rule", "nonsense(")
	if w := act(t, s, "/compare/ignore", form.Encode()); !strings.Contains(w.Body.String(), "The rule was not saved.") || len(f.sessions[0].Ignore) != 0 {
		t.Errorf("a broken rule was taken: %s", w.Body)
	}
}

func TestComparedMustBeAlike(t *testing.T) {
	f := twoSessions("a", "b")
	s := newTestServer(t, f, &fakeCaller{})
	if w := get(t, s, "/compare?a=session-1&b="+f.exchanges[0].ID); w.Code != 400 {
		t.Errorf("session against exchange: %d", w.Code)
	}
	if w := get(t, s, "/compare?a=none&b=none"); w.Code != 404 {
		t.Errorf("unknown: %d", w.Code)
	}
}

// Without any side, the page offers exchanges; each leads to the choice of the other side.
// A comparison of an exchange with itself says so.
func TestCompareBeginsWithAChoice(t *testing.T) {
	f := twoSessions("tell me a joke", "tell me a poem")
	s := newTestServer(t, f, &fakeCaller{})
	id := f.exchanges[0].ID
	page := get(t, s, "/compare?q=id:"+id).Body.String()
	for _, want := range []string{"Choose the first of two exchanges", `href="/compare?a=` + id + `"`, "Matching exchanges"} {
		if !strings.Contains(page, want) {
			t.Errorf("the choice lacks %q", want)
		}
	}
	page = get(t, s, "/compare?a="+id+"&b="+id).Body.String()
	for _, want := range []string{"no differences", "A and B are the same exchange"} {
		if !strings.Contains(page, want) {
			t.Errorf("the comparison with itself lacks %q", want)
		}
	}
}
