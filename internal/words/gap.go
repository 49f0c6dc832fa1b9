package words

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// DescribeSessionGap says how many exchanges are missing in a gap of a session, when and why: "12
// exchanges not recorded, 14:02:11–14:02:40: the disk was full".
func DescribeSessionGap(g wire.Gap) string {
	s := "Exchanges not recorded"
	if g.Exchanges > 0 {
		s = Plural(g.Exchanges, "exchange") + " not recorded"
	}
	if g.Bytes > 0 {
		s += " (" + Bytes(g.Bytes) + ")"
	}
	return s + ", " + formatSpan(g.From, g.To) + ": " + clip.Runes(OneLine(g.Reason()), 200)
}

// formatSpan formats a time span: "14:02:11–14:02:40", with dates if it ends on another day.
func formatSpan(from, to time.Time) string {
	const day, clock = "2006-01-02", "15:04:05"
	from, to = from.Local(), to.Local()
	switch {
	case from.IsZero():
		return "at an unknown time"
	case from.Format(clock) == to.Format(clock) || to.Before(from):
		return from.Format(clock)
	case from.Format(day) == to.Format(day):
		return from.Format(clock) + "–" + to.Format(clock)
	}
	return Stamp(from) + " – " + Stamp(to)
}

// DescribeGap says which bytes of an exchange a gap leaves out: "1.2 MB of the response are not on
// record, from byte 4,096 on: the disk was full." If the gap has a Problem, the caller appends it
// as the reason.
func DescribeGap(g wire.Gap) string {
	if g.Cause == wire.GapUntimed {
		return "The time of the answer and the duration are not known: the imported file does not contain them."
	}
	what := "An unknown number of bytes"
	if g.Bytes > 0 {
		what = Bytes(g.Bytes)
	}
	s := what + " of the " + sideName(g.Side) + " not on record, from byte " + Count(int(g.Offset)) + " on"
	if g.Problem == "" {
		s += ": " + clip.Runes(OneLine(g.Reason()), 200)
	}
	return s + "."
}

func sideName(s wire.Side) string {
	switch s {
	case wire.RequestSent:
		return "forwarded request are"
	case wire.ResponseSent:
		return "forwarded response are"
	}
	return s.String() + " are"
}
