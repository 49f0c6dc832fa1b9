// Package web is what every screen stands on: routes and who may use them, whole
// pages, actions, live streams and their patches, errors in words.
package web

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/static"
	"github.com/a2a-console/a2a-console/ui/web/browserkey"
)

// Options configures a Site.
type Options struct {
	Records Records // whose changes are drawn
	Around  Around  // the frame of the pages

	// Unrecorded counts the exchanges that passed since recording was paused; the bell of
	// Records rings for each. nil: none do.
	Unrecorded func() int

	Listen      string   // host:port the pages are served on; names the cookie
	PrivateHost string   // host name of the pages, known to nobody else; "" has them where Listen says
	Token       string   // "" makes one
	AllowHosts  []string // host names accepted beside this machine's own

	BrowserKeys browserkey.File // browsers that are let in again after a restart; "" keeps none

	Logger *slog.Logger     // nil discards
	Now    func() time.Time // nil means time.Now
}

// Site is what every screen stands on: who may come in, how a page, an action and
// a live stream answer. Safe for concurrent use once Route was called.
type Site struct {
	Options
	Assets  *static.Assets
	notices *notices
	guard   guard
	codes   codes
	session atomic.Pointer[session]
	signing sync.RWMutex    // taken to sign all out, and against that
	table   *http.ServeMux  // the routes
	ctx     context.Context // ends with Close; the streams' lifetime, not a request's
	stop    context.CancelFunc
}

// New returns a Site without routes. Close ends its streams.
func New(o Options) (*Site, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Token == "" {
		o.Token = randomToken()
	}
	assets, err := static.New()
	if err != nil {
		return nil, err
	}
	s := &Site{Options: o, Assets: assets}
	s.guard, err = newGuard(o)
	if err != nil {
		return nil, fmt.Errorf("set up the pages on %s: %w", o.Listen, err)
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.session.Store(s.newSession(o.Token))
	s.notices = newNotices(s.ctx, o.Records, o.Unrecorded)
	return s, nil
}

// Route makes the handler of all routes. Unknown addresses get an error page in
// the frame.
func (s *Site) Route(routes []Route) http.Handler {
	s.table = http.NewServeMux()
	for _, rt := range routes {
		s.table.Handle(rt.Pattern, s.guarded(rt, rt.Handle))
		if rt.Live != nil {
			s.table.Handle(livePattern(rt.Pattern), s.guarded(rt, s.whileSignedIn(s.live(rt.Live))))
		}
	}
	s.table.Handle("/", s.guarded(Route{}, s.NotFound))
	return s.guard.host(headers(s.table))
}

// CheckHost has h answer what is for this console's names only.
func (s *Site) CheckHost(h http.Handler) http.Handler { return s.guard.host(h) }

// URL is the address that signs a browser in, as often as wanted. See OneTime.
func (s *Site) URL() string { return "http://" + s.guard.address + "/?token=" + s.Token }

// Notify has every tab look that a kind of change concerns; for what changes beside
// the record.
func (s *Site) Notify(k Kind) { s.notices.notify(k) }

// Context ends with Close.
func (s *Site) Context() context.Context { return s.ctx }

// Close ends all streams.
func (s *Site) Close() { s.stop() }
