package sequence

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// sketch is what a diagram shows of an exchange's content.
type sketch struct {
	version         int64
	RequestText     string // shortened
	Answer          string // text of a response that is not a stream, shortened
	Rows            []sketchRow
	RequestPassages []wire.Passage // of the request, if it did not pass unchanged
	LastPassages    []wire.Passage // events injected after the last one
	RequestFindings findingList
	OtherFindings   findingList // findings of the response that belong to no single event
}

// sketchRow is an event, or a run of events, of a stream.
type sketchRow struct {
	At, Until  time.Time // arrival at the client
	ReceivedAt time.Time // arrival of the first at the tap
	Events     int
	From, To   int // event numbers, from 1
	Word       string
	Subject    string
	State      a2a.State
	Text       string         // beginning of its text; for a run, the first event's
	Passages   []wire.Passage // of events that did not pass unchanged
	Findings   findingList
}

const (
	maxSketchBytes = 4 << 20  // bytes of a body that are read for a diagram
	sketchBudget   = 24 << 20 // bytes of all bodies of one drawing
	maxSketchRows  = 40       // rows of a stream that are kept
	maxSketches    = 400
)

// sketches caches the sketches of exchanges. Safe for concurrent use.
type sketches struct {
	mu    sync.Mutex
	all   map[string]sketch
	order []string // oldest first
}

func newSketches() *sketches { return &sketches{all: map[string]sketch{}} }

func (k *sketches) get(x wire.Exchange) (sketch, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	sk, ok := k.all[x.ID]
	return sk, ok && sk.version == x.Version
}

func (k *sketches) put(id string, sk sketch) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, ok := k.all[id]; !ok {
		k.order = append(k.order, id)
	}
	k.all[id] = sk
	if len(k.order) > maxSketches {
		delete(k.all, k.order[0])
		k.order = k.order[1:]
	}
}

// sketchAll reads the content of the exchanges, newest first, within sketchBudget. The others are
// drawn from their rows only.
func (s *Screen) sketchAll(ctx context.Context, calls []*hop) {
	left := int64(sketchBudget)
	for i := len(calls) - 1; i >= 0; i-- {
		h := calls[i]
		if sk, ok := s.sketches.get(h.X); ok {
			h.sketch = sk
			continue
		}
		size := h.X.RequestKept + h.X.ResponseKept
		if size > maxSketchBytes || size > left {
			continue
		}
		left -= size
		t, release, err := s.Tapes.ForExchange(ctx, h.X)
		if err != nil {
			continue
		}
		h.sketch = sketchOf(t, h.X.Version)
		h.sketch.addFindings(t, s.readAcross(ctx, &h.X))
		release()
		s.sketches.put(h.X.ID, h.sketch)
	}
}

func sketchOf(t *tape.Tape, version int64) sketch {
	sk := sketch{version: version, RequestPassages: slices.Clone(t.RequestPassages), RequestText: requestText(t)}
	if t.Fold == nil {
		return sk
	}
	if !t.Framed() {
		sk.Answer = answerText(t.Fold, a2a.State(t.X.Labels.State))
		return sk
	}
	arrived := t.Arrivals()
	for i := range t.Fold.Rows {
		r := &t.Fold.Rows[i]
		if r.Between() || r.Word == "comment" {
			continue
		}
		if len(sk.Rows) == maxSketchRows {
			// Merge the rest into one row, so that the end keeps its place.
			last := &sk.Rows[len(sk.Rows)-1]
			last.Until, last.Events, last.Word = arrived(r.To, r.Until), last.Events+r.Events(), "more"
			last.To = r.To
			last.State = ""
			last.Passages = append(last.Passages, t.PassagesOf(r.From, r.To)...)
			last.Findings = last.Findings.merge(findingListOf(r.Problems))
			continue
		}
		row := rowOf(r)
		row.At, row.Until = arrived(r.From, r.At), arrived(r.To, r.Until)
		row.Passages = slices.Clone(t.PassagesOf(r.From, r.To))
		sk.Rows = append(sk.Rows, row)
	}
	sk.LastPassages = slices.Clone(t.LastPassages())
	return sk
}

func requestText(t *tape.Tape) string {
	c := t.Call.Call
	if c == nil || c.Message == nil {
		return ""
	}
	for _, p := range c.Message.Parts {
		if p.Kind == a2a.TextPart && p.Text != "" {
			return part.Short(p.Text, 80)
		}
	}
	return ""
}

// answerText returns the last text of a response that is not a stream, shortened: the artifact's
// for a completed task, otherwise the agent's message.
func answerText(f *stream.Fold, st a2a.State) string {
	made, said := "", ""
	for _, b := range f.Blocks {
		for i := range b.Pieces {
			if t := b.Pieces[i].Text; t != nil && len(t.Segments) > 0 {
				made = part.Short(string(t.Segments[0].Text), 120)
			}
		}
		if b.Message == nil {
			continue
		}
		for _, p := range b.Message.Parts {
			if p.Kind == a2a.TextPart && p.Text != "" {
				said = part.Short(p.Text, 120)
			}
		}
	}
	if st == a2a.Completed {
		return cmp.Or(made, said)
	}
	return cmp.Or(said, made)
}

func rowOf(r *stream.Row) sketchRow {
	return sketchRow{At: r.At, Until: r.Until, ReceivedAt: r.At, Events: r.Events(), From: r.From, To: r.To, Word: r.Word, Subject: r.Subject, State: r.State, Text: part.Short(r.Text, 120), Findings: findingListOf(r.Problems)}
}
