// Package agents holds what the console knows about agents: their cards, their taps, the versions
// and bindings to call them in, and how to sign in. It fetches cards by calling agents through
// host.Caller and saves agents in host.Directory. Screens read from it.
package agents

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Directory holds the known agents with what was found out about them in this run. Safe for
// concurrent use.
type Directory struct {
	Web        *web.Site
	Background *background.Calls
	Cards      *Cards

	Directory  host.Directory
	Library    host.Library
	Taps       host.Taps
	Caller     host.Caller
	Wallet     host.Wallet // nil: nobody can sign in
	Doctor     host.Doctor // nil: connections cannot be examined
	CanExamine bool        // whether agents can be examined
	Player     host.Player // nil: there are no mocks
	callTimes  callTimes
	choice     choice

	// OnSignedIn is called when a sign-in has begun from a draft. It sends the draft's refused
	// request again once that has succeeded. before is SignIn.Revision from before the sign-in.
	OnSignedIn func(ctx context.Context, draft, before string) error

	Reference string // origin of the built-in reference agent, "" if it is not running
}

// CardOf returns the card of the agent with an origin, nil if it is not known.
func (s *Directory) CardOf(origin string) *a2a.Card { return s.Cards.Get(origin).card() }
