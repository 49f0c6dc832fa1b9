package console

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/agent/mock"
	"github.com/a2a-console/a2a-console/ui/host"
)

const maxMocks = 8

// mocks are the sessions that this program serves as agents. Safe for concurrent use.
type mocks struct {
	mu   sync.Mutex
	list []runningMock
}

type runningMock struct {
	host.Mock
	played *mock.Mock
	server *Server
}

// start serves a recording on this machine until StopMock. asked is called for each call.
func (l *mocks) start(ctx context.Context, p Env, r *Recording, m host.Mock, asked func()) (host.Mock, error) {
	if len(l.Mocks()) >= maxMocks {
		return m, errManyMocks()
	}
	recorded, err := mock.New(ctx, mock.Options{
		Exchanges: r.Exchanges, Facts: r.Store, BaseURL: func() string { return m.URL }, Pace: m.Pace, OnCall: asked, Logger: p.Logger(),
	})
	if err != nil {
		return m, err
	}
	at, err := listenFrom(ctx, MockPort)
	if err != nil {
		return m, err
	}
	has := recorded.Contents()
	m.URL, m.Started = Origin(at), time.Now()
	m.Calls, m.Conversations, m.Versions = has.Calls, has.Conversations, has.Versions
	m.Notes = append(m.Notes, has.Notes...)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.list) >= maxMocks { // others were started meanwhile
		return m, errors.Join(errManyMocks(), at.Close())
	}
	running := runningMock{m, recorded, NewServer(p, recorded)}
	running.server.Serve(at)
	l.list = append(l.list, running)
	return m, nil
}

func errManyMocks() error {
	return fmt.Errorf("%d mocks are running already; stop one first", maxMocks)
}

// listenFrom listens on loopback, at the first free port from port on if one is near, else at any
// free port.
func listenFrom(ctx context.Context, port int) (net.Listener, error) {
	at := Address{Flag: "--listen", Host: "127.0.0.1", isPortFixed: true}
	for at.port = port; at.port < port+2*maxMocks; at.port++ {
		if l, err := at.Open(ctx); err == nil {
			return l, nil
		}
	}
	at.port = 0
	return at.Open(ctx)
}

func (l *mocks) Mocks() []host.Mock {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []host.Mock
	for _, r := range l.list {
		m := r.Mock
		m.Answered = r.played.Answered()
		for _, u := range r.played.Unanswered() {
			m.Unanswered = append(m.Unanswered, host.MockUnanswered(u))
		}
		out = append(out, m)
	}
	return out
}

// StopMock implements host.Player. It does nothing if the mock is not running.
func (l *mocks) StopMock(id string) error {
	l.mu.Lock()
	i := slices.IndexFunc(l.list, func(m runningMock) bool { return m.ID == id })
	if i < 0 {
		l.mu.Unlock()
		return nil
	}
	m := l.list[i]
	l.list = slices.Delete(l.list, i, i+1)
	l.mu.Unlock()
	return m.server.Shutdown()
}

func (l *mocks) close() error {
	var errs []error
	for _, m := range l.Mocks() {
		errs = append(errs, l.StopMock(m.ID))
	}
	return errors.Join(errs...)
}
