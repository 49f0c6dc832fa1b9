package console

import (
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestPanicsAreTold: a handler's panic is logged, except when it cuts the connection on purpose. The
// client gets no response either way.
func TestPanicsAreTold(t *testing.T) {
	var log bytes.Buffer
	h := logPanics(slog.New(slog.NewTextHandler(&log, nil)), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/bug":
			panic("oh no")
		case "/cut":
			panic(http.ErrAbortHandler)
		}
		_, _ = io.WriteString(w, "well")
	}))
	for path, told := range map[string]bool{"/bug": true, "/cut": false, "/": false} {
		log.Reset()
		w, cut := httptest.NewRecorder(), false
		func() {
			defer func() { cut = recover() == http.ErrAbortHandler }()
			h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		}()
		text := log.String()
		if cut != (path != "/") || strings.Contains(text, "oh no") != told || told && !strings.Contains(text, "path=/bug") {
			t.Errorf("%s: cut %v, log %q", path, cut, text)
		}
	}
}

// loggedEnv is a program whose log is looked at.
type loggedEnv struct {
	testEnv
	log *slog.Logger
}

func (e loggedEnv) Logger() *slog.Logger { return e.log }

// TestUnusedConnectionsDoNotHoldUpTheEnd: a server that ends closes connections that a browser
// opened and has not used, without waiting for them.
func TestUnusedConnectionsDoNotHoldUpTheEnd(t *testing.T) {
	var log bytes.Buffer
	s := NewServer(loggedEnv{log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}, http.NotFoundHandler())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Serve(l)
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	resp, err := http.Get("http://" + l.Addr().String()) // by now the other one is accepted
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if err := s.Shutdown(); err != nil || strings.Contains(log.String(), "under way") {
		t.Errorf("%v, log %s", err, log.String())
	}
}
