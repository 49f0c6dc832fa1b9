package agents

import (
	"cmp"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/record"
)

// mock returns the running mock at an origin. Such a mock is an agent like others: it has a card
// and can be called. But it is not saved, because its port may later belong to something else.

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

func mockName(of wire.Agent) string {
	if name := cmp.Or(of.Name, record.HostOf(of.Origin)); name != "" {
		return "Mock of " + name
	}
	return "Mock"
}
