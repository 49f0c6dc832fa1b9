package fault

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var cutAction = Action{
	Name: "cut", Summary: "ends the connection", Targets: Responses,
	Forms: []Form{{"cut", "after the frame"}, {"cut before", "in place of the frame"}, {"cut middle", "within the frame: half of its bytes are sent"}},
	parse: func(s *scanner) (Fault, error) {
		switch {
		case s.acceptWord(string(CutBefore)):
			return CutOff{CutBefore}, nil
		case s.acceptWord(string(CutMiddle)):
			return CutOff{CutMiddle}, nil
		}
		s.acceptWord(string(CutAfter))
		return CutOff{CutAfter}, nil
	},
}

// CutOff ends the connection before, within or after a frame.
type CutOff struct{ Point CutPoint }

func (c CutOff) String() string {
	if c.Point == CutAfter {
		return "cut"
	}
	return "cut " + string(c.Point)
}

func (c CutOff) Describe(wire.Side) string {
	switch c.Point {
	case CutBefore:
		return "is not sent: the connection breaks before it"
	case CutMiddle:
		return "is half sent: the connection breaks within it"
	}
	return "is sent, and then the connection breaks"
}

func (c CutOff) Frame(_ context.Context, w *Work) error {
	w.Cut = c.Point
	return nil
}
