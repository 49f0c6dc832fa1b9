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

func (a *AnswerPrinter) printText(e inspector.Event, l readingLine) {
	at := "+" + words.FormatDuration(e.At.Sub(a.started))
	r := e.Reading
	if _, away := refusalOf(r); !away && e.Status >= http.StatusBadRequest && r.Result == nil && r.Error == nil {
		a.printRow(at, fmt.Sprintf("✕ HTTP %d", e.Status), http.StatusText(e.Status))
		at = ""
	}
	if _, n := a.generations.Missing(r.Result); n > 0 {
		a.printRow("", "! missing", words.MissingEvents(n))
	}
	what, text := a.eventWords(r, l)
	if r.Kind != a2a.KindEmpty || e.Status < http.StatusBadRequest {
		a.printRow(at, what, text)
	}
	a.printArtifacts(r)
	if r.Result != nil && r.Result.Tasks != nil {
		a.printTasks(r.Result)
	}
	a.printProblems(r.Problems)
}

// printArtifacts prints the artifacts of a task that has a status message. Without a message, the
// task's text already consists of them.
func (a *AnswerPrinter) printArtifacts(r a2a.Reading) {
	if r.Result == nil || r.Result.Task == nil {
		return
	}
	t := r.Result.Task
	if t.Status.Message == nil || len(t.Status.Message.Parts) == 0 {
		return
	}
	for _, x := range t.Artifacts {
		a.printRow("", "▤ artifact", artifactWords(&a2a.ArtifactUpdate{Artifact: x})+words.Parts(x.Parts))
	}
}

// repeatedFinding is a printed finding that count later events have too.
type repeatedFinding struct {
	number, count int
	problem       a2a.Problem
}

// printProblems prints the findings that no earlier event had, and counts the others.
func (a *AnswerPrinter) printProblems(list []a2a.Problem) {
	a.folded.Add(list, func(n, times int, p a2a.Problem) {
		i := slices.IndexFunc(a.repeated, func(r repeatedFinding) bool { return r.number == n })
		switch {
		case times == 1:
			a.printRow("", signOf(p.Severity)+" "+p.Check, p.Message)
		case i >= 0:
			a.repeated[i].count++
		default:
			a.repeated = append(a.repeated, repeatedFinding{n, 1, p})
		}
	})
}

func (a *AnswerPrinter) printRepeats() {
	for _, r := range a.repeated {
		a.printRow("", signOf(r.problem.Severity)+" "+r.problem.Check, fmt.Sprintf("also in %s", words.Plural(r.count, "further event")))
	}
	a.repeated = nil
}

const (
	textIndent   = 29 // columns before the text of an event
	maxTextLines = 20 // lines of an event's text on a terminal
)

// printRow prints one event, with further lines of its text indented. On a terminal, it cuts a long
// text.
func (a *AnswerPrinter) printRow(at, what, text string) {
	lines := stdio.Lines(a.streams.Stdout, textIndent, strings.TrimRight(words.Visible(text), "\n"))
	if more := len(lines) - maxTextLines; more > 1 && stdio.IsTerminal(a.streams.Stdout) {
		lines = append(lines[:maxTextLines:maxTextLines], "… "+words.Plural(more, "more line"))
		a.hiddenLines += more
	}
	fmt.Fprintln(a.streams.Stdout, strings.TrimRight(fmt.Sprintf("%9s  %s  %s", at, stdio.PaintFor(a.streams.Stdout).Text(signColour(what), fmt.Sprintf("%-16s", what)), lines[0]), " "))
	for _, l := range lines[1:] {
		fmt.Fprintln(a.streams.Stdout, strings.TrimRight(fmt.Sprintf("%*s%s", textIndent, "", l), " "))
	}
}

func (a *AnswerPrinter) printRest(exchange string) {
	switch {
	case a.hiddenLines == 0:
	case exchange != "":
		a.streams.Note("note: %s not shown; to see the whole answer: a2a-console sessions show %s --raw response, with the same --db", lineCountText(a.hiddenLines), exchange)
	default:
		a.streams.Note("note: %s not shown; to see everything, add | less to the command", lineCountText(a.hiddenLines))
	}
}

func lineCountText(n int) string {
	if n == 1 {
		return "1 line is"
	}
	return words.Count(n) + " lines are"
}

func (a *AnswerPrinter) eventWords(r a2a.Reading, l readingLine) (what, text string) {
	if no, ok := refusalOf(r); ok {
		return no.summary, no.text
	}
	if r.Error != nil {
		return "✕ error", words.ErrorLine(r.Error)
	}
	if _, ok := r.CutOff(); ok {
		return "✕ incomplete", words.FirstLine(document(r))
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
	return a.resultWords(r, l)
}

func (a *AnswerPrinter) resultWords(r a2a.Reading, l readingLine) (what, text string) {
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

// printTasks prints a list of tasks, with full ids, because agents accept only those.
func (a *AnswerPrinter) printTasks(r *a2a.Result) {
	rows := [][]string{{"", "STATE", "TASK", "TEXT"}}
	for _, t := range r.Tasks {
		rows = append(rows, []string{"", words.State(t.Status.State), words.OneLine(t.ID), words.OneLine(clip.Runes(taskText(&t), 300))})
	}
	signs := colourSigns(rows)
	stdio.Table{Rows: rows, Shorten: []int{3}, Colour: func(row, column int) stdio.Colour {
		if row == 0 {
			return stdio.Faint
		}
		return signs(row, column)
	}}.Write(a.streams.Stdout)
	if r.Next != "" && !a.FetchesAllPages {
		fmt.Fprintln(a.streams.Stdout, stdio.WrapHanging(a.streams.Stdout, "  ", "  ", "more: --page-token "+words.Visible(r.Next)+", or --all"))
	}
}

func (a *AnswerPrinter) printEnd(end inspector.Ending, took time.Duration) {
	a.printRepeats()
	a.printProblems(end.Problems)
	said := []string{words.OutcomePhrase(end.Outcome)}
	if end.Outcome == wire.Cancelled {
		said[0] = "canceled by you"
		switch {
		case end.LimitReached:
			said[0] = "ended by a limit of the console"
		case end.Problem != "":
			said[0] = "closed by the console"
		}
	}
	if end.Status != 0 && end.Status != 200 {
		said = append(said, fmt.Sprintf("HTTP %d", end.Status))
	}
	said = append(said, words.FormatDuration(took))
	if a.task != "" {
		said = append(said, "task "+words.Visible(a.task))
	}
	if end.Exchange != "" {
		said = append(said, "exchange "+end.Exchange)
	}
	fmt.Fprintln(a.streams.Stdout, stdio.Fold(a.streams.Stdout, strings.Join(said, " · ")))
}
