package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// answerPrinter prints what an agent says, as it arrives: JSON Lines, or one
// aligned line per event for people.
type answerPrinter struct {
	p        *program
	as       string // version and binding, where two answers are told apart
	all      bool   // further pages follow by themselves
	started  time.Time
	readable bool // at least one event was understood
	task     string
	err      error // of the first write that failed
}

func newAnswerPrinter(p *program, prepared inspector.Prepared) *answerPrinter {
	if !p.json {
		fmt.Fprintf(p.stdout, "→ %s · A2A %s %s · %s\n", prepared.Op, prepared.Version, prepared.Binding.Word(), visible(prepared.URL))
	}
	return &answerPrinter{p: p, started: time.Now()}
}

func (a *answerPrinter) event(e inspector.Event) {
	a.readable = a.readable || e.Reading.Kind != a2a.KindNone
	l := lineOf(e, a.started)
	l.As = a.as
	if l.Task != "" {
		a.task = l.Task
	}
	if a.p.json {
		a.keep(a.p.line(l))
		a.list(e)
		return
	}
	a.text(e, l)
}

// list prints the members of a list, one line each, after the list's own line.
func (a *answerPrinter) list(e inspector.Event) {
	if e.Reading.Result == nil {
		return
	}
	at := millis(e.At.Sub(a.started))
	for _, t := range e.Reading.Result.Tasks {
		a.keep(a.p.line(readingLine{As: a.as, AtMS: at, Kind: string(a2a.KindTask), Task: t.ID, Context: t.ContextID,
			State: string(t.Status.State), Text: taskText(&t), Final: t.Status.State.Terminal()}))
	}
	for _, c := range e.Reading.Result.Pushes {
		a.keep(a.p.line(pushLine{AtMS: at, Kind: string(a2a.KindPush), Task: c.TaskID, ID: c.ID, URL: c.URL}))
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

func (a *answerPrinter) keep(err error) {
	if a.err == nil {
		a.err = err
	}
}

func (a *answerPrinter) text(e inspector.Event, l readingLine) {
	at := "+" + short(e.At.Sub(a.started))
	what, text := a.words(e.Reading, l)
	a.row(at, what, text)
	a.problems(e.Reading.Problems)
}

// problems prints findings, below what they are about.
func (a *answerPrinter) problems(list []a2a.Problem) {
	for _, p := range list {
		a.row("", signOf(p.Severity)+" "+p.Check, p.Message)
	}
}

// row writes one event; further lines of its text stand under the first.
func (a *answerPrinter) row(at, what, text string) {
	lines := strings.Split(strings.TrimRight(visible(text), "\n"), "\n")
	fmt.Fprintln(a.p.stdout, strings.TrimRight(fmt.Sprintf("%9s  %-16s  %s", at, what, lines[0]), " "))
	for _, l := range lines[1:] {
		fmt.Fprintf(a.p.stdout, "%29s%s\n", "", l)
	}
}

// words is an event in two pieces: what it is, and what it says.
func (a *answerPrinter) words(r a2a.Reading, l readingLine) (what, text string) {
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
		return "? not A2A", firstLine(document(r))
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
		return plural(len(rows), "config"), strings.Join(rows, "\n")
	case res.Tasks != nil:
		return plural(len(res.Tasks), "task"), taskRows(res, !a.all)
	case l.State != "":
		return stateWord(a2a.State(l.State)), l.Text
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
		rows[i] = []string{visible(t.ID), stateWord(t.Status.State), oneLine(clip(taskText(&t), 60))}
	}
	table(&b, rows)
	if r.Next != "" && more {
		fmt.Fprintf(&b, "more: --page-token %s, or --all", visible(r.Next))
	}
	return b.String()
}

// end prints how the call closed and returns the command's result.
func (a *answerPrinter) end(end inspector.Ending) error {
	took := time.Since(a.started)
	if a.p.json {
		a.keep(a.p.line(endLine{As: a.as, AtMS: millis(took), Kind: "end", Ended: endedWord(end), Status: end.Status, Exchange: end.Exchange, Problem: end.Problem, Findings: findingLines(end.Problems)}))
	} else {
		a.close(end, took)
	}
	if a.err != nil {
		return a.err
	}
	if end.Problem != "" {
		a.p.note("a2a-console: %s", oneLine(end.Problem))
	}
	return callCode(end, a.readable)
}

func (a *answerPrinter) close(end inspector.Ending, took time.Duration) {
	a.problems(end.Problems)
	words := []string{outcomeWord(end.Outcome)}
	if end.Outcome == wire.Cancelled {
		words[0] = "cancelled by you"
		switch {
		case end.Limit:
			words[0] = "cut short at a limit of the console"
		case end.Problem != "":
			words[0] = "closed by the console"
		}
	}
	if end.Status != 0 && end.Status != 200 {
		words = append(words, fmt.Sprintf("HTTP %d", end.Status))
	}
	words = append(words, short(took))
	if a.task != "" {
		words = append(words, "task "+visible(a.task))
	}
	if end.Exchange != "" {
		words = append(words, "exchange "+end.Exchange)
	}
	fmt.Fprintln(a.p.stdout, strings.Join(words, " · "))
}

// endedWord is how a call ended, for scripts: an outcome, or that a limit of the
// console's was reached before the answer's end.
func endedWord(end inspector.Ending) string {
	if end.Limit {
		return "limit"
	}
	return string(end.Outcome)
}

// clip shortens text to about n characters.
func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n]) + "…"
}

func firstLine(b []byte) string {
	s, _, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	return clip(s, 200)
}
