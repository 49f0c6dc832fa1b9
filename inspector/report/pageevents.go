package report

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// pageEvent is an event of a stream: one line, its document folded, and what is wrong with it.
type pageEvent struct {
	Left        string // what is left out before it, "" for nothing
	Number      string
	At          string
	What, State string
	Says        string
	Text        string // "" for none
	Findings    []pageFinding
	More        string // findings left out, "" for none
}

// pageFinding is a finding as a page has it.
type pageFinding struct {
	a2a.Problem
	Where string // the events that have it, "" for none
}

const (
	mostOfEvent  = 64 << 10 // bytes of one event's document
	mostOfEvents = 2 << 20  // of all of a stream
	mostAtEvent  = 5        // findings beside an event
)

// readPage reads an exchange and folds what its answer says.
func readPage(w *archive.Whole) *view {
	v := view{fold: stream.New(w.Started)}
	v.read(w, reading.Options{Hint: dialect.HintOf(w.Labels.Dialect, nil), Light: true})
	v.fold.End()
	return &v
}

// row folds what was read, and returns the line that tells of it; nil where there is none.
// What only the head or the end of an answer tells stands in none.
func (v *view) row(p reading.Piece) *stream.Row {
	r := p.Reading
	if v.fold == nil || (p.Part == reading.Head || p.Part == reading.Trailer) && r.Kind != a2a.KindError {
		return nil
	}
	e := stream.Event{At: p.Frame.Complete, Offset: p.Frame.Offset, Size: p.Frame.Length, Comment: p.Comment(), Alone: true, Reading: r}
	if !v.fold.Full() {
		v.fold.Add(e)
		n := len(v.fold.Rows) - 1
		row := v.fold.Rows[n]
		if n > 0 && v.fold.Rows[n-1].Between() {
			row.Missing = v.fold.Rows[n-1].Missing
		}
		return &row
	}
	v.fold.Add(e) // which counts it
	alone := stream.New(v.fold.Started)
	alone.Add(e)
	return &alone.Rows[0]
}

// eventsOf are the answers of a stream, each as a line.
func eventsOf(v *view, status int) (all []pageEvent) {
	left := mostOfEvents
	for _, a := range v.answers {
		e := pageEvent{At: words.After(a.at), Text: textUpTo(a.reading.JSON(), nil, min(mostOfEvent, left))}
		left = max(left-len(e.Text), 0)
		if a.before > 0 {
			e.Left = words.Plural(a.before, "event") + " left out"
		}
		if a.line != nil && a.line.Missing > 0 {
			e.Left = strings.TrimPrefix(e.Left+" · "+words.MissingEvents(a.line.Missing), " · ")
		}
		if a.number > 0 {
			e.Number = "#" + words.Count(a.number)
		}
		if r := a.line; r != nil {
			e.What, e.State, e.Says = words.Event(r.Word, markedLine(clip.Runes(r.What, 80)), status), markedLine(clip.Runes(r.State.Word(), 40)), markedLine(r.Says)
		}
		if a.cut {
			e.Says = strings.TrimSpace("broke off in the middle " + e.Says)
		}
		for i, p := range a.reading.Problems {
			if i == mostAtEvent {
				e.More = words.Plural(len(a.reading.Problems)-i, "more finding")
				break
			}
			e.Findings = append(e.Findings, pageFinding{Problem: markedProblem(p)})
		}
		all = append(all, e)
	}
	return all
}

// findingsOf are the findings of an exchange, each with its events.
func findingsOf(v *view) (all []pageFinding) {
	for _, f := range v.problems {
		p := pageFinding{Problem: markedProblem(f.Problem)}
		switch {
		case f.Event > 0 && f.Times > 1:
			p.Where = "event #" + words.Count(f.Event) + " and " + words.Count(f.Times-1) + " more"
		case f.Event > 0:
			p.Where = "event #" + words.Count(f.Event)
		}
		all = append(all, p)
	}
	return all
}

// markedProblem is a finding in which nothing acts.
func markedProblem(p a2a.Problem) a2a.Problem {
	p.Message, p.Path = shown(p.Message), shown(p.Path)
	return p
}
