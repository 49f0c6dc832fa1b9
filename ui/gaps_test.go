package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/record"
)

func TestPagesOfWhatIsMissing(t *testing.T) {
	id := sample(20, "lossy").ID
	for name, of := range map[string][2]string{
		"gaps-traffic": {"/traffic", "rows"}, "gaps-bytask": {"/traffic?view=tasks", "task-list"}, "gaps-sequence": {"/traffic?view=sequence", "sequence"},
		"gaps-reading": {"/exchanges/" + id, "detail"}, "gaps-request": {"/exchanges/" + id + "?tab=request", "detail-body"},
		"gaps-response": {"/exchanges/" + id + "?tab=response", "detail-body"}, "gaps-events": {"/exchanges/" + id + "?tab=events", "detail-body"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, lossyRecord(), &fakeCaller{})
			body := get(t, s, of[0]).Body.String()
			harmless(t, body)
			golden(t, s, name, fragment(body, of[1]))
		})
	}
}

// A file that was imported may lack a body without its length: that body is not empty.
func TestBodyOfUnknownLengthIsNotEmpty(t *testing.T) {
	f := emptyRecord()
	x := sample(1, "imported")
	x.ResponseBytes, x.Gaps = 0, []wire.Gap{{Exchange: x.ID, Side: wire.Response, Cause: wire.GapLeftOut}}
	f.put(x)
	body := get(t, newTestServer(t, f, &fakeCaller{}), "/exchanges/"+x.ID+"?tab=response").Body.String()
	if strings.Contains(body, "The body is empty.") || !strings.Contains(body, "None of the body is on record.") {
		t.Errorf("the page says of the body:\n%s", fragment(body, "detail-body"))
	}
}

// A gap is shown between the exchanges before and after it, on whichever page these are, and once.
func TestGapsStandInOrderOfTime(t *testing.T) {
	f := emptyRecord()
	f.sessions = append(f.sessions, wire.Session{ID: "session-1"})
	for n := range list.Window + 20 {
		f.put(sample(n+1, "many"))
	}
	between := func(n int) time.Time { return sample(n, "many").Started.Add(time.Second) }
	gap := func(at time.Time) wire.Gap {
		return wire.Gap{Session: "session-1", Exchanges: 2, From: at, To: at, Cause: wire.GapPaused}
	}
	border := gap(between(20)) // between the pages
	inside, newest, oldest, other := gap(between(150)), gap(between(list.Window+20)), gap(between(-5)), gap(between(7))
	other.Session = "session-2"
	f.gaps = []wire.Gap{oldest, other, border, inside, newest}
	s := newTestServer(t, f, &fakeCaller{})
	before := func(body string, first, second string) bool {
		i, j := strings.Index(body, first), strings.Index(body, second)
		return i >= 0 && j >= 0 && i < j
	}
	row := func(n int) string { return `href="/exchanges/` + sample(n, "many").ID + `?` }
	id := func(g wire.Gap) string { return `id="` + record.GapID(g) + `"` }

	first := get(t, s, "/traffic?q=").Body.String()
	if !before(first, id(newest), row(list.Window+20)) || !before(first, row(151), id(inside)) || !before(first, id(inside), row(150)) {
		t.Error("the first page has its gaps elsewhere")
	}
	older := get(t, s, "/traffic?q=&before=21").Body.String()
	if !before(older, id(border), row(20)) || !before(older, row(1), id(oldest)) || !before(older, row(8), id(other)) {
		t.Error("the second page has its gaps elsewhere")
	}
	for _, g := range f.gaps {
		if n := strings.Count(first, id(g)) + strings.Count(older, id(g)); n != 1 {
			t.Errorf("gap at %v stands there %d times", g.From, n)
		}
	}
	if scoped := get(t, s, "/traffic?q=session%3Asession-1&before=21").Body.String(); strings.Contains(scoped, id(other)) || !strings.Contains(scoped, id(border)) {
		t.Error("the list of a session has the gaps of another")
	}
	if filtered := get(t, s, "/traffic?q=op%3Asend").Body.String(); strings.Contains(filtered, `class="row gap"`) {
		t.Error("a list that selects more has gaps")
	}
}

// If the record has nothing but a gap, the list, By task and the sequence diagram say so.
func TestGapsAlone(t *testing.T) {
	f := emptyRecord()
	at := sample(1, "none").Started
	f.gaps = []wire.Gap{{Session: "session-1", Exchanges: 2, From: at, To: at, Cause: wire.GapPaused}}
	s := newTestServer(t, f, &fakeCaller{})
	for _, path := range []string{"/traffic", "/traffic?view=tasks", "/traffic?view=sequence"} {
		if n := strings.Count(get(t, s, path).Body.String(), "2 exchanges not recorded"); n != 1 {
			t.Errorf("%s says %d times what is missing", path, n)
		}
	}
}

// A gap appears on top of the list and grows in place; later exchanges appear above it.
func TestGapsArrive(t *testing.T) {
	f := normalRecord()
	lose := func(list ...wire.Gap) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.gaps = list
	}
	last, next, later := sample(7, "open"), sample(30, "next"), sample(50, "later")
	older := wire.Gap{Session: "session-1", Exchanges: 1, From: last.Started.Add(-time.Minute), To: last.Started, Cause: wire.GapPaused}
	lose(older)
	s := newTestServer(t, f, &fakeCaller{})
	b := openTab(t, s, "/traffic", map[string]string{"Console-Since": "7"})
	b.until("id=\"recording\"")

	gap := wire.Gap{Session: "session-1", Exchanges: 2, From: next.Started.Add(-time.Second), To: next.Started, Cause: wire.GapDiskFull}
	lose(older, gap)
	f.put(next)
	got := b.until(`"_since":8`)
	at, row := strings.Index(got, record.GapID(gap)+`" class`), strings.Index(got, `id="x8"`)
	if row < 0 || at < row || !strings.Contains(got[at:], "2 exchanges not recorded") {
		t.Errorf("the gap did not come below the call:\n%s", got)
	}
	if strings.Contains(got, record.GapID(older)) {
		t.Errorf("a gap that the page has was sent again:\n%s", got)
	}

	gap.Exchanges = 5
	lose(older, gap)
	f.put(later)
	got = b.until(`"_since":9`)
	if at = strings.Index(got, record.GapID(gap)+`" class`); at < 0 || !strings.Contains(got[at:], "5 exchanges not recorded") || strings.Contains(got[strings.LastIndex(got[:at], "event: "):at], "mode ") {
		t.Errorf("the gap did not grow in place:\n%s", got)
	}
}

// Missing bytes of a response are not blamed on the agent.
func TestAGapIsNoFinding(t *testing.T) {
	for name, lose := range map[string]func(x *wire.Exchange, cs []wire.Chunk) []wire.Chunk{
		"nothing lost": nil,
		"at the end": func(x *wire.Exchange, cs []wire.Chunk) []wire.Chunk {
			last := &cs[len(cs)-1]
			kept := int64(len(last.Data) / 2)
			x.Gaps = []wire.Gap{{Exchange: x.ID, Side: wire.Response, Offset: last.Offset + kept, Bytes: int64(len(last.Data)) - kept, Cause: wire.GapLimit}}
			last.Data = last.Data[:kept]
			return cs
		},
		"in the middle": func(x *wire.Exchange, cs []wire.Chunk) []wire.Chunk {
			first, next := &cs[1], &cs[2]
			at := first.Offset + int64(len(first.Data)) - 20
			first.Data = first.Data[:len(first.Data)-20]
			next.Data, next.Offset = next.Data[20:], next.Offset+20
			x.Gaps = []wire.Gap{{Exchange: x.ID, Side: wire.Response, Offset: at, Bytes: 40, Cause: wire.GapDiskFull}}
			return cs
		},
		"the console stopped": func(x *wire.Exchange, cs []wire.Chunk) []wire.Chunk {
			last := &cs[len(cs)-1]
			last.Data = last.Data[:len(last.Data)/2]
			x.Outcome, x.ResponseBytes = wire.Interrupted, last.Offset+int64(len(last.Data))
			return cs
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := emptyRecord()
			x, chunks := withBodies(sample(1, "torn"), "tell me a joke")
			s := newTestServer(t, f, &fakeCaller{})
			if lose != nil {
				chunks = lose(&x, chunks)
			}
			x.ResponseKept = 0
			for _, c := range chunks[1:] {
				x.ResponseKept += int64(len(c.Data))
			}
			f.put(x, chunks...)
			whole := sample(2, "whole")
			whole, rest := withBodies(whole, "tell me a joke")
			f.put(whole, rest...)
			want := get(t, s, "/exchanges/"+whole.ID+"?tab=findings").Body.String()
			if got := get(t, s, "/exchanges/"+x.ID+"?tab=findings").Body.String(); strings.Count(got, `class="where"`) > strings.Count(want, `class="where"`) {
				t.Errorf("findings that the whole does not have:\n%s", mainOf(got))
			}
			for _, c := range []string{"ended inside this event", "Not strict JSON"} {
				if strings.Contains(get(t, s, "/exchanges/"+x.ID+"?tab=events").Body.String(), c) {
					t.Errorf("the events say %q", c)
				}
			}
		})
	}
}
