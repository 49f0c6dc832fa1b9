package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestTwoAgentsOfOneOrigin: tasks with the same id at two paths of a host are different, unless a card names
// both paths.
func TestTwoAgentsOfOneOrigin(t *testing.T) {
	elsewhere := func(x *wire.Exchange) { x.URL = strings.Replace(x.URL, origin+"/", origin+"/hb/", 1) }
	for _, b := range []a2a.Binding{a2a.JSONRPC, a2a.REST} {
		for _, v := range []a2a.Version{"0.3", "1.0"} {
			for name, c := range map[string]struct {
				at     func(*wire.Exchange)
				carded bool
				want   bool
			}{
				"one path":              {nil, false, true},
				"two paths":             {elsewhere, false, false},
				"two paths of one card": {elsewhere, true, true},
			} {
				s := newStory(t, v, b)
				if c.carded {
					s.card(func(card *a2a.Card) {
						second := card.Interfaces[0]
						second.URL = strings.Replace(second.URL, origin+"/", origin+"/hb/", 1)
						card.Interfaces = append(card.Interfaces, second)
					})
				}
				s.done()
				s.edit = c.at
				s.ok(of(a2a.GetTask, "t1"), whole(a2a.Working))
				s.edit = c.at
				s.ok(s.follow("t1"), whole(a2a.Working))
				found := slices.DeleteFunc(s.judged(t), func(f Finding) bool { return len(f.Others) == 0 })
				if slices.ContainsFunc(found, func(f Finding) bool { return f.Check == "STM-01" }) != c.want || !c.want && len(found) > 0 {
					t.Errorf("%s %s, %s: %s", v, b, name, told(found))
				}
			}
		}
	}
}

// TestPathOfTwoVersions: /v1 in a path may belong to the route or to the agent's address; either way it is
// one agent, whatever version each call is read in.
func TestPathOfTwoVersions(t *testing.T) {
	s := newStory(t, "0.3", a2a.REST)
	in := func(version string) { s.edit = func(x *wire.Exchange) { x.Request.Header.Set("A2A-Version", version) } }
	s.done()
	in("1.0")
	s.ok(of(a2a.GetTask, "t1"), whole(a2a.Working))
	in("1.0")
	s.ok(s.follow("t1"), whole(a2a.Working))
	if found := s.judged(t); !slices.ContainsFunc(found, func(f Finding) bool { return f.Check == "STM-01" && slices.Contains(f.Others, "x01") }) {
		t.Errorf("the task of one agent is two: %s", told(found))
	}
}
