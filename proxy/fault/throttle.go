package fault

import (
	"context"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var throttleAction = Action{
	Name: "throttle", Summary: "is sent slowly, as is everything after it", Targets: Responses,
	Forms: []Form{{"throttle 100B/s", "100 bytes a second"}, {"throttle 20KB/s", "20,000 bytes a second"}, {"throttle 1MB/s", "1,000,000 bytes a second"}},
	parse: func(s *scanner) (Fault, error) {
		s.skip()
		at := s.offset
		n, ok := parsePace(s.readWord())
		if !ok {
			return nil, s.expectedError(at, "a number of bytes a second from 1B/s to 1000MB/s")
		}
		return Throttle{n}, nil
	},
}

// units are the units of a pace, largest first.
var units = []struct {
	name string
	of   int
}{{"MB/s", 1e6}, {"KB/s", 1e3}, {"B/s", 1}}

func parsePace(text string) (int, bool) {
	for _, u := range units {
		if len(text) <= len(u.name) || !strings.EqualFold(text[len(text)-len(u.name):], u.name) {
			continue
		}
		n, err := strconv.Atoi(text[:len(text)-len(u.name)])
		return n * u.of, err == nil && n > 0 && n <= 1e9/u.of
	}
	return 0, false
}

// Throttle limits how fast bytes are sent.
type Throttle struct{ BytesPerSecond int }

func (t Throttle) String() string {
	for _, u := range units {
		if t.BytesPerSecond%u.of == 0 {
			return "throttle " + strconv.Itoa(t.BytesPerSecond/u.of) + u.name
		}
	}
	return ""
}

func (t Throttle) Describe(wire.Side) string {
	return "is sent at " + strings.TrimPrefix(t.String(), "throttle ") + ", as is everything after it"
}

func (t Throttle) Frame(_ context.Context, w *Work) error {
	w.BytesPerSecond = t.BytesPerSecond
	return nil
}
