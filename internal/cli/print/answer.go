// Package print is what commands write: lines of JSON for scripts, whose members
// they rely on, and text for people.
package print

import (
	"bytes"
	"cmp"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// AnswerPrinter prints what an agent says, as it arrives: JSON Lines, or one
// aligned line per event for people.
type AnswerPrinter struct {
	streams         *stdio.Streams
	Label           string // version and binding, where two answers are told apart
	FetchesAllPages bool   // further pages follow by themselves
	started         time.Time
	readable        bool   // at least one event was understood
	cutOff          string // what says that a document ends before it is whole
	task            string
	hiddenLines     int   // lines that are not shown
	Err             error // of the first write that failed

	id     a2a.Identity // of what was called
	labels dialect.Labels
	frames int // that carry something

	// AllowFailed has a call that was answered succeed, although it or its task failed.
	AllowFailed bool

	folded   dialect.Findings // so that people are told once what every event has
	repeated []repeatedFinding

	generations a2a.Generations // of a stream
}

// NewAnswerPrinter tells people what is sent, and prints what comes back.
func NewAnswerPrinter(p *stdio.Streams, prepared inspector.PreparedRequest, c *a2a.Call) *AnswerPrinter {
	if !p.JSON {
		fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, fmt.Sprintf("→ %s · A2A %s %s · %s", prepared.Op, prepared.Version, prepared.Binding.Word(), words.Address(prepared.URL))))
		printSentParts(p, c)
	}
	return &AnswerPrinter{streams: p, started: time.Now(), id: a2a.Identity{Op: prepared.Op}}
}

// printSentParts tells people the parts of the message that is sent, a line each.
func printSentParts(p *stdio.Streams, c *a2a.Call) {
	if c == nil || c.Message == nil {
		return
	}
	for i, part := range c.Message.Parts {
		if i == maxParts {
			fmt.Fprintf(p.Stdout, "  and %s\n", words.Plural(len(c.Message.Parts)-i, "more part"))
			return
		}
		kind, text := "text", part.Text
		switch {
		case part.Kind == a2a.DataPart:
			kind, text = "data", string(part.Data)
		case part.Kind == a2a.FilePart && part.URL != "":
			kind, text = "file", joinDots(words.Address(part.URL), part.MediaType)
		case part.Kind == a2a.FilePart:
			kind, text = "file", joinDots(cmp.Or(part.Filename, "without a name"), part.MediaType, words.Bytes(int64(len(part.Bytes))))
		}
		text = clip.Runes(words.OneLine(text), maxPartRunes)
		fmt.Fprintln(p.Stdout, stdio.WrapHanging(p.Stdout, "  "+kind+"  ", "        ", text))
	}
}

const (
	maxParts     = 12  // that are told
	maxPartRunes = 300 // of each
)

// Event prints one event.
func (a *AnswerPrinter) Event(e inspector.Event) {
	a.readable = a.readable || e.Reading.Kind != a2a.KindNone
	if p, ok := e.Reading.CutOff(); ok && a.cutOff == "" {
		a.cutOff = p.Message
	}
	if len(bytes.TrimSpace(e.Frame.Data)) > 0 {
		a.frames++
	}
	a.labels.Answer(e.Reading)
	l := lineOf(e, a.started)
	l.Label = a.Label
	if l.Task != "" {
		a.task = l.Task
	}
	if a.streams.JSON {
		a.keepError(a.streams.Line(l))
		a.printList(e)
		return
	}
	a.printText(e, l)
}

// printList prints the members of a list, one line each, after the list's own line.
func (a *AnswerPrinter) printList(e inspector.Event) {
	if e.Reading.Result == nil {
		return
	}
	at := stdio.Millis(e.At.Sub(a.started))
	for _, t := range e.Reading.Result.Tasks {
		a.keepError(a.streams.Line(readingLine{Label: a.Label, AtMS: at, Kind: string(a2a.KindTask), Task: t.ID, Context: t.ContextID,
			State: string(t.Status.State), Text: taskText(&t), Final: t.Status.State.Terminal()}))
	}
	for _, c := range e.Reading.Result.Pushes {
		a.keepError(a.streams.Line(pushLine{AtMS: at, Kind: string(a2a.KindPush), Task: c.TaskID, ID: c.ID, URL: c.URL}))
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

func (a *AnswerPrinter) keepError(err error) {
	if a.Err == nil {
		a.Err = err
	}
}

// End prints how the call closed and returns the command's result.
func (a *AnswerPrinter) End(end inspector.Ending) error {
	took := time.Since(a.started)
	if p, ok := (a2a.Reading{Problems: end.Problems}).CutOff(); ok {
		a.cutOff = cmp.Or(a.cutOff, p.Message)
	}
	end.Problem = cmp.Or(end.Problem, a.cutOff)
	if a.streams.JSON {
		a.keepError(a.streams.Line(endLine{Label: a.Label, AtMS: stdio.Millis(took), Kind: "end", Outcome: endedWord(end), Status: end.Status, Exchange: end.Exchange, Problem: end.Problem, Findings: findingLines(end.Problems)}))
	} else {
		a.printEnd(end, took)
	}
	if a.Err != nil {
		return a.Err
	}
	a.printRest(end.Exchange)
	if end.Problem != "" {
		a.streams.Note("a2a-console: %s", words.OneLine(end.Problem))
	}
	return a.exitCode(end)
}

// failureText says which failed, the call or the task of its answer.
func failureText(x *wire.Exchange) string {
	e, ok := words.EndingWords(x)
	switch {
	case ok:
		return "the call failed: " + e.Word
	case x.Labels.State == string(a2a.Rejected):
		return "the agent rejected the task"
	case x.Labels.State == string(a2a.Failed):
		return "the task failed"
	}
	return "the answer lacks what was called for: see its findings"
}

// exitCode is the exit code of a call: 1 when it or its task failed, or a limit of ours ended it; 2
// without an answer. People are told why, where nothing else does.
func (a *AnswerPrinter) exitCode(end inspector.Ending) error {
	if end.Status == 0 {
		return stdio.ExitCode(2)
	}
	a.labels.CountProblems(end.Problems)
	x := wire.Exchange{Outcome: end.Outcome, Response: wire.Head{Status: end.Status}, Frames: a.frames, ResponseBytes: int64(a.frames), Labels: a.labels.Wire(a.id)}
	broken := end.LimitReached || words.IsBroken(end.Outcome) || a.cutOff != ""
	unread := !a.readable && end.Outcome == wire.ByAgent
	if broken || !a.AllowFailed && (unread || words.HasFailed(&x)) {
		if end.Problem == "" {
			a.streams.Note("a2a-console: %s", failureText(&x))
		}
		return stdio.ExitFindings
	}
	return nil
}

// endedWord is how a call ended, for scripts: an outcome, or that a limit of the
// console's was reached before the answer's end.
func endedWord(end inspector.Ending) string {
	if end.LimitReached {
		return "limit"
	}
	return string(end.Outcome)
}
