package console

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestPanicsAreTold: a handler that panics is told in the log, one that cuts the
// connection on purpose is not; the client has no answer either way.
func TestPanicsAreTold(t *testing.T) {
	var log bytes.Buffer
	h := loudly(slog.New(slog.NewTextHandler(&log, nil)), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
