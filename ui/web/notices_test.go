package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a-h/templ"
)

type flaky struct{ n int }

func (f *flaky) Document(_ *http.Request, p Page) (templ.Component, error) { return p.Body, nil }
func (f *flaky) View(*http.Request) View {
	return On(func(context.Context, *Patches) error {
		if f.n++; f.n == 2 {
			return errors.New("busy")
		}
		return nil
	}, Agents, Sessions)
}

// A frame that fails once must not cost the view its notice.
func TestFrameThatFailsCostsNoNotice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := New(Options{Records: make(ringing, 1), Around: &flaky{}, Listen: "127.0.0.1:7420", Token: "secret"})
		n := 0
		view := On(func(context.Context, *Patches) error { n++; return nil }, Sessions)
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.live(func(*http.Request, int64) (View, error) { return view, nil })(httptest.NewRecorder(), httptest.NewRequest("GET", "/live/x", nil))
		}()
		time.Sleep(time.Second)
		s.Notify(Sessions)
		for range 60 {
			time.Sleep(time.Second)
			s.Notify(Drafts) // concerns neither
		}
		synctest.Wait()
		if n < 2 {
			t.Errorf("drawn %d times: the view lost the notice", n)
		}
		s.Close()
		<-done
	})
}

// What no notice tells of is drawn in time, however much else happens.
func TestAllIsDrawnNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, drawn := watched(t, make(ringing, 1))
		for range 12 {
			time.Sleep(every / 2)
			s.Notify(Drafts)
		}
		if n := len(drawn()); n < 3 {
			t.Errorf("%d drawings in %v, want one each %v", n, 6*every, every)
		}
	})
}

// A comparison tells of each pair: that is one notice, for those it concerns.
func TestOtherKindsDrawNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, drawn := watched(t, make(ringing, 1))
		time.Sleep(time.Second)
		before := len(drawn())
		for range 5000 { // a comparison tells of each pair
			s.Notify(Comparisons)
		}
		time.Sleep(time.Second)
		if n := len(drawn()) - before; n > 0 {
			t.Errorf("a view of Record and Sessions was drawn %d times for Comparisons", n)
		}
	})
}

// Without a tab nobody takes notices, so none are kept.
func TestNothingIsKeptWithoutTabs(t *testing.T) {
	s, _ := New(Options{Records: make(ringing, 1), Around: bare{}, Listen: "127.0.0.1:7420", Token: "secret"})
	for range 5000 {
		s.Notify(Runs)
	}
	if n := len(s.notices.kinds); n > 10 {
		t.Errorf("%d kinds are kept though no tab is open", n)
	}
}
