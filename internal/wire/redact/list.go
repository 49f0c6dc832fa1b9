package redact

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// MaxListed is how many secrets of one body are listed individually. All others are replaced too, and listed
// as one Redaction of KindSeveral.
const MaxListed = 5000

// KindSeveral is the Kind of a Redaction that covers many secrets: its range goes from the first to the last
// of them, and includes unchanged bytes between them.
const KindSeveral = "several"

// redactionList holds what was found in a body and not yet taken.
type redactionList struct {
	ended    []wire.Redaction
	listed   int // individually
	unlisted int // beyond those
	rest     wire.Redaction
}

func (l *redactionList) add(x wire.Redaction) {
	if l.listed < MaxListed {
		l.listed++
		l.ended = append(l.ended, x)
		return
	}
	l.rest = l.mergeRest(x)
	l.unlisted++
}

// mergeRest returns the Redaction for the rest, extended by x.
func (l *redactionList) mergeRest(x wire.Redaction) wire.Redaction {
	all := l.rest
	if l.unlisted == 0 {
		all = wire.Redaction{Place: x.Place, Name: x.Name, Offset: x.Offset, Kind: KindSeveral}
	}
	all.Length = x.Offset + x.Length - all.Offset
	all.Detail = fmt.Sprintf("%d secrets beyond the first %d of this body", l.unlisted+1, MaxListed)
	return all
}

func (l *redactionList) take() []wire.Redaction {
	out := l.ended
	l.ended = nil
	return out
}

// pending returns the Redaction that is still growing, if there is one, merged with the rest.
func (l *redactionList) pending(x wire.Redaction, ok bool) (wire.Redaction, bool) {
	switch {
	case ok && l.listed == MaxListed:
		return l.mergeRest(x), true
	case l.unlisted > 0:
		return l.rest, true
	}
	return x, ok
}

func (l *redactionList) close() {
	if l.unlisted > 0 {
		l.ended = append(l.ended, l.rest)
		l.unlisted = 0
	}
}
