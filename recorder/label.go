package recorder

import "context"

type labels struct{}

func newLabels(*Store) *labels        { return &labels{} }
func (l *labels) run(context.Context) {}
func (l *labels) drain()              {}

func (s *Store) news(*row) {}
