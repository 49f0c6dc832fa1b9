package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/wire"
)

type flaky struct{ n int }

func (f *flaky) Document(_ *http.Request, p Page) (templ.Component, error) { return p.Body, nil }
func (f *flaky) View(*http.Request) View {
	return ViewFunc(func(context.Context, *Patches) error {
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
		view := ViewFunc(func(context.Context, *Patches) error { n++; return nil }, Sessions)
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

// Changes without a notice are drawn within the interval, whatever else happens.
func TestAllIsDrawnNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, drawn := watched(t, make(ringing, 1))
		for range 12 {
			time.Sleep(fullDrawInterval / 2)
			s.Notify(Drafts)
		}
		if n := len(drawn()); n < 3 {
			t.Errorf("%d drawings in %v, want one each %v", n, 6*fullDrawInterval, fullDrawInterval)
		}
	})
}

func TestOtherKindsDrawNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, drawn := watched(t, make(ringing, 1))
		time.Sleep(time.Second)
		before := len(drawn())
		for range 5000 { // a comparison notifies for each pair
			s.Notify(Jobs)
		}
		time.Sleep(time.Second)
		if n := len(drawn()) - before; n > 0 {
			t.Errorf("a view of Record and Sessions was drawn %d times for Jobs", n)
		}
	})
}

// Without an open tab nobody takes notices, so none are kept.
func TestNothingIsKeptWithoutTabs(t *testing.T) {
	s, _ := New(Options{Records: make(ringing, 1), Around: bare{}, Listen: "127.0.0.1:7420", Token: "secret"})
	for range 5000 {
		s.Notify(Runs)
	}
	if n := len(s.notices.kinds); n > 10 {
		t.Errorf("%d kinds are kept though no tab is open", n)
	}
}

// held is a record that is slow to return its versions.
type held struct {
	ringing
	asked, answer chan bool
}

func (h held) Versions(context.Context) (wire.Versions, error) {
	h.asked <- true
	<-h.answer
	return wire.Versions{}, nil
}

// A tab that opens reads the record. Other tabs' actions do not wait for that, and
// changes during it are delivered.
func TestNobodyWaitsForATabThatOpens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := held{make(ringing, 1), make(chan bool, 1), make(chan bool)}
		n := newNotices(t.Context(), h, nil)
		opened, done := make(chan *inbox), make(chan bool)
		go func() {
			in, stop := n.open()
			opened <- in
			<-done
			stop()
		}()
		synctest.Wait()
		told := make(chan bool)
		go func() {
			n.notify(Agents)
			close(told)
		}()
		synctest.Wait()
		select {
		case <-told:
		default:
			t.Error("an action waits until the record was read")
		}
		select {
		case <-opened:
			t.Error("the tab is drawn before it is known from where on to tell")
		default:
		}
		time.Sleep(time.Second)
		h.ringing <- struct{}{} // something changes while the record is being read
		h.answer <- true
		in := <-opened
		defer close(done)
		time.Sleep(time.Second)
		var record, agents bool
		for _, x := range in.take() {
			record, agents = record || x.Kind == Record, agents || x.Kind == Agents
		}
		if !record || !agents {
			t.Errorf("what changed while the record was read: told of exchanges %v, of agents %v", record, agents)
		}
	})
}

// counting is a record whose versions a test sets.
type counting struct {
	ringing
	v wire.Versions
}

func (c *counting) Versions(context.Context) (wire.Versions, error) { return c.v, nil }
func (c *counting) ChangesSince(_ context.Context, since wire.Versions, _ int) (now wire.Versions, xs []wire.Exchange, err error) {
	for v := since.Exchanges + 1; v <= c.v.Exchanges; v++ {
		xs = append(xs, wire.Exchange{Version: v})
	}
	return c.v, xs, nil
}

// A changed version causes a notice even if it is lower, as after the
// removal of the newest exchange.
func TestNoticesFollowTheVersions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counting{ringing: make(ringing, 1), v: wire.Versions{Exchanges: 7, Sessions: 3, Agents: 2}}
		n := newNotices(t.Context(), c, nil)
		in, stop := n.open()
		for _, step := range []struct {
			now  wire.Versions
			want string
		}{
			{wire.Versions{Exchanges: 7, Sessions: 3, Agents: 2}, "[]"},
			{wire.Versions{Exchanges: 9, Sessions: 3, Agents: 2}, "[record 8 record 9]"},
			{wire.Versions{Exchanges: 9, Sessions: 3, Agents: 3}, "[agents]"},
			{wire.Versions{Exchanges: 4, Sessions: 5, Agents: 3}, "[sessions]"},
			{wire.Versions{Exchanges: 10, Sessions: 5, Agents: 3}, "[record 10]"},
		} {
			c.v = step.now
			c.ringing <- struct{}{}
			time.Sleep(time.Second)
			synctest.Wait() // run must not read the versions while the next step sets them
			got := []string{}
			for _, x := range in.take() {
				word := string(x.Kind)
				if x, known := x.About(); known {
					word += fmt.Sprint(" ", x.Version)
				}
				got = append(got, word)
			}
			if fmt.Sprint(got) != step.want {
				t.Errorf("%+v: told %v, want %s", step.now, got, step.want)
			}
		}
		stop()
		time.Sleep(time.Second)
	})
}

// Exchanges that pass while recording is paused do not change the record, but a change of their
// count causes a notice.
func TestNoticesTellWhatPassesUnrecorded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, passed := &counting{ringing: make(ringing, 1)}, 3
		n := newNotices(t.Context(), c, func() int { return passed })
		in, stop := n.open()
		for _, step := range []struct{ passed, told int }{{3, 0}, {4, 1}, {4, 0}, {0, 1}} {
			passed = step.passed
			c.ringing <- struct{}{}
			time.Sleep(time.Second)
			synctest.Wait() // run must not read the count while the next step sets it
			if got := in.take(); len(got) != step.told || step.told > 0 && got[0].Kind != Sessions {
				t.Errorf("%d passed unrecorded: told %v", passed, got)
			}
		}
		stop()
		time.Sleep(time.Second)
	})
}
