package agents

import (
	"cmp"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/record"
)

// A mock that this console serves is an agent like others while it runs: it has a card and
// can be called. It is not kept in the directory, since its port is another one's later.

// mock is the running mock at an origin.
func (s *Directory) mock(origin string) (host.Mock, bool) {
	if s.Player == nil || origin == "" {
		return host.Mock{}, false
	}
	all := s.Player.Mocks()
	if i := slices.IndexFunc(all, func(m host.Mock) bool { return m.URL == origin }); i >= 0 {
		return all[i], true
	}
	return host.Mock{}, false
}

// mockName is what a mock of an agent is called.
func mockName(of wire.Agent) string {
	if name := cmp.Or(of.Name, record.HostOf(of.Origin)); name != "" {
		return "Mock of " + name
	}
	return "Mock"
}
