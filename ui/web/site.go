// Package web is the base of all screens: routes and access, whole pages, actions, live streams
// with their patches, and error pages. It imports no screen.
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
	Records Records // source of changes to draw
	Around  Around  // the frame of the pages

	// Unrecorded counts the exchanges that passed since recording was paused. The bell of Records
	// rings for each. nil means none.
	Unrecorded func() int

	Listen      string   // host:port of the pages; also names the cookie
	PrivateHost string   // secret host name of the pages; "" serves them at Listen
	Token       string   // "" generates one
	AllowHosts  []string // host names accepted in addition to this machine's own

	BrowserKeys browserkey.File // browsers that may sign in again after a restart; "" stores none

	Logger *slog.Logger     // nil discards
	Now    func() time.Time // nil means time.Now
}

// Site serves the pages of all screens: access, pages, actions, live streams. Safe for
// concurrent use after Route.
type Site struct {
	Options
	Assets  *static.Assets
	notices *notices
	guard   guard
	codes   codes
	session atomic.Pointer[session]
	signing sync.RWMutex    // write-locked to sign all out
	table   *http.ServeMux  // the routes
	ctx     context.Context // the context of the streams; ends with Close
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

// Route returns the handler of all routes. Unknown addresses get an error page in the frame.
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

// CheckHost wraps h so that it answers only to this console's host names.
func (s *Site) CheckHost(h http.Handler) http.Handler { return s.guard.host(h) }

// URL returns the address that signs a browser in, any number of times. See OneTime.
func (s *Site) URL() string { return "http://" + s.guard.address + "/?token=" + s.Token }

// Notify makes every tab that k concerns draw again. It is for changes outside the record.
func (s *Site) Notify(k Kind) { s.notices.notify(k) }

// Context returns the context of all streams, which ends with Close.
func (s *Site) Context() context.Context { return s.ctx }

// Close ends all streams.
func (s *Site) Close() { s.stop() }
