package agentpage

import (
	"slices"

	"github.com/a2a-console/a2a-console/ui/web"
)

// New returns the screen with the dependencies in s.
func New(s Screen) *Screen {
	s.results = newResultStore()
	return &s
}

func (s *Screen) Routes() []web.Route {
	return slices.Concat(s.agentRoutes(), s.signInRoutes(), s.doctorRoutes())
}
