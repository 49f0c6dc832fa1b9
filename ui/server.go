package ui

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/static"
)

// Options configures a Server. The interfaces must all be set.
type Options struct {
	Library   Library
	Desk      Desk
	Taps      Taps
	Directory Directory
	Caller    Caller
	Keeper    Keeper   // nil leaves the routes that need it out
	Files     Files    // likewise
	Player    Player   // likewise
	Wallet    Wallet   // likewise
	Webhooks  Webhooks // likewise
	Doctor    Doctor   // likewise

	Listen      string   // host:port the pages are served on; names the cookie
	PrivateHost string   // host name of the pages, known to nobody else; "" has them where Listen says
	Token       string   // "" makes one
	AllowHosts  []string // host names accepted beside this machine's own
	Reference   string   // origin of the built-in reference agent, "" when it does not run
	TapListen   string   // host the taps are bound to, for the advice on reaching them
	Version     string   // of the program

	Logger *slog.Logger     // nil discards
	Now    func() time.Time // nil means time.Now
}

// Server serves the console's pages and its API. Safe for concurrent use.
type Server struct {
	Options
	assets   *static.Assets
	guard    guard
	codes    codes
	table    *http.ServeMux // the routes
	handler  http.Handler
	bell     *bell
	shelf    *shelf
	calls    *calls
	cards    *cards
	drafts   *drafts
	sketches *sketches
	reruns   *reruns
	hookbook *hookbook
	compared *comparisons
	asked    *askedAgents

	around     around                                                          // the frame of the pages
	scopeOf    func(r *http.Request) string                                    // origin of the agent that a page is about, "" for none or several
	cardOf     func(origin string) *a2a.Card                                   // nil while it is not known
	otherViews map[string]otherView                                            // of Traffic, by their names in addresses
	sendPushed func(ctx context.Context, draft string) (url string, err error) // sends a draft with an address of its own to push to
	ctx        context.Context                                                 // ends with Close; the streams' lifetime, not a request's
	stop       context.CancelFunc
}

// New returns a Server. Close ends its streams.
func New(o Options) (*Server, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Token == "" {
		var b [16]byte
		rand.Read(b[:])
		o.Token = hex.EncodeToString(b[:])
	}
	assets, err := static.New()
	if err != nil {
		return nil, err
	}
	o.Library = newSearchTurns(o.Library)
	s := &Server{Options: o, assets: assets, bell: newBell()}
	s.guard, err = newGuard(o)
	if err != nil {
		return nil, fmt.Errorf("set up the pages on %s: %w", o.Listen, err)
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.shelf, s.calls, s.cards, s.drafts = newShelf(), newCalls(s.ctx), newCards(), newDrafts()
	s.sketches, s.reruns, s.compared = newSketches(), &reruns{}, &comparisons{}
	s.hookbook, s.asked = newHookbook(), newAskedAgents()
	s.around, s.scopeOf, s.sendPushed = s, s.scopeAgent, s.sendHooked
	s.cardOf = func(origin string) *a2a.Card { return s.cards.get(origin).card() }
	s.otherViews = map[string]otherView{"sequence": {s.sequencePage, s.newSequenceView}}
	s.table = s.mux()
	s.handler = s.guard.host(headers(s.table))
	return s, nil
}

// URL is the address that signs a browser in, as often as wanted. See OneTime.
func (s *Server) URL() string { return "http://" + s.guard.address + "/?token=" + s.Token }

// Close ends all streams and calls, and waits for the calls. Call it before the http.Server's Shutdown, which
// waits for them.
func (s *Server) Close() error {
	s.stop()
	s.calls.wait.Wait()
	return nil
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }
