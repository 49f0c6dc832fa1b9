package exchange

import (
	"cmp"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

type moment struct {
	Word  string
	At    time.Time
	After time.Duration // since the request's head
	Step  time.Duration // since the row before
}

// maxWaits bounds the held passages that have their own rows.
const maxWaits = 8

// waits returns the passages that were held longest, in order of time.
func waits(list []wire.Passage) []wire.Passage {
	out := slices.DeleteFunc(slices.Clone(list), func(p wire.Passage) bool { return p.HoldTime <= 0 || p.At.IsZero() })
	slices.SortStableFunc(out, func(a, b wire.Passage) int { return cmp.Compare(b.HoldTime, a.HoldTime) })
	out = out[:min(len(out), maxWaits)]
	slices.SortStableFunc(out, func(a, b wire.Passage) int { return a.At.Compare(b.At) })
	return out
}

func timesNote(list []wire.Passage) string {
	const read = "Each time is when the tap had read the bytes, before it forwarded them."
	if len(waits(list)) == 0 {
		return read
	}
	return read + " Held items also show when they were forwarded."
}

func waitWord(p wire.Passage, events bool) string {
	what := "Response"
	switch {
	case p.Side == wire.Request:
		what = "Request"
	case events:
		what = "Event " + part.Count(p.Frame+1)
	}
	glyph, word := record.PassedMark(p.Kind)
	if p.Kind == wire.PassageHeld {
		word = "forwarded"
	}
	return glyph + " " + what + " " + word + ", held " + record.HeldFor(p)
}

// line is a moment before its intervals are known.
type line struct {
	word string
	at   time.Time
}

// lines returns the moments of an exchange in order; a moment that did not occur has a zero time.
func lines(x *wire.Exchange, list []wire.Passage, events bool) []line {
	out := []line{{"Request head read", x.Started}, {"Request body read", x.RequestDone}, {"Response head read", x.Answered},
		{"First byte of the body", x.FirstByte}, {"Last byte of the body", x.LastByte}}
	if x.AgentEnded().Before(x.Ended) {
		out = append(out, line{"Ended by the agent", x.AgentEnded()})
	}
	if left := x.Response.ClientLeftAt; left.Before(x.Ended) { // the zero time of a client that stayed is not shown
		out = append(out, line{"The client left", left})
	}
	for _, p := range waits(list) {
		out = append(out, line{waitWord(p, events), p.At})
	}
	if len(list) > 0 || !x.Response.ClientLeftAt.IsZero() {
		slices.SortStableFunc(out[1:], func(a, b line) int { return a.at.Compare(b.at) })
	}
	return append(out, line{"Ended", x.Ended})
}

func moments(x wire.Exchange, list []wire.Passage, events bool) []moment {
	var out []moment
	before := x.Started
	add := func(word string, at time.Time) {
		if at.IsZero() {
			return
		}
		m := moment{Word: word, At: at, After: at.Sub(x.Started), Step: at.Sub(before)}
		if m.Step < 0 {
			m.Step = 0 // an agent may respond before it has read the whole request
		}
		before = at
		out = append(out, m)
	}
	for _, l := range lines(&x, list, events) {
		add(l.word, l.at)
	}
	return out
}
