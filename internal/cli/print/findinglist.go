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

// FindingList collects the findings of an exchange. A finding that several events have counts once,
// with the number of events, as in the record. The zero value is empty.
type FindingList struct {
	request  []placedFinding // findings of the request
	response []placedFinding // of the response
	across   []placedFinding // findings that involve other exchanges
	folded   dialect.Findings
	places   map[int]int // number of a folded finding → its index in response
}

type placedFinding struct {
	a2a.Problem
	document string // request, response, event or end
	event    int    // number of the event in a stream, from 1; else 0
	count    int    // number of documents that have it

	exchanges []string // other exchanges that are part of the evidence
}

func (f *FindingList) AddRequest(ps []a2a.Problem) {
	for _, p := range ps {
		f.request = append(f.request, placedFinding{p, "request", 0, 1, nil})
	}
}

// AddResponse adds problems of the response's head, or of the whole response.
func (f *FindingList) AddResponse(ps []a2a.Problem) { f.add("response", 0, ps) }

// AddEvent adds problems of a stream's event, counted from 1.
func (f *FindingList) AddEvent(n int, ps []a2a.Problem) { f.add("event", n, ps) }

// AddAcross adds a finding that involves other exchanges. event is the number of the stream's event, from
// 1, or 0 for none.
func (f *FindingList) AddAcross(a reading.Across, event int) {
	of := a.Side.String()
	if event > 0 {
		of = "event"
	}
	f.across = append(f.across, placedFinding{a.Problem, of, event, a.Times, a.OtherExchanges})
}

// AddEnd adds problems that only the end of the response shows.
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

// Lines returns the findings for the JSON output.
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

// RecordedFindingLine is a finding of a recorded exchange in the JSON output.
type RecordedFindingLine struct {
	findingLine
	Offset   *int64 `json:"offset,omitempty"` // byte offset of its place in the document
	Document string `json:"of"`               // request, response, event, or end for what only the end shows
	Event    int    `json:"event,omitempty"`  // the first event of the stream that has it, from 1
	Times    int    `json:"times"`            // number of documents that have it

	OtherExchanges []string `json:"others,omitempty"` // ids of other exchanges that are part of the evidence
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
		at += ", with " + strings.Join(p.exchanges, ", ")
	}
	return at
}
