package ui

import (
	"net/http/httptest"
	"testing"
)

// stuck is a browser that takes nothing, until it is let go.
type stuck struct {
	*httptest.ResponseRecorder
	begun, let chan struct{}
}

func (w stuck) Write(b []byte) (int, error) {
	close(w.begun)
	<-w.let
	return w.ResponseRecorder.Write(b)
}

// TestSlowBrowsersHoldUpNobody: what a page was drawn from can be read by others while
// a browser takes its time.
func TestSlowBrowsersHoldUpNobody(t *testing.T) {
	f := longRecord()
	s := newTestServer(t, f, &fakeCaller{})
	for _, path := range []string{"/exchanges/0195-joke-2", "/tasks/task-7", "/compose?draft=d&exchange=0195-joke-2", "/versus?a=0195-turn-20&b=0195-turn-21"} {
		w := stuck{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.ServeHTTP(w, request(s, "GET", path, nil))
		}()
		<-w.begun
		if other := get(t, s, path); other.Code != 200 {
			t.Errorf("%s: %d", path, other.Code)
		}
		close(w.let)
		<-done
	}
}
