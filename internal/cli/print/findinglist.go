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

// FindingList gathers the findings of an exchange: what several events have is one, with a
// count, as in the record's own. The zero Found is empty.
type FindingList struct {
	request  []placedFinding // of the request
	response []placedFinding // of the response
	across   []placedFinding // of both, that show beside other exchanges
	folded   dialect.Findings
	places   map[int]int // place in list, by number of a folded finding
}

// placedFinding is a finding with the document that it is in.
type placedFinding struct {
	a2a.Problem
	document string // request, response, event, end
	event    int    // which of a stream, counted from 1; 0 in others
	count    int    // in how many documents

	exchanges []string // exchanges that show it, beside this one
}

// AddRequest takes the problems of the request.
func (f *FindingList) AddRequest(ps []a2a.Problem) {
	for _, p := range ps {
		f.request = append(f.request, placedFinding{p, "request", 0, 1, nil})
	}
}

// AddResponse takes the problems of the response: its head, or all of it.
func (f *FindingList) AddResponse(ps []a2a.Problem) { f.add("response", 0, ps) }

// AddEvent takes the problems of an event of a stream, counted from 1.
func (f *FindingList) AddEvent(n int, ps []a2a.Problem) { f.add("event", n, ps) }

// AddAcross takes what shows beside other exchanges, in an event of a stream, counted from 1,
// or with 0 in none.
func (f *FindingList) AddAcross(a reading.Across, event int) {
	of := a.Side.String()
	if event > 0 {
		of = "event"
	}
	f.across = append(f.across, placedFinding{a.Problem, of, event, a.Times, a.OtherExchanges})
}

// AddEnd takes what only the end told.
func (f *FindingList) AddEnd(ps []a2a.Problem) { f.add("end", 0, ps) }

func (f *FindingList) add(of string, event int, ps []a2a.Problem) {
	f.folded.Add(ps, func(n, times int, p a2a.Problem) {
		if times == 1 {
			if f.places == nil {
				f.places = map[int]int{}
			}
			f.places[n] = len(f.response)
			f.response = append(f.response, placedFinding{p, of, event, 1, nil})
			return
		}
		f.response[f.places[n]].count = times
	})
}

func (f *FindingList) all() []placedFinding { return slices.Concat(f.request, f.response, f.across) }

// Lines are the findings as scripts get them.
func (f *FindingList) Lines() []RecordedFindingLine {
	out := []RecordedFindingLine{}
	for _, p := range f.all() {
		l := RecordedFindingLine{findingLine: findingLines([]a2a.Problem{p.Problem})[0], Document: p.document, Event: p.event, Times: p.count, OtherExchanges: p.exchanges}
		if p.Offset >= 0 {
			l.Offset = &p.Offset
		}
		out = append(out, l)
	}
	return out
}

// RecordedFindingLine is what scripts get of a finding of an exchange on record.
type RecordedFindingLine struct {
	findingLine
	Offset   *int64 `json:"offset,omitempty"` // of its place in the document, in bytes
	Document string `json:"of"`               // the document: request, response, event, or end for what only that tells
	Event    int    `json:"event,omitempty"`  // which event of the stream, counted from 1: the first that has it
	Times    int    `json:"times"`            // how many documents have it

	OtherExchanges []string `json:"others,omitempty"` // ids of the exchanges that show it, beside this one
}

// Text prints the findings for people, or that there are none.
func (f *FindingList) Text(w io.Writer) {
	all := f.all()
	list, where := make([]a2a.Problem, len(all)), make([]string, len(all))
	for i, p := range all {
		list[i], where[i] = p.Problem, p.placeText()
	}
	printProblems(w, list, where)
}

func (p placedFinding) placeText() string {
	at := p.document
	if p.event > 0 {
		at = fmt.Sprintf("event %d", p.event)
	}
	if p.count > 1 {
		at += fmt.Sprintf(" and %d more", p.count-1)
	}
	if len(p.exchanges) > 0 {
		at += ", beside " + strings.Join(p.exchanges, ", ")
	}
	return at
}
