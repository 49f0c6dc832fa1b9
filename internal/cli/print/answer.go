// Package print is what commands write: lines of JSON for scripts, whose members
// they rely on, and text for people.
package print

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Answer prints what an agent says, as it arrives: JSON Lines, or one
// aligned line per event for people.
type Answer struct {
	p        *stdio.Streams
	As       string // version and binding, where two answers are told apart
	All      bool   // further pages follow by themselves
	started  time.Time
	readable bool // at least one event was understood
	task     string
	Err      error // of the first write that failed

	folded   dialect.Findings // so that people are told once what every event has
	repeated []repeat
}

// NewAnswer tells people what is sent, and prints what comes back.
func NewAnswer(p *stdio.Streams, prepared inspector.Prepared) *Answer {
	if !p.JSON {
		fmt.Fprintf(p.Stdout, "→ %s · A2A %s %s · %s\n", prepared.Op, prepared.Version, prepared.Binding.Word(), words.Visible(prepared.URL))
	}
	return &Answer{p: p, started: time.Now()}
}

// Event prints one event.
func (a *Answer) Event(e inspector.Event) {
	a.readable = a.readable || e.Reading.Kind != a2a.KindNone
	l := lineOf(e, a.started)
	l.As = a.As
	if l.Task != "" {
		a.task = l.Task
	}
	if a.p.JSON {
		a.keep(a.p.Line(l))
		a.list(e)
		return
	}
	a.text(e, l)
}

// list prints the members of a list, one line each, after the list's own line.
func (a *Answer) list(e inspector.Event) {
	if e.Reading.Result == nil {
		return
	}
	at := stdio.Millis(e.At.Sub(a.started))
	for _, t := range e.Reading.Result.Tasks {
		a.keep(a.p.Line(readingLine{As: a.As, AtMS: at, Kind: string(a2a.KindTask), Task: t.ID, Context: t.ContextID,
			State: string(t.Status.State), Text: taskText(&t), Final: t.Status.State.Terminal()}))
	}
	for _, c := range e.Reading.Result.Pushes {
		a.keep(a.p.Line(pushLine{AtMS: at, Kind: string(a2a.KindPush), Task: c.TaskID, ID: c.ID, URL: c.URL}))
	}
}

// pushLine is one push config of a list.
type pushLine struct {
	AtMS float64 `json:"at_ms"`
	Kind string  `json:"kind"`
	Task string  `json:"task,omitempty"`
	ID   string  `json:"id,omitempty"`
	URL  string  `json:"url"`
}

func (a *Answer) keep(err error) {
	if a.Err == nil {
		a.Err = err
	}
}

func (a *Answer) text(e inspector.Event, l readingLine) {
	at := "+" + words.Took(e.At.Sub(a.started))
	what, text := a.words(e.Reading, l)
	a.row(at, what, text)
	a.problems(e.Reading.Problems)
}

// repeat is a finding that further events had.
type repeat struct {
	number, more int
	of           a2a.Problem
}

// problems prints findings, below what they are about: those that no event before
// had.
func (a *Answer) problems(list []a2a.Problem) {
	a.folded.Add(list, func(n, times int, p a2a.Problem) {
		i := slices.IndexFunc(a.repeated, func(r repeat) bool { return r.number == n })
		switch {
		case times == 1:
			a.row("", signOf(p.Severity)+" "+p.Check, p.Message)
		case i >= 0:
			a.repeated[i].more++
		default:
			a.repeated = append(a.repeated, repeat{n, 1, p})
		}
	})
}

// repeats says how often what was told once was there.
func (a *Answer) repeats() {
	for _, r := range a.repeated {
		a.row("", signOf(r.of.Severity)+" "+r.of.Check, fmt.Sprintf("in %s, too", words.Plural(r.more, "further event")))
	}
	a.repeated = nil
}

// row writes one event; further lines of its text stand under the first.
func (a *Answer) row(at, what, text string) {
	lines := strings.Split(strings.TrimRight(words.Visible(text), "\n"), "\n")
	fmt.Fprintln(a.p.Stdout, strings.TrimRight(fmt.Sprintf("%9s  %s  %s", at, stdio.PaintFor(a.p.Stdout).Text(signColour(what), fmt.Sprintf("%-16s", what)), lines[0]), " "))
	for _, l := range lines[1:] {
		fmt.Fprintf(a.p.Stdout, "%29s%s\n", "", l)
	}
}

// words is an event in two pieces: what it is, and what it says.
func (a *Answer) words(r a2a.Reading, l readingLine) (what, text string) {
	if no, ok := turnedAway(r); ok {
		return no.what, no.said
	}
	if r.Error != nil {
		return "✕ error", fmt.Sprintf("%s (%d): %s", r.Error.Name, r.Error.Code, r.Error.Message)
	}
	if r.Kind == a2a.KindEmpty {
		return "✓ done", ""
	}
	if r.Result == nil && len(r.Raw) == 0 {
		return "? no answer", "the body is empty"
	}
	if r.Result == nil {
		return "? not A2A", words.FirstLine(document(r))
	}
	switch res := r.Result; {
	case res.Artifact != nil:
		return "▤ artifact", artifactWords(res.Artifact) + l.Text
	case res.Message != nil:
		return "✉ message", l.Text
	case res.Push != nil:
		return "↗ push", pushWords(*res.Push)
	case res.Pushes != nil:
		rows := make([]string, len(res.Pushes))
		for i, c := range res.Pushes {
			rows[i] = pushWords(c)
		}
		return words.Plural(len(rows), "config"), strings.Join(rows, "\n")
	case res.Tasks != nil:
		return words.Plural(len(res.Tasks), "task"), taskRows(res, !a.All)
	case l.State != "":
		return words.State(a2a.State(l.State)), l.Text
	}
	return string(r.Kind), l.Text
}

func artifactWords(u *a2a.ArtifactUpdate) string {
	name := u.Artifact.Name
	if name == "" {
		name = u.Artifact.ID
	}
	if u.Append {
		name += " +"
	}
	return name + ": "
}

func pushWords(c a2a.PushConfig) string {
	words := []string{c.URL}
	if c.ID != "" {
		words = append(words, "config "+c.ID)
	}
	return strings.Join(words, " · ")
}

// taskRows are the tasks of a list; more says how to ask for the next page.
func taskRows(r *a2a.Result, more bool) string {
	var b strings.Builder
	rows := make([][]string, len(r.Tasks))
	for i, t := range r.Tasks {
		rows[i] = []string{words.Visible(t.ID), words.State(t.Status.State), words.OneLine(clip.Runes(taskText(&t), 60))}
	}
	stdio.Table{Rows: rows}.Write(&b)
	if r.Next != "" && more {
		fmt.Fprintf(&b, "more: --page-token %s, or --all", words.Visible(r.Next))
	}
	return b.String()
}

// End prints how the call closed and returns the command's result.
func (a *Answer) End(end inspector.Ending) error {
	took := time.Since(a.started)
	if a.p.JSON {
		a.keep(a.p.Line(endLine{As: a.As, AtMS: stdio.Millis(took), Kind: "end", Ended: endedWord(end), Status: end.Status, Exchange: end.Exchange, Problem: end.Problem, Findings: findingLines(end.Problems)}))
	} else {
		a.close(end, took)
	}
	if a.Err != nil {
		return a.Err
	}
	if end.Problem != "" {
		a.p.Note("a2a-console: %s", words.OneLine(end.Problem))
	}
	return callCode(end, a.readable)
}

func (a *Answer) close(end inspector.Ending, took time.Duration) {
	a.repeats()
	a.problems(end.Problems)
	said := []string{words.Outcome(end.Outcome)}
	if end.Outcome == wire.Cancelled {
		said[0] = "cancelled by you"
		switch {
		case end.Limit:
			said[0] = "cut short at a limit of the console"
		case end.Problem != "":
			said[0] = "closed by the console"
		}
	}
	if end.Status != 0 && end.Status != 200 {
		said = append(said, fmt.Sprintf("HTTP %d", end.Status))
	}
	said = append(said, words.Took(took))
	if a.task != "" {
		said = append(said, "task "+words.Visible(a.task))
	}
	if end.Exchange != "" {
		said = append(said, "exchange "+end.Exchange)
	}
	fmt.Fprintln(a.p.Stdout, strings.Join(said, " · "))
}

// endedWord is how a call ended, for scripts: an outcome, or that a limit of the
// console's was reached before the answer's end.
func endedWord(end inspector.Ending) string {
	if end.Limit {
		return "limit"
	}
	return string(end.Outcome)
}
