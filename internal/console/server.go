package console

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/unused"
)

// Server is an HTTP server that cancels the contexts of its requests before it shuts down. Otherwise open
// streams would block the shutdown for ever.
type Server struct {
	http   *http.Server
	log    *slog.Logger
	unused *unused.Conns
	cancel context.CancelCauseFunc
	wait   sync.WaitGroup
	mu     sync.Mutex
	err    error
}

// NewServer returns a server for h. It does not serve yet.
func NewServer(p Env, h http.Handler) *Server {
	ctx, cancel := context.WithCancelCause(context.Background())
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true) // gRPC, on the same port
	idle := &unused.Conns{}
	return &Server{cancel: cancel, log: p.Logger(), unused: idle, http: &http.Server{
		Handler:   logPanics(p.Logger(), h),
		Protocols: &protocols,
		// OPTIONS * goes to the handler too, because the handler checks the host.
		DisableGeneralOptionsHandler: true,
		ReadHeaderTimeout:            10 * time.Second,
		IdleTimeout:                  2 * time.Minute,
		MaxHeaderBytes:               1 << 20,
		ConnState:                    idle.State,
		BaseContext:                  func(net.Listener) context.Context { return ctx },
		ErrorLog:                     slog.NewLogLogger(p.Logger().Handler(), slog.LevelDebug),
	}}
}

// logPanics logs a handler's panic and aborts the connection, as net/http does. The other messages
// of net/http are of no use.
func logPanics(log *slog.Logger, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if v != http.ErrAbortHandler {
				log.Error("answering a request panicked; please report this", "method", r.Method, "path", r.URL.Path, "panic", v, "stack", string(debug.Stack()))
			}
			panic(http.ErrAbortHandler)
		}()
		h.ServeHTTP(w, r)
	})
}

// Serve serves requests on l until Shutdown, in its own goroutine.
func (s *Server) Serve(l net.Listener) {
	s.wait.Go(func() {
		if err := s.http.Serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
			s.mu.Lock()
			s.err = fmt.Errorf("serve on %s: %w", l.Addr(), err)
			s.mu.Unlock()
		}
	})
}

// ServeIsolated serves h at a free loopback port, for a tap that clients call.
func ServeIsolated(ctx context.Context, p Env, h http.Handler) (s *Server, origin string, err error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", fmt.Errorf("listen for the agent behind a tap: %w", err)
	}
	s = NewServer(p, h)
	s.Serve(l)
	return s, Origin(l), nil
}

// Shutdown cancels all requests, waits briefly for their handlers, and returns the errors that occurred
// while serving.
func (s *Server) Shutdown() error {
	s.cancel(http.ErrServerClosed)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	s.unused.Close()
	if err := s.http.Shutdown(ctx); err != nil {
		s.log.Debug("a server ends with requests under way", "err", err)
		s.http.Close()
	}
	s.wait.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}
