package sessions

import (
	"context"
	"fmt"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/record"
)

// titles keeps the first message of sessions, which never changes. Safe for concurrent use.
type titles struct {
	mu   sync.Mutex
	said map[string]string // by session; "" where none will come
}

// mostTitles bounds what is kept: sessions come and go while the program runs.
const mostTitles = 5000

// titled returns the first messages of those sessions that have no name.
func (s *Screen) titled(ctx context.Context, rows []wire.Session) (map[string]string, error) {
	s.titles.mu.Lock()
	defer s.titles.mu.Unlock()
	if len(s.titles.said) > mostTitles || s.titles.said == nil {
		s.titles.said = map[string]string{}
	}
	out := map[string]string{}
	for _, ses := range rows {
		if ses.Name != "" || ses.Calls() == 0 {
			continue
		}
		said, known := s.titles.said[ses.ID]
		if !known {
			f := wire.Filter{Session: ses.ID, Ops: []string{"send"}, Not: []wire.Origin{wire.Console}}
			xs, err := s.Library.Exchanges(ctx, f, wire.Page{After: 1, Limit: 1})
			if err != nil {
				return nil, fmt.Errorf("read how session %s begins: %w", ses.ID, err)
			}
			if len(xs) > 0 {
				said = record.Row{Exchange: xs[0]}.Words()
			}
			if said != "" || !ses.Ended.IsZero() {
				s.titles.said[ses.ID] = said
			}
		}
		out[ses.ID] = said
	}
	return out, nil
}

// title is what a session is called: its name, else its first message, else its time.
func (l sessionList) title(s wire.Session) string {
	if said := l.Said[s.ID]; s.Name == "" && said != "" {
		return "“" + said + "”"
	}
	return record.SessionTitle(s)
}
