package ui

import (
	"fmt"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/ui/web"
)

// stuck is a browser that reads nothing until it is released.
type stuck struct {
	*httptest.ResponseRecorder
	once       *sync.Once
	begun, let chan struct{}
	head       bool // it reads the head
}

func newStuck(head bool) stuck {
	return stuck{httptest.NewRecorder(), new(sync.Once), make(chan struct{}), make(chan struct{}), head}
}

func (w stuck) wait() {
	w.once.Do(func() { close(w.begun) })
	<-w.let
}

func (w stuck) Write(b []byte) (int, error) {
	w.wait()
	return w.ResponseRecorder.Write(b)
}

func (w stuck) Flush() {
	if !w.head {
		w.wait()
	}
}

// ask makes a stuck browser request a page, until free.
func (w stuck) ask(t *testing.T, s *Server, path string, header map[string]string) (free func()) {
	t.Helper()
	r := request(s, "GET", path, nil)
	for k, v := range header {
		r.Header.Set(k, v)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.ServeHTTP(w, r)
	}()
	<-w.begun
	return func() {
		close(w.let)
		s.Close()
		<-done
	}
}

// inTime runs f, and fails if it blocks.
func inTime(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatalf("%s waits for a browser that takes nothing", what)
	}
}

// slowPages are drawn from data that several pages share.
func slowPages() []string {
	return []string{"/exchanges/0195-joke-2", "/tasks/task-7", "/compose?draft=d&exchange=0195-joke-2"}
}

// TestLaggingBrowsersHoldUpNobody: while a slow browser reads a page, others can read the data that
// it was drawn from.
func TestLaggingBrowsersHoldUpNobody(t *testing.T) {
	for _, header := range []map[string]string{nil, {"Datastar-Request": "true"}} {
		for _, path := range slowPages() {
			s := newTestServer(t, longRecord(), &fakeCaller{})
			free := newStuck(false).ask(t, s, path, header)
			inTime(t, fmt.Sprint(path, " ", header), func() {
				if other := get(t, s, path); other.Code != 200 {
					t.Errorf("%s: %d", path, other.Code)
				}
			})
			free()
		}
	}
}

// TestLaggingTabsHoldUpNobody: a tab that does not read its stream does not keep another tab on the
// same page from being drawn, at first and after commits.
func TestLaggingTabsHoldUpNobody(t *testing.T) {
	for _, path := range slowPages() {
		t.Run(path[1:], func(t *testing.T) {
			f := longRecord()
			s := newTestServer(t, f, &fakeCaller{})
			defer newStuck(true).ask(t, s, "/live"+path, map[string]string{"Datastar-Request": "true"})()
			b := openTab(t, s, path, nil)
			b.until(`id="recording"`)
			x, _ := f.Exchange(t.Context(), "0195-turn-20")
			x.Labels.Text = "changed"
			f.put(x)
			inTime(t, "an action", func() { s.web.Notify(web.Anything) })
			openTab(t, s, path, nil).until(`id="recording"`)
		})
	}
}
