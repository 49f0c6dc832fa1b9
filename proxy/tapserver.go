package proxy

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/unused"
)

// tapServer serves a tap at its listener, until the tap changes its mode.
type tapServer struct {
	http       *http.Server
	unused     unused.Conns
	stop       context.CancelFunc // ends the contexts of its requests
	acceptDone chan struct{}      // closed when the server no longer accepts connections
	connsDone  chan struct{}      // closed after stopAccepting, when no connection is left
}

func (e *tapEntry) newServer(l net.Listener, log *slog.Logger) *tapServer {
	ctx, stop := context.WithCancel(context.Background())
	s := &tapServer{stop: stop, acceptDone: make(chan struct{}), connsDone: make(chan struct{})}
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	s.http = &http.Server{
		Handler:                      e.tap,
		Protocols:                    &protocols,
		BaseContext:                  func(net.Listener) context.Context { return ctx },
		ConnContext:                  withClientConn,
		ConnState:                    s.unused.State,
		ReadHeaderTimeout:            30 * time.Second,
		IdleTimeout:                  5 * time.Minute,
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	go func() {
		defer close(s.acceptDone)
		if err := s.http.Serve(clientListener{l, e.tap.refuseUnread}); !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			log.Error("tap stopped listening", "origin", e.origin, "err", err)
		}
	}()
	return s
}

// stopAccepting makes the server accept no more connections and closes idle ones. Open exchanges
// continue; the server ends with the last of them.
func (s *tapServer) stopAccepting() {
	s.http.SetKeepAlivesEnabled(false) // Shutdown does so too, but perhaps only after another request
	go func() {
		defer close(s.connsDone)
		_ = s.http.Shutdown(context.Background()) // no context ends the wait
		s.stop()
	}()
	s.unused.Close()
	<-s.acceptDone
}

// isServing reports whether the server may have open exchanges. Call it after stopAccepting.
func (s *tapServer) isServing() bool {
	select {
	case <-s.connsDone:
		return false
	default:
		return true
	}
}

// wait waits until the server has ended, at most until ctx ends. Call it after stopAccepting.
func (s *tapServer) wait(ctx context.Context) error {
	s.stop()
	select {
	case <-s.connsDone:
		return nil
	case <-ctx.Done():
		return errors.Join(ctx.Err(), s.http.Close())
	}
}
