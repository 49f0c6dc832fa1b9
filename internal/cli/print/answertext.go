package print

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/page"
	"github.com/a2a-console/a2a-console/internal/words"
)

// text prints an event for people.
func (a *Answer) text(e inspector.Event, l readingLine) {
	at := "+" + words.Took(e.At.Sub(a.started))
	r := e.Reading
	if _, away := turnedAway(r); !away && e.Status >= http.StatusBadRequest && r.Result == nil && r.Error == nil {
		a.row(at, fmt.Sprintf("✕ HTTP %d", e.Status), http.StatusText(e.Status))
		at = ""
	}
	if _, n := a.generations.Missing(r.Result); n > 0 {
		a.row("", "! missing", words.MissingEvents(n))
	}
	what, text := a.words(r, l)
	if r.Kind != a2a.KindEmpty || e.Status < http.StatusBadRequest {
		a.row(at, what, text)
	}
	a.artifacts(r)
	if r.Result != nil && r.Result.Tasks != nil {
		a.taskTable(r.Result)
	}
	a.problems(r.Problems)
}

// artifacts prints those of a task whose status message is its text: without one, the
// artifacts are the text.
func (a *Answer) artifacts(r a2a.Reading) {
	if r.Result == nil || r.Result.Task == nil {
		return
	}
	t := r.Result.Task
	if t.Status.Message == nil || len(t.Status.Message.Parts) == 0 {
		return
	}
	for _, x := range t.Artifacts {
		a.row("", "▤ artifact", artifactWords(&a2a.ArtifactUpdate{Artifact: x})+words.Parts(x.Parts))
	}
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

const (
	textIndent = 29 // cells before the text of an event
	textLines  = 20 // of an event's text that a terminal is shown, at most
)

// row writes one event; further lines of its text stand under the first. A terminal is
// shown the beginning of a long text.
func (a *Answer) row(at, what, text string) {
	lines := stdio.Lines(a.p.Stdout, textIndent, strings.TrimRight(words.Visible(text), "\n"))
	if more := len(lines) - textLines; more > 1 && stdio.IsTerminal(a.p.Stdout) {
		lines = append(lines[:textLines:textLines], "… "+words.Plural(more, "more line"))
		a.hidden += more
	}
	fmt.Fprintln(a.p.Stdout, strings.TrimRight(fmt.Sprintf("%9s  %s  %s", at, stdio.PaintFor(a.p.Stdout).Text(signColour(what), fmt.Sprintf("%-16s", what)), lines[0]), " "))
	for _, l := range lines[1:] {
		fmt.Fprintln(a.p.Stdout, strings.TrimRight(fmt.Sprintf("%*s%s", textIndent, "", l), " "))
	}
}

// printRest says where the lines are that were not shown.
func (a *Answer) printRest(exchange string) {
	switch {
	case a.hidden == 0:
	case exchange != "":
		a.p.Note("note: %s not shown; the whole answer: a2a-console sessions show %s --raw response, with the same --db", linesAre(a.hidden), exchange)
	default:
		a.p.Note("note: %s not shown; with | less at its end, the command shows everything", linesAre(a.hidden))
	}
}

func linesAre(n int) string {
	if n == 1 {
		return "1 line is"
	}
	return words.Count(n) + " lines are"
}

// words is an event in two pieces: what it is, and what it says.
func (a *Answer) words(r a2a.Reading, l readingLine) (what, text string) {
	if no, ok := turnedAway(r); ok {
		return no.what, no.said
	}
	if r.Error != nil {
		return "✕ error", words.ErrorLine(r.Error)
	}
	if _, ok := r.CutOff(); ok {
		return "✕ broke off", words.FirstLine(document(r))
	}
	if r.Kind == a2a.KindEmpty {
		return "✓ done", ""
	}
	if r.Result == nil && len(r.Raw) == 0 {
		return "? no answer", "the body is empty"
	}
	if r.Result == nil {
		if said := page.Quote(document(r)); said != "" {
			return "? not A2A", said
		}
		return "? not A2A", words.FirstLine(document(r))
	}
	return a.result(r, l)
}

// result is what an agent's result is, and what it says.
func (a *Answer) result(r a2a.Reading, l readingLine) (what, text string) {
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
		return words.Plural(len(res.Tasks), "task"), ""
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
	said := []string{words.Address(c.URL)}
	if c.ID != "" {
		said = append(said, "config "+c.ID)
	}
	return strings.Join(said, " · ")
}

// taskTable prints the tasks of a list. Their ids are whole: the agent takes
// nothing less.
func (a *Answer) taskTable(r *a2a.Result) {
	rows := [][]string{{"", "STATE", "TASK", "TEXT"}}
	for _, t := range r.Tasks {
		rows = append(rows, []string{"", words.State(t.Status.State), words.OneLine(t.ID), words.OneLine(clip.Runes(taskText(&t), 300))})
	}
	signs := signed(rows)
	stdio.Table{Rows: rows, Shorten: []int{3}, Colour: func(row, column int) stdio.Colour {
		if row == 0 {
			return stdio.Faint
		}
		return signs(row, column)
	}}.Write(a.p.Stdout)
	if r.Next != "" && !a.All {
		fmt.Fprintln(a.p.Stdout, stdio.Hang(a.p.Stdout, "  ", "  ", "more: --page-token "+words.Visible(r.Next)+", or --all"))
	}
}

// close says for people how the call ended.
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
	fmt.Fprintln(a.p.Stdout, stdio.Fold(a.p.Stdout, strings.Join(said, " · ")))
}
