package agents

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Standing says, for a list, whether an agent can be called.
type Standing struct {
	Class, Words, Reason string
	SignIn               bool // Words are about signing in
}

// Standing is derived from the agent's card and the stored credentials; it makes no call.
func (s *Directory) Standing(ctx context.Context, a Entry) Standing {
	switch {
	case a.IsFormer:
		return Standing{}
	case a.CardInfo.Busy && a.Card() == nil:
		return Standing{Class: "muted", Words: "looking for its card…"}
	case a.Card() == nil && a.CardInfo.Discovery != nil:
		return Standing{Class: "failed", Words: TriedWord(a.CardInfo.Discovery), Reason: "Tried at " + part.Stamp(a.CardInfo.SearchedAt) + ". " + part.Short(a.CardInfo.Problem, 300)}
	case a.Card() == nil:
		return Standing{}
	}
	v := s.SignInOf(a)
	if v == nil {
		return Standing{}
	}
	if v.IsSignedIn() {
		if v.Latest = s.LatestCall(ctx, a.Origin); v.isRefused() {
			return Standing{"failed", "✕ credential refused", "The agent refused it at " + part.Stamp(v.Latest.Started) + ".", true}
		}
		return Standing{Class: "muted", Words: "✓ credential kept", SignIn: true}
	}
	if WantsSignIn(a.Card()) {
		return Standing{"waiting-word", "sign-in required", "Its card requires " + part.Short(Requirements(a.Card()), 200), true}
	}
	return Standing{}
}

// WantsSignIn reports whether every alternative in a card's security requirements needs a
// credential.
func WantsSignIn(c *a2a.Card) bool {
	return len(c.Security) > 0 && !slices.ContainsFunc(c.Security, func(r a2a.Requirement) bool { return len(r) == 0 })
}
