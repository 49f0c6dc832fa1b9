package redact

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Limit is how many secrets of one body are listed one by one. All others are replaced
// too, and listed as one Redaction of Kind Several.
const Limit = 5000

// Several is the Kind of a Redaction that covers many: its bytes go from the
// first to the last of them, and those between the secrets are as they were.
const Several = "several"

// redactionList is what was found in a body and not taken yet.
type redactionList struct {
	ended  []wire.Redaction
	listed int // one by one
	more   int // beyond those
	rest   wire.Redaction
}

func (l *redactionList) add(x wire.Redaction) {
	if l.listed < Limit {
		l.listed++
		l.ended = append(l.ended, x)
		return
	}
	l.rest = l.with(x)
	l.more++
}

// with is the Redaction for the rest, with one more.
func (l *redactionList) with(x wire.Redaction) wire.Redaction {
	all := l.rest
	if l.more == 0 {
		all = wire.Redaction{Where: x.Where, Name: x.Name, Offset: x.Offset, Kind: Several}
	}
	all.Length = x.Offset + x.Length - all.Offset
	all.Detail = fmt.Sprintf("%d secrets beyond the first %d of this body", l.more+1, Limit)
	return all
}

func (l *redactionList) take() []wire.Redaction {
	out := l.ended
	l.ended = nil
	return out
}

// pending is what goes on, if anything does, with the rest.
func (l *redactionList) pending(x wire.Redaction, ok bool) (wire.Redaction, bool) {
	switch {
	case ok && l.listed == Limit:
		return l.with(x), true
	case l.more > 0:
		return l.rest, true
	}
	return x, ok
}

func (l *redactionList) close() {
	if l.more > 0 {
		l.ended = append(l.ended, l.rest)
		l.more = 0
	}
}
