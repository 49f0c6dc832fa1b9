package print

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
)

// Found gathers the findings of an exchange: what several events have is one, with a
// count, as in the record's own. The zero Found is empty.
type Found struct {
	asked  []placed // of the request
	list   []placed // of the response
	beside []placed // of both, that show beside other exchanges
	folded dialect.Findings
	at     map[int]int // place in list, by number of a folded finding
}

// placed is a finding with the document that it is in.
type placed struct {
	a2a.Problem
	of    string // request, response, event, end
	event int    // which of a stream, counted from 1; 0 in others
	times int    // in how many documents

	others []string // exchanges that show it, beside this one
}

// Request takes the problems of the request.
func (f *Found) Request(ps []a2a.Problem) {
	for _, p := range ps {
		f.asked = append(f.asked, placed{p, "request", 0, 1, nil})
	}
}

// Response takes the problems of the response: its head, or all of it.
func (f *Found) Response(ps []a2a.Problem) { f.add("response", 0, ps) }

// Event takes the problems of an event of a stream, counted from 1.
func (f *Found) Event(n int, ps []a2a.Problem) { f.add("event", n, ps) }

// Across takes what shows beside other exchanges, in an event of a stream, counted from 1,
// or with 0 in none.
func (f *Found) Across(a reading.Across, event int) {
	of := a.Side.String()
	if event > 0 {
		of = "event"
	}
	f.beside = append(f.beside, placed{a.Problem, of, event, a.Times, a.Others})
}

// End takes what only the end told.
func (f *Found) End(ps []a2a.Problem) { f.add("end", 0, ps) }

func (f *Found) add(of string, event int, ps []a2a.Problem) {
	f.folded.Add(ps, func(n, times int, p a2a.Problem) {
		if times == 1 {
			if f.at == nil {
				f.at = map[int]int{}
			}
			f.at[n] = len(f.list)
			f.list = append(f.list, placed{p, of, event, 1, nil})
			return
		}
		f.list[f.at[n]].times = times
	})
}

func (f *Found) all() []placed { return slices.Concat(f.asked, f.list, f.beside) }

// Lines are the findings as scripts get them.
func (f *Found) Lines() []FoundLine {
	out := []FoundLine{}
	for _, p := range f.all() {
		l := FoundLine{findingLine: findingLines([]a2a.Problem{p.Problem})[0], Of: p.of, Event: p.event, Times: p.times, Others: p.others}
		if p.Offset >= 0 {
			l.Offset = &p.Offset
		}
		out = append(out, l)
	}
	return out
}

// FoundLine is what scripts get of a finding of an exchange on record.
type FoundLine struct {
	findingLine
	Offset *int64 `json:"offset,omitempty"` // of its place in the document, in bytes
	Of     string `json:"of"`               // the document: request, response, event, or end for what only that tells
	Event  int    `json:"event,omitempty"`  // which event of the stream, counted from 1: the first that has it
	Times  int    `json:"times"`            // how many documents have it

	Others []string `json:"others,omitempty"` // ids of the exchanges that show it, beside this one
}

// Text prints the findings for people, or that there are none.
func (f *Found) Text(w io.Writer) {
	all := f.all()
	list, where := make([]a2a.Problem, len(all)), make([]string, len(all))
	for i, p := range all {
		list[i], where[i] = p.Problem, p.where()
	}
	findings(w, list, where)
}

func (p placed) where() string {
	at := p.of
	if p.event > 0 {
		at = fmt.Sprintf("event %d", p.event)
	}
	if p.times > 1 {
		at += fmt.Sprintf(" and %d more", p.times-1)
	}
	if len(p.others) > 0 {
		at += ", beside " + strings.Join(p.others, ", ")
	}
	return at
}
