package ui

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// busy is a record whose reads sometimes fail.
type busy struct {
	host.Library
	exchange, exchanges atomic.Int32 // reads of one exchange and of lists that will fail
}

var errBusy = errors.New("the file is locked")

func fails(n *atomic.Int32) bool { return n.Load() > 0 && n.Add(-1) >= 0 }

func (l *busy) Exchange(ctx context.Context, id string) (wire.Exchange, error) {
	if fails(&l.exchange) {
		return wire.Exchange{}, errBusy
	}
	return l.Library.Exchange(ctx, id)
}

func (l *busy) Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	if fails(&l.exchanges) {
		return nil, errBusy
	}
	return l.Library.Exchanges(ctx, f, p)
}

// fresh waits until a tab has nothing to draw, changes something, and returns what is sent to the
// tab.
func (b *tab) fresh(f *fakeRecord, wait time.Duration, change func()) string {
	time.Sleep(time.Second)
	synctest.Wait()
	b.mu.Lock()
	b.sent.Reset()
	b.mu.Unlock()
	f.mu.Lock()
	change()
	f.ring()
	f.mu.Unlock()
	time.Sleep(wait)
	synctest.Wait()
	return b.text()
}

// The end of an exchange is drawn even if the record could not be read when it came.
func TestEndIsDrawnAfterAFailedRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := normalRecord()
		lib := &busy{Library: f}
		s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Library = lib })
		b := openTab(t, s, "/exchanges/0195-open-7", nil)
		sent := b.fresh(f, 30*time.Second, func() {
			lib.exchange.Store(1)
			x := &f.exchanges[6]
			f.version++
			x.Version, x.Outcome, x.Ended, x.Labels.State = f.version, wire.ByAgent, x.Started.Add(time.Second), "TASK_STATE_COMPLETED"
		})
		if !strings.Contains(sent, `id="detail-head"`) {
			t.Errorf("the exchange stays as it was: %.600s", sent)
		}
		said := strings.LastIndex(sent, "could not be updated")
		if empty := strings.LastIndex(sent, `<div id="notice" role="status" aria-live="polite"></div>`); said < 0 || empty < said {
			t.Errorf("what failed is said at %d and taken away at %d", said, empty)
		}
		b.cancel()
		<-b.done
	})
}

// A list whose redraw failed is redrawn as soon as the record can be read.
func TestListIsDrawnAnewAfterAFailedRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := normalRecord()
		f.sessions = append(f.sessions, wire.Session{ID: "session-9", Exchanges: 1})
		lib := &busy{Library: f}
		s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Library = lib })
		b := openTab(t, s, "/traffic", nil)
		sent := b.fresh(f, 30*time.Second, func() {
			lib.exchanges.Store(1)
			f.sessions[len(f.sessions)-1].Deleted = fakeNow()
			f.exchanges = f.exchanges[:len(f.exchanges)-1]
		})
		if !strings.Contains(sent, "> #x7\ndata: mode remove") {
			t.Errorf("the rows of a deleted session stay: %.600s", sent)
		}
		b.cancel()
		<-b.done
	})
}

// A conversation stays on its page while the record cannot be read.
func TestConversationStaysAfterAFailedRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := longRecord()
		lib := &busy{Library: f}
		s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Library = lib })
		b := openTab(t, s, "/compose?draft=d&task=task-7&context=context-7&agent=http://127.0.0.1:7430", nil)
		sent := b.fresh(f, time.Second, func() {
			lib.exchanges.Store(1)
			f.agents[0].Name = "renamed"
		})
		if strings.Contains(sent, `id="turns"`) || !strings.Contains(sent, "could not be updated") {
			t.Errorf("the turns are drawn anew: %.600s", sent)
		}
		b.cancel()
		<-b.done
	})
}

// A hidden tab has no stream. When it is shown again, rows of sessions that were deleted meanwhile
// disappear, and rows of restored ones appear.
func TestSessionsThatGoWhileATabIsHidden(t *testing.T) {
	for _, path := range []string{"/?q=", "/traffic?q=", "/exchanges/0195-open-7?q="} {
		synctest.Test(t, func(t *testing.T) {
			f := normalRecord()
			f.sessions = append(f.sessions, wire.Session{ID: "session-9", Exchanges: 1})
			x := sample(95, "other")
			x.Session = "session-9"
			f.put(x)
			s := newTestServer(t, f, &fakeCaller{})
			page := get(t, s, path).Body.String()
			shown := func(in, name string) string {
				m := regexp.MustCompile(name+`="?(\d+)`).FindAllStringSubmatch(in, -1)
				if len(m) == 0 {
					t.Fatalf("%s: nothing tells %s: %.300s", path, name, in)
				}
				return m[len(m)-1][1]
			}
			since, sessions := shown(page, "data-version"), shown(page, "data-sessions")
			look := func() string {
				b := openTab(t, s, path, map[string]string{"Console-Since": since, "Console-Sessions": sessions})
				time.Sleep(2 * time.Second)
				synctest.Wait()
				b.cancel()
				<-b.done
				sent := b.text()
				if m := regexp.MustCompile(`"_sessions":"(\d+)"`).FindStringSubmatch(sent); m != nil {
					sessions = m[1]
				}
				return sent
			}
			if got := look(); strings.Contains(got, `id="rows"`) {
				t.Errorf("%s: nothing has changed, and all is drawn: %.300s", path, got)
			}
			f.mu.Lock()
			was, last := f.exchanges, len(f.sessions)-1
			f.exchanges, f.sessions[last].Deleted = was[:len(was)-1], fakeNow()
			f.mu.Unlock()
			if got := look(); !strings.Contains(got, `id="rows"`) || strings.Contains(got, `id="x8"`) {
				t.Errorf("%s: the rows of a session that was deleted stay: %.300s", path, got)
			}
			if got := look(); strings.Contains(got, `id="rows"`) {
				t.Errorf("%s: all is drawn again: %.300s", path, got)
			}
			f.mu.Lock()
			f.exchanges, f.sessions[last].Deleted = was, time.Time{}
			f.mu.Unlock()
			if got := look(); !strings.Contains(got, `id="x8"`) {
				t.Errorf("%s: the rows of a session that was brought back do not come: %.300s", path, got)
			}
		})
	}
}

// Rows loaded outside the stream say which version of the record they show.
func TestRowsLoadedLateTellTheirVersion(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	versions, err := f.Versions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/traffic?q=&before=5", "/traffic?q=&after=2"} {
		if got := patchesOf(t, s, path); !strings.Contains(got, fmt.Sprintf(`data-since="%d"`, versions.Exchanges)) {
			t.Errorf("%s does not tell version %d: %s", path, versions.Exchanges, got)
		}
	}
}
