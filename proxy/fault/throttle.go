package fault

import (
	"context"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var throttleAction = Action{
	Name: "throttle", Does: "is sent slowly, and so is all that comes after it", On: Responses,
	Forms: []Form{{"throttle 100B/s", "100 bytes a second"}, {"throttle 20KB/s", "20,000 bytes a second"}, {"throttle 1MB/s", "1,000,000 bytes a second"}},
	parse: func(s *scan) (Fault, error) {
		s.skip()
		at := s.at
		n, ok := paceOf(s.word())
		if !ok {
			return nil, s.wants(at, "number of bytes a second from 1B/s to 1000MB/s")
		}
		return Throttle{n}, nil
	},
}

// units are those of a pace, the largest first.
var units = []struct {
	name string
	of   int
}{{"MB/s", 1e6}, {"KB/s", 1e3}, {"B/s", 1}}

func paceOf(text string) (int, bool) {
	for _, u := range units {
		if len(text) <= len(u.name) || !strings.EqualFold(text[len(text)-len(u.name):], u.name) {
			continue
		}
		n, err := strconv.Atoi(text[:len(text)-len(u.name)])
		return n * u.of, err == nil && n > 0 && n <= 1e9/u.of
	}
	return 0, false
}

// Throttle bounds how fast is sent, in bytes per second.
type Throttle struct{ Pace int }

func (t Throttle) String() string {
	for _, u := range units {
		if t.Pace%u.of == 0 {
			return "throttle " + strconv.Itoa(t.Pace/u.of) + u.name
		}
	}
	return ""
}

// Words is of Fault.
func (t Throttle) Words(wire.Side) string {
	return "is sent at " + strings.TrimPrefix(t.String(), "throttle ") + ", as is all after it"
}

// Frame is of OnFrame.
func (t Throttle) Frame(_ context.Context, w *Work) error {
	w.Pace = t.Pace
	return nil
}
