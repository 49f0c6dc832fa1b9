package web

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// ringing is a record whose bell a test rings: each time one more exchange has changed.
type ringing chan struct{}

func (r ringing) Watch() (<-chan struct{}, func()) { return r, func() {} }
func (r ringing) Versions(context.Context) (wire.Versions, error) {
	return wire.Versions{}, nil
}

func (r ringing) Health() string { return "" }

func (r ringing) ChangesSince(ctx context.Context, since wire.Versions, _ int) (wire.Versions, []wire.Exchange, error) {
	return wire.Versions{Exchanges: since.Exchanges + 1}, []wire.Exchange{{Version: since.Exchanges + 1}}, nil
}

// bare draws pages without a frame.
type bare struct{}

func (bare) Document(_ *http.Request, p Page) (templ.Component, error) { return p.Body, nil }
func (bare) View(*http.Request) View {
	return ViewFunc(func(context.Context, *Patches) error { return nil })
}

// watched opens the live half of a page in a synctest bubble. drawn returns the
// times of the drawings so far.
func watched(t *testing.T, bell ringing) (s *Site, drawn func() []time.Time) {
	s, err := New(Options{Records: bell, Around: bare{}, Listen: "127.0.0.1:7420", Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	var at []time.Time
	view := ViewFunc(func(context.Context, *Patches) error {
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

// TestNoTwoDrawingsCloserThanPace: however often the bells ring, a tab is drawn at most once per
// pace, and the last ring is drawn.
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
		// One when the stream opens, and one each for a pending bell and action.
		if n := rings / 10; len(at) < n || len(at) > n+3 {
			t.Errorf("%d drawings while the bells rang for %d times the pace", len(at), n)
		}
		if at[len(at)-1].Before(last.Add(-pace / 10)) {
			t.Error("what rang last was not drawn")
		}
	})
}

// TestFirstRingIsDrawnAtOnce: the pace bounds how often a tab is drawn, but does not delay the
// first ring after a rest. Without a ring nothing is drawn.
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

// gone is a browser that has disconnected.
type gone struct{ *httptest.ResponseRecorder }

func (gone) FlushError() error { return errors.New("broken pipe") }

// A browser that leaves before its stream has begun is not an error of the program.
func TestBrowserThatWentAwayBeforeItsStream(t *testing.T) {
	p := NewPatches(gone{httptest.NewRecorder()}, httptest.NewRequest(http.MethodGet, "/live/page", nil))
	p.Remove("#x")
	if err := p.Flush(); err == nil {
		t.Error("nothing says that the browser is gone")
	}
}

type logged struct {
	slog.Handler
	n *int
}

func (l logged) Enabled(context.Context, slog.Level) bool { return true }
func (l logged) Handle(_ context.Context, r slog.Record) error {
	if r.Level >= slog.LevelError {
		*l.n++
	}
	return nil
}

// A part of a page that cannot be drawn breaks neither the stream nor the other parts. The page
// says so until it can be drawn, the log once.
func TestPartThatCannotBeDrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lines, broken := 0, true
		bell := make(ringing, 1)
		s, err := New(Options{Records: bell, Around: bare{}, Listen: "127.0.0.1:7420", Token: "secret", Logger: slog.New(logged{n: &lines})})
		if err != nil {
			t.Fatal(err)
		}
		view := ViewFunc(func(_ context.Context, p *Patches) error {
			p.Changed("whole", templ.Raw(`<i id="whole"></i>`))
			p.Changed("part", templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
				if broken {
					return part.ErrTooLarge
				}
				_, err := io.WriteString(w, `<i id="part"></i>`)
				return err
			}))
			return nil
		}, Record)
		w, done, ended := httptest.NewRecorder(), make(chan struct{}), false
		go func() {
			defer close(done)
			s.live(func(*http.Request, int64) (View, error) { return view, nil })(w, httptest.NewRequest(http.MethodGet, "/live/page", nil))
			ended = true
		}()
		for range 5 {
			time.Sleep(time.Second)
			bell <- struct{}{}
		}
		time.Sleep(time.Second)
		synctest.Wait()
		sent := w.Body.String()
		if ended || !strings.Contains(sent, `id="whole"`) || strings.Count(sent, "larger than 12 MB") != 1 || strings.Contains(sent, `id="part"`) {
			t.Errorf("the stream has ended: %v; it was sent %s", ended, sent)
		}
		if lines != 1 {
			t.Errorf("%d lines are logged", lines)
		}
		broken = false
		bell <- struct{}{}
		time.Sleep(time.Second)
		synctest.Wait()
		if sent = w.Body.String()[len(sent):]; !strings.Contains(sent, `id="part"`) || !strings.Contains(sent, `aria-live="polite"></div>`) {
			t.Errorf("once it can be drawn it is sent %s", sent)
		}
		s.Close()
		<-done
	})
}

// aging is a view that changes at a certain time.
type aging struct {
	View
	due time.Time
}

func (a *aging) Due() time.Time { return a.due }

// TestFailedTimedViewWaits: a due view that cannot be drawn is not drawn continuously.
func TestFailedTimedViewWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(Options{Records: ringing(nil), Around: bare{}, Listen: "127.0.0.1:7420", Token: "secret", Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
		if err != nil {
			t.Fatal(err)
		}
		drawn := 0
		view := &aging{due: time.Now(), View: ViewFunc(func(context.Context, *Patches) error {
			drawn++
			return errors.New("no")
		})}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = s.live(func(*http.Request, int64) (View, error) { return view, nil })(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/live/page", nil).WithContext(ctx))
		}()
		time.Sleep(fullDrawInterval - time.Second)
		stop()
		<-done
		s.Close()
		if drawn != 1 {
			t.Errorf("drawn %d times", drawn)
		}
	})
}

// TestTimedViewIsDrawnInTime: a view that changes with time is drawn then, without a notice and
// before the periodic full drawing.
func TestTimedViewIsDrawnInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(Options{Records: ringing(nil), Around: bare{}, Listen: "127.0.0.1:7420", Token: "secret"})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		view := &aging{due: start.Add(7 * time.Second)}
		var at []string
		view.View = ViewFunc(func(context.Context, *Patches) error {
			at = append(at, time.Since(start).String())
			switch len(at) {
			case 2:
				view.due = start.Add(-time.Hour) // a due time in the past must not cause continuous drawing
			case 3:
				view.due = time.Time{}
			}
			return nil
		})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = s.live(func(*http.Request, int64) (View, error) { return view, nil })(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/live/page", nil).WithContext(ctx))
		}()
		time.Sleep(fullDrawInterval - time.Second)
		stop()
		<-done
		s.Close()
		if got, want := strings.Join(at, " "), "0s 7s 7.1s"; got != want {
			t.Errorf("drawn at %s, want %s", got, want)
		}
	})
}
