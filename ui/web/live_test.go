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

	"github.com/a2a-console/a2a-console/internal/wire"
)

// ringing is a record of which a test rings the bell: each time one more exchange
// has changed.
type ringing chan struct{}

func (r ringing) Watch() (<-chan struct{}, func()) { return r, func() {} }
func (r ringing) Versions(context.Context) (wire.Versions, error) {
	return wire.Versions{}, nil
}

func (r ringing) Health() string { return "" }

func (r ringing) News(ctx context.Context, since wire.Versions, _ int) (wire.Versions, []wire.Exchange, error) {
	return wire.Versions{Exchanges: since.Exchanges + 1}, []wire.Exchange{{Version: since.Exchanges + 1}}, nil
}

// bare is pages without a frame.
type bare struct{}

func (bare) Document(_ *http.Request, p Page) (templ.Component, error) { return p.Body, nil }
func (bare) View(*http.Request) View {
	return On(func(context.Context, *Patches) error { return nil })
}

// watched opens the live half of a page in a bubble of synctest, and returns when
// it was drawn so far.
func watched(t *testing.T, bell ringing) (s *Site, drawn func() []time.Time) {
	s, err := New(Options{Records: bell, Around: bare{}, Listen: "127.0.0.1:7420", Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	var at []time.Time
	view := On(func(context.Context, *Patches) error {
		at = append(at, time.Now())
		return nil
	}, Record, Sessions)
	stream := s.live(func(*http.Request, int64) (View, error) { return view, nil })
	done := make(chan struct{})
	go func() {
		defer close(done)
		stream(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/live/page", nil))
	}()
	t.Cleanup(func() {
		s.Close()
		<-done
	})
	return s, func() []time.Time {
		synctest.Wait()
		return at
	}
}

// TestNoTwoDrawingsCloserThanPace: however often the bells ring, a tab is drawn
// at most once in each pace, and what rang last is drawn.
func TestNoTwoDrawingsCloserThanPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bell := make(ringing, 1)
		s, drawn := watched(t, bell)
		time.Sleep(pace) // past the drawing that opens the stream
		const rings = 1000
		for range rings {
			select {
			case bell <- struct{}{}:
			default:
			}
			s.Notify(Sessions)
			synctest.Wait()
			time.Sleep(pace / 10)
		}
		last := time.Now()
		time.Sleep(2 * pace)
		at := drawn()
		for i := range len(at) - 1 {
			if d := at[i+1].Sub(at[i]); d < pace {
				t.Fatalf("drawing %d came %v after the one before; the pace is %v", i+1, d, pace)
			}
		}
		// One when the stream opens, and what the bell and the action still hold.
		if n := rings / 10; len(at) < n || len(at) > n+3 {
			t.Errorf("%d drawings while the bells rang for %d times the pace", len(at), n)
		}
		if at[len(at)-1].Before(last.Add(-pace / 10)) {
			t.Error("what rang last was not drawn")
		}
	})
}

// TestFirstRingIsDrawnAtOnce: the pace bounds how often a tab is drawn, it does not
// hold back what comes after a rest; and where nothing rings, nothing is drawn.
func TestFirstRingIsDrawnAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bell := make(ringing, 1)
		_, drawn := watched(t, bell)
		time.Sleep(10 * time.Second)
		if n := len(drawn()); n != 1 {
			t.Fatalf("%d drawings before anything rang, want the first alone", n)
		}
		rung := time.Now()
		bell <- struct{}{}
		if at := drawn(); len(at) != 2 || !at[1].Equal(rung) {
			t.Errorf("drawn at %v, rung at %v", at, rung)
		}
	})
}

// gone is a browser that went away.
type gone struct{ *httptest.ResponseRecorder }

func (gone) FlushError() error { return errors.New("broken pipe") }

// A browser that goes away before its stream has begun is no fault of the program.
func TestBrowserThatWentAwayBeforeItsStream(t *testing.T) {
	p := NewPatches(gone{httptest.NewRecorder()}, httptest.NewRequest(http.MethodGet, "/live/page", nil))
	p.Remove("#x")
	if err := p.Flush(); err == nil {
		t.Error("nothing says that the browser is gone")
	}
}
