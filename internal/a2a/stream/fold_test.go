package stream

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

var start = time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)

func at(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }

func status(ms int, s a2a.State, final bool) Event {
	return Event{At: at(ms), Size: 100, Reading: a2a.Reading{Kind: a2a.KindStatus, Result: &a2a.Result{
		Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: a2a.Status{State: s}, Final: final}}}}
}

func piece(ms int, text string, more, last bool) Event {
	return Event{At: at(ms), Size: int64(len(text)), Offset: int64(ms), Reading: a2a.Reading{Kind: a2a.KindArtifact, Result: &a2a.Result{
		Artifact: &a2a.ArtifactUpdate{TaskID: "t", Append: more, LastChunk: last,
			Artifact: a2a.Artifact{ID: "paper", Name: "paper", Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}}}}
}

func folded(events ...Event) *Fold {
	f := New(start)
	for _, e := range events {
		f.Add(e)
	}
	return f
}

func words(f *Fold) (out []string) {
	for _, r := range f.Rows {
		out = append(out, r.Word+" "+r.Span())
	}
	return out
}

func TestRunsOfLikeEventsFoldAndStatesDoNot(t *testing.T) {
	events := []Event{status(0, a2a.Submitted, false), status(5, a2a.Working, false), piece(10, "a", false, false)}
	for i := range 4996 {
		events = append(events, piece(12+4*i, "b", true, false))
	}
	events = append(events, status(20000, a2a.Completed, true))
	f := folded(events...)
	want := []string{"state #1", "state #2", "artifact #3", "append #4–4999", "state #5000"}
	if got := words(f); !reflect.DeepEqual(got, want) {
		t.Fatalf("rows %q, want %q", got, want)
	}
	run := f.Rows[3]
	if m := run.Median(); m > 4*time.Millisecond || m < 3750*time.Microsecond {
		t.Errorf("median %v, want 4 ms within a sixteenth", m)
	}
	if run.Bytes != 4996 || run.Longest() != 4*time.Millisecond {
		t.Errorf("bytes %d, longest %v", run.Bytes, run.Longest())
	}
	if got := len(f.Stages); got != 3 || !f.Final || f.State != a2a.Completed {
		t.Errorf("stages %d, final %v, state %s", got, f.Final, f.State)
	}
}

func TestAPauseBreaksARunOnlyWhenItIsOutOfRhythm(t *testing.T) {
	var events []Event
	ms := 0
	for i := range 20 {
		ms += 10
		events = append(events, piece(ms, "x", i > 0, false))
	}
	ms += 4000
	events = append(events, piece(ms, "x", true, false), piece(ms+10, "x", true, true))
	want := []string{"artifact #1", "append #2–20", "pause #20–21", "append #21–22"}
	if got := words(folded(events...)); !reflect.DeepEqual(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
	events = nil
	for i := range 10 {
		events = append(events, piece(i*3000, "x", i > 0, false))
	}
	got := words(folded(events...))
	if got[len(got)-1] != "append #2–10" {
		t.Errorf("a steady slow stream folds as %q", got)
	}
}

func TestFindingsNeverFoldIntoCleanEvents(t *testing.T) {
	odd := piece(30, "x", true, false)
	odd.Reading.Problems = []a2a.Problem{{Check: "X-1", Severity: a2a.SeverityError}}
	got := words(folded(piece(10, "x", false, false), piece(20, "x", true, false), odd, piece(40, "x", true, false)))
	want := []string{"artifact #1", "append #2", "append #3", "append #4"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
}

// TestFoldingIsIncremental folds a random stream with reads in between, and all at once.
func TestFoldingIsIncremental(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for round := range 50 {
		var events []Event
		ms := 0
		for range rnd.IntN(200) {
			ms += rnd.IntN(50)
			switch rnd.IntN(6) {
			case 0:
				events = append(events, status(ms, a2a.Working, false))
			case 1:
				events = append(events, piece(ms, "new text\n\n", false, false))
			case 2:
				events = append(events, Event{At: at(ms), Comment: true, Size: 3})
			default:
				events = append(events, piece(ms, strings.Repeat("word ", rnd.IntN(400))+"\n\n", true, rnd.IntN(9) == 0))
			}
		}
		f := New(start)
		for i, e := range events {
			f.Add(e)
			if i%7 == 0 {
				marshal(t, f) // reading must change nothing
			}
		}
		if a, b := marshal(t, f), marshal(t, folded(events...)); a != b {
			t.Fatalf("round %d: folded in steps\n%s\nfolded at once\n%s", round, a, b)
		}
	}
}

func marshal(t *testing.T, f *Fold) string {
	t.Helper()
	b, err := json.Marshal(struct {
		Rows   []Row
		Stages []Stage
		Blocks []*Block
	}{f.Rows, f.Stages, f.Blocks})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestTextIsCutAlikeHoweverItArrives: a reload shows what a live page shows.
func TestTextIsCutAlikeHoweverItArrives(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"word ", "\n", "\n\n", "```\n", "é", "日本語", strings.Repeat("x", 900), "- item\n", "🙂", strings.Repeat("long", 5000)}
	for round := range 200 {
		var b strings.Builder
		for range rnd.IntN(60) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		whole := b.String()
		var once, many Text
		once.write([]byte(whole), 0)
		for rest := whole; rest != ""; {
			n := 1 + rnd.IntN(min(len(rest), 1+rnd.IntN(3000)))
			many.write([]byte(rest[:n]), 0)
			rest = rest[n:]
		}
		if got := string(many.Bytes()); got != whole {
			t.Fatalf("round %d: text changed: %d bytes became %d", round, len(whole), len(got))
		}
		if a, b := cuts(&once), cuts(&many); a != b {
			t.Fatalf("round %d: cut at %s, in pieces at %s", round, a, b)
		}
	}
}

// A full segment ends with a line, else with a word: that is where drawing a long text starts.
func TestSegmentsEndWithLinesOrWords(t *testing.T) {
	for line, last := range map[string]string{"a line of some words\n": "\n", "words without any end ": " ", "日本": "本"} {
		var text Text
		for range 100_000 / len(line) {
			text.write([]byte(line), 0)
		}
		for i, s := range text.Segments[:len(text.Segments)-1] {
			if !strings.HasSuffix(string(s.Text), last) && last != "本" || !utf8.Valid(s.Text) {
				t.Errorf("segment %d ends with %q", i, s.Text[len(s.Text)-12:])
			}
		}
	}
}

func cuts(t *Text) string {
	var out []string
	for _, s := range t.Segments {
		if len(s.Text) > segmentMost+4 {
			return fmt.Sprint("segment of ", len(s.Text))
		}
		out = append(out, fmt.Sprint(len(s.Text)))
	}
	return strings.Join(out, " ")
}

// TestALongStreamFoldsInLinearTime compares the memory allocated for two lengths, which reflects the work
// done.
func TestALongStreamFoldsInLinearTime(t *testing.T) {
	cost := func(n int) float64 {
		events := make([]Event, n)
		for i := range events {
			events[i] = piece(i, "a few words of text \n\n", i > 0, false)
		}
		return float64(testing.Benchmark(func(b *testing.B) {
			for b.Loop() {
				folded(events...)
			}
		}).AllocedBytesPerOp())
	}
	small, large := cost(10_000), cost(100_000)
	if large > 15*small {
		t.Errorf("10 times the events cost %.1f times the memory", large/small)
	}
}

func TestAnArtifactSentAnewWithEachPieceOnlyGrows(t *testing.T) {
	f := folded(piece(1, "one", false, false), piece(2, "one two", false, false))
	b := f.Blocks[0]
	if b.Gen != 1 || string(b.Pieces[0].Text.Bytes()) != "one two" {
		t.Errorf("generation %d, text %q", b.Gen, b.Pieces[0].Text.Bytes())
	}
	f.Add(piece(3, "other", false, false))
	if b.Gen != 2 || string(b.Pieces[0].Text.Bytes()) != "other" {
		t.Errorf("after a replacement: generation %d, text %q", b.Gen, b.Pieces[0].Text.Bytes())
	}
}

func TestASnapshotKeepsWhatItRepeats(t *testing.T) {
	f := folded(piece(1, "one", false, false))
	f.Add(Event{At: at(9), Reading: a2a.Reading{Kind: a2a.KindTask, Result: &a2a.Result{Task: &a2a.Task{ID: "t", ContextID: "c",
		Status:    a2a.Status{State: a2a.Completed},
		Artifacts: []a2a.Artifact{{ID: "paper", Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "one"}}}}}}}})
	if len(f.Blocks) != 1 || f.Blocks[0].Gen != 1 || !f.Blocks[0].Done || f.Context != "c" {
		t.Errorf("blocks %d, generation %d, done %v, context %q", len(f.Blocks), f.Blocks[0].Gen, f.Blocks[0].Done, f.Context)
	}
}

func TestMedianIsWithinASixteenth(t *testing.T) {
	for _, d := range []time.Duration{0, time.Microsecond, 15 * time.Microsecond, 16 * time.Microsecond, 33 * time.Microsecond, 812 * time.Millisecond, time.Hour} {
		var g gaps
		g.add(d)
		g.add(d)
		g.add(2 * d)
		if m := g.median(); m > d || m < d-d/16-time.Microsecond {
			t.Errorf("median of %v came out as %v", d, m)
		}
	}
}

// TestAFoldIsBounded: events with a row each fill a fold; further ones are counted and reported as unread.
func TestAFoldIsBounded(t *testing.T) {
	f := New(start)
	const n = 2 * mostHeld
	for i := range n {
		f.Add(Event{At: at(i), Size: 10, Reading: a2a.Reading{Kind: a2a.KindNone}})
	}
	if !f.Full() || len(f.Rows)+len(f.Blocks) > mostHeld+2 {
		t.Errorf("%d rows, %d blocks", len(f.Rows), len(f.Blocks))
	}
	if f.Events != n || f.Bytes != 10*n || f.Unread != n-len(f.Rows) || !f.Last.Equal(at(n-1)) {
		t.Errorf("%d events of %d bytes, %d unread, the last at %v", f.Events, f.Bytes, f.Unread, f.Last)
	}
}

// TestWhatIsNoTaskIsShown: what was read as a task only because nothing else fits is shown raw.
func TestWhatIsNoTaskIsShown(t *testing.T) {
	raw := json.RawMessage(`{"result":{"answer":"hello","state":7}}`)
	f := folded(Event{At: at(1), Reading: a2a.Reading{Kind: a2a.KindTask, Raw: raw, Result: &a2a.Result{Task: &a2a.Task{Status: a2a.Status{State: a2a.Unspecified}}}}})
	if len(f.Blocks) != 1 || f.Blocks[0].Kind != OtherBlock || string(f.Blocks[0].Reading.JSON()) != string(raw) || f.State != "" || f.Rows[0].Word != "unread" || f.Rows[0].State != "" {
		t.Errorf("blocks %+v, state %q", f.Blocks, f.State)
	}
	f = folded(Event{At: at(1), Reading: a2a.Reading{Kind: a2a.KindTask, Result: &a2a.Result{Task: &a2a.Task{ID: "t", Status: a2a.Status{State: a2a.Unspecified}}}}})
	if len(f.Blocks) != 0 || f.State != a2a.Unspecified {
		t.Errorf("a task: blocks %+v, state %q", f.Blocks, f.State)
	}
	f = folded(Event{At: at(1), Reading: a2a.Reading{Kind: a2a.KindTask, Result: &a2a.Result{Task: &a2a.Task{ID: "t", Status: a2a.Status{State: "done"}}}}})
	if len(f.Blocks) != 1 || f.Blocks[0].Kind != StatusBlock || f.Blocks[0].State != "done" {
		t.Errorf("a state of no version: blocks %+v", f.Blocks)
	}
}

// An artifact's event has the artifact's name, and a replacement is noted.
func TestAnArtifactIsReplaced(t *testing.T) {
	named := func(ms int, name, text string, more bool) Event {
		e := piece(ms, text, more, false)
		e.Reading.Result.Artifact.Artifact.Name = name
		return e
	}
	f := folded(named(1, "long", "first ", false), named(2, "", "and more", true), named(3, "answer", "other", false))
	if f.Rows[0].Subject != "long" || f.Rows[1].Subject != "long" || f.Rows[2].Subject != "answer" {
		t.Errorf("rows are called %q, %q, %q", f.Rows[0].Subject, f.Rows[1].Subject, f.Rows[2].Subject)
	}
	if r := f.Blocks[0].Replaced; r == nil || *r != (Replaced{Event: 3, Bytes: 14}) {
		t.Errorf("replaced %+v", r)
	}
	if r := folded(named(1, "a", "fir", false), named(2, "a", "first", false)).Blocks[0].Replaced; r != nil {
		t.Errorf("an artifact that is sent anew as it grows was replaced: %+v", r)
	}
}

// TestAMissingEventHasALine: where generations of a task are missing, a row between the two events says how
// many, and no run crosses it.
func TestAMissingEventHasALine(t *testing.T) {
	numbered := func(e Event, n int64) Event {
		if u := e.Reading.Result.Artifact; u != nil {
			u.Generation = n
		} else {
			e.Reading.Result.Status.Generation = n
		}
		return e
	}
	f := folded(numbered(status(0, a2a.Working, false), 1), numbered(piece(5, "a", false, false), 2), numbered(piece(10, "b", true, false), 3),
		numbered(piece(15, "c", true, false), 6), numbered(status(20, a2a.Completed, true), 7))
	want := []string{"state #1", "artifact #2", "append #3", "missing #4", "append #4", "state #5"}
	if got := words(f); !reflect.DeepEqual(got, want) {
		t.Fatalf("rows %q, want %q", got, want)
	}
	if r := f.Rows[3]; r.Missing != 2 || r.Events() != 0 || !r.Between() {
		t.Errorf("%+v", r)
	}
}
