package fault

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var cutAction = Action{
	Name: "cut", Does: "ends the connection", On: Responses,
	Forms: []Form{{"cut", "after the frame"}, {"cut before", "in place of the frame"}, {"cut middle", "within the frame: half of its bytes are sent"}},
	parse: func(s *scan) (Fault, error) {
		switch {
		case s.is(string(Before)):
			return CutOff{Before}, nil
		case s.is(string(Middle)):
			return CutOff{Middle}, nil
		}
		s.is(string(After))
		return CutOff{After}, nil
	},
}

// CutOff ends the connection.
type CutOff struct{ Where Cut }

func (c CutOff) String() string {
	if c.Where == After {
		return "cut"
	}
	return "cut " + string(c.Where)
}

// Words is of Fault.
func (c CutOff) Words(wire.Side) string {
	switch c.Where {
	case Before:
		return "is not sent: the connection breaks before it"
	case Middle:
		return "is sent by half: the connection breaks within it"
	}
	return "is followed by a break of the connection"
}

// Frame is of OnFrame.
func (c CutOff) Frame(_ context.Context, w *Work) error {
	w.Cut = c.Where
	return nil
}
