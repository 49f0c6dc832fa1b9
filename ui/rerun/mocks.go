package rerun

import (
	"context"
	"net/http"

	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// ServeMock serves the responses of an agent in a session, of the one with the most calls if agent
// is "".
func (s *Runs) ServeMock(ctx context.Context, session, agent string, pace float64) (host.Mock, error) {
	ses, err := s.Library.Session(ctx, session)
	if err != nil || session == "" {
		return host.Mock{}, ErrNoSession()
	}
	if !paceFits(pace) {
		return host.Mock{}, ErrPace()
	}
	m, err := s.Player.Mock(ctx, ses.ID, agent, pace, func() { s.Web.Notify(web.Runs) })
	if err != nil {
		return m, web.Fail(http.StatusConflict, "The session is not served.", part.Short(err.Error(), 400)+".", "Choose a session that holds a client's calls, or stop another mock.")
	}
	return m, nil
}

func paceFits(pace float64) bool { return pace >= 0 && pace <= 1000 }

func ErrPace() error {
	return web.Fail(http.StatusBadRequest, "Invalid timing.", "Pauses are kept, left out, or multiplied by up to 1000.", "Choose one from the list: 1 keeps the pauses, 0 leaves them out.")
}

func (s *Runs) Mocks() []host.Mock {
	if s.Player == nil {
		return nil
	}
	return s.Player.Mocks()
}
