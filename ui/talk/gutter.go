package talk

import (
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

const maxGutterRows = 300

// GutterView keeps the gutter of one exchange current.
type GutterView struct {
	exchange string
	rows     web.Rows
}

// Draw puts changes into p. The caller holds the tape's lock.
func (v *GutterView) Draw(p *web.Patches, t *tape.Tape, held []wire.HeldItem, now time.Time) {
	if t.Fold == nil {
		p.Changed("gutter", Gutter(t, held, now))
		return
	}
	if v.exchange != t.X.ID { // a new exchange is followed from its end
		v.exchange = t.X.ID
		p.Replace(Gutter(t, held, now))
		v.rows.Adopt(p, gutterRows(t))
	}
	v.rows.Draw(p, "#gutter-rows", Gutter(t, held, now), gutterRows(t))
	p.Changed("gutter-head", gutterHead(t, now))
	p.Changed("gutter-end", gutterEnd(t, held, now))
}

func gutterRows(t *tape.Tape) (rows []web.Row) {
	if t.Fold == nil {
		return nil
	}
	from := max(0, len(t.Fold.Rows)-maxGutterRows)
	if from > 0 {
		rows = append(rows, web.Row{ID: "gutter-earlier", Cell: earlierRows(t, from)})
	}
	for i := range t.Fold.Rows[from:] {
		r := &t.Fold.Rows[from+i]
		rows = append(rows, web.Row{ID: "ev-" + part.Itoa(r.Number), Cell: gutterRow(t, r), Basis: [4]int{r.Rev, r.From, r.To, len(t.PassagesOf(r.From, r.To))}})
	}
	return append(rows, web.Row{ID: "gutter-unread", Cell: unreadEvents(t)})
}

func rowWords(t *tape.Tape, r *stream.Row) string {
	if r.Word == "pause" {
		return part.Duration(r.Until.Sub(r.At)) + " gap"
	}
	if r.Word == "missing" {
		return words.MissingEvents(r.Missing)
	}
	most := 32
	if r.Word == "error" {
		most = 40
	}
	return words.EventName(r.Word, part.Short(r.Subject, most), t.X.Response.Status)
}

// rhythm describes the size and pace of a run.
func rhythm(r *stream.Row) string {
	if r.Between() {
		return ""
	}
	s := []string{part.Bytes(r.Bytes)}
	if r.Events() > 1 {
		s = append(s, "median "+part.Duration(r.Median()), "longest gap "+part.Duration(r.Longest()))
	}
	return strings.Join(s, " · ")
}

// SinceStart formats the offset of a row: "+40 ms".
func SinceStart(at, start time.Time) string { return words.FormatOffset(at.Sub(start)) }

// Stage is a task state and how long it lasted.
type Stage struct {
	State    a2a.State
	Duration time.Duration
	Open     bool // it still lasts
	Since    time.Time
}

// Lasted returns the duration in words; "" below a millisecond.
func (s Stage) Lasted() string {
	if s.Duration < time.Millisecond {
		return ""
	}
	return part.Duration(s.Duration)
}

// stages returns the last states of a fold. left counts the earlier ones.
func stages(t *tape.Tape, now time.Time) (out []Stage, left int) {
	all := t.Fold.Stages
	from := max(0, len(all)-12)
	for i := from; i < len(all); i++ {
		until, open := t.Fold.Last, false
		switch {
		case i+1 < len(all):
			until = all[i+1].At
		case !t.Fold.Ended && !all[i].State.Terminal():
			until, open = now, true
		}
		out = append(out, Stage{all[i].State, until.Sub(all[i].At), open, all[i].At})
	}
	return out, from
}

// endWords says how an exchange ended, or why it is open.
func endWords(t *tape.Tape, now time.Time) string {
	x, took := t.X, part.Duration(t.X.Ended.Sub(t.X.Started))
	end := words.OutcomeWordsOf(&x)
	switch {
	case x.Outcome == wire.Open:
		return openWords(t, now)
	case x.Outcome == wire.ByAgent && x.Labels.State == string(a2a.Canceled):
		return "The task was canceled; the agent ended the answer after " + took + "."
	case x.Outcome == wire.Cancelled && record.IsByUser(x):
		return stoppedWords(x)
	case x.Outcome == wire.TimedOut:
		return "Timed out: last event " + part.Duration(x.Ended.Sub(lastEvent(t))) + " before the end."
	case x.Outcome == wire.Refused, x.Outcome == wire.Unreachable, x.HasUnknownAnswer():
		return end.NoAnswer
	}
	return part.Capital(end.Phrase) + " after " + took + "."
}

// lastEvent returns when the last event arrived, or when the exchange started if there was none.
func lastEvent(t *tape.Tape) time.Time {
	if t.Fold != nil && !t.Fold.Last.IsZero() {
		return t.Fold.Last
	}
	return t.X.Started
}

// lastEventWords names the last event that is no keep-alive, by its state if it has one; "" for none, or if it
// was not read.
func lastEventWords(t *tape.Tape) string {
	if t.Fold.Unread > 0 {
		return ""
	}
	for _, r := range slices.Backward(t.Fold.Rows) {
		switch {
		case r.Between() || r.Word == "comment":
		case r.State != "":
			return part.Short(r.State.Word(), 32)
		default:
			return rowWords(t, &r)
		}
	}
	return ""
}

// stoppedWords says that the person stopped listening, and that this did not cancel the task.
func stoppedWords(x wire.Exchange) string {
	s := "You stopped listening after " + part.Duration(x.Ended.Sub(x.Started)) + "."
	if x.Labels.Task != "" && !a2a.State(x.Labels.State).Terminal() {
		s += " This did not cancel the task."
	}
	return s
}

func openWords(t *tape.Tape, now time.Time) string {
	switch {
	case t.X.Response.Status == 0:
		return "Waiting for the agent to answer."
	case t.Fold == nil || t.Fold.Events == 0:
		return "The agent answered, but has sent no event yet."
	case t.Fold.Final:
		return "The agent sent a final event but keeps the connection open."
	}
	return "Open."
}

// elapsed returns the time since a moment, at least 0. On a fast stream the moment may be after the
// start of the drawing.
func elapsed(since, now time.Time) time.Duration { return max(0, now.Sub(since)) }

// spanWord names the events of a row: "#3" or "#3–4,998".
func spanWord(r *stream.Row) string {
	if r.From == r.To {
		return "#" + part.Count(r.From)
	}
	return "#" + part.Count(r.From) + "–" + part.Count(r.To)
}
