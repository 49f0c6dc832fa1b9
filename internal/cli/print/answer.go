// Package print formats what commands write to stdout: JSON Lines, whose members scripts rely on,
// and text for people. It makes no calls and reads no record.
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

// AnswerPrinter prints the events of a response as they arrive: as JSON Lines, or one aligned row
// each for people.
type AnswerPrinter struct {
	streams         *stdio.Streams
	Label           string // version and binding, to distinguish two responses; "" for none
	FetchesAllPages bool   // more pages are fetched automatically
	started         time.Time
	readable        bool   // at least one event could be read
	cutOff          string // problem of a document that ends too early; "" for none
	task            string
	hiddenLines     int   // number of text lines not shown
	Err             error // first write error

	id     a2a.Identity // of the call
	labels dialect.Labels
	frames int // number of frames with data

	// AllowFailed makes a call with a response succeed even if it or its task failed.
	AllowFailed bool

	folded   dialect.Findings // so that repeated findings are printed once
	repeated []repeatedFinding

	generations a2a.Generations // of a stream
}

// NewAnswerPrinter returns a printer for the responses to a call. For people, it first prints what
// is sent; c may be nil.
func NewAnswerPrinter(p *stdio.Streams, prepared inspector.PreparedRequest, c *a2a.Call) *AnswerPrinter {
	if !p.JSON {
		fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, fmt.Sprintf("→ %s · A2A %s %s · %s", prepared.Op, prepared.Version, prepared.Binding.Word(), words.Address(prepared.URL))))
		printSentParts(p, c)
	}
	return &AnswerPrinter{streams: p, started: time.Now(), id: a2a.Identity{Op: prepared.Op}}
}

// printSentParts prints the parts of the message to send, each on its own line.
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
	maxParts     = 12  // parts to print
	maxPartRunes = 300 // characters of each
)

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

// End prints how the call ended and returns the command's result.
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
	return "the answer is not what the operation returns; see its findings"
}

// exitCode returns the exit code of a call: 1 if the call or its task failed, or if one of our
// limits ended the call; 2 without a response. It prints the reason if nothing else does.
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

// endedWord returns how a call ended, for the JSON output: its outcome, or "limit" if a limit of
// the console ended it.
func endedWord(end inspector.Ending) string {
	if end.LimitReached {
		return "limit"
	}
	return string(end.Outcome)
}
