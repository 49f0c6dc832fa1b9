package compose

import (
	"context"
	"errors"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// challenge says which credentials the last answer asks for, "" for none.
func (v *conversation) challenge() string {
	if v.Last == nil || v.Busy {
		return ""
	}
	text := agents.DescribeChallenge(v.Last.X.Response, v.Agent.Card())
	if text == "" && v.State == a2a.AuthRequired {
		return "The task is in state auth-required: it continues once you have signed in. Its status message often says where. " +
			"If the agent expects credentials with the request, sign in here and retry. If it waits for something elsewhere, do that, then get the task again."
	}
	return text
}

// retry sends the refused request again with the current credentials. The body is the one that was
// sent, including what the record redacts, if the draft still has it.
func (s *Screen) retry(ctx context.Context, id string) error {
	v, err := s.current(ctx, id)
	if err != nil {
		return err
	}
	if v.Last == nil {
		return errors.New("there is no request to retry yet")
	}
	x, p, err := s.Calls.RecordedRequest(ctx, v.Last.X.ID)
	if err != nil {
		return err
	}
	kept := v.Draft.LastSent(x.ID)
	if kept != nil {
		p.Body = kept.Body
	}
	exchange, err := s.Calls.SendAs(wire.CallOptions{Origin: wire.Compose, Caller: "Compose", Link: x.ID}, x.Agent, p, nil)
	if err == nil {
		s.noteResend(id, kept, exchange, p.Body)
	}
	return err
}

// RetrySignedIn sends a draft's refused request again as soon as the sign-in that just began has
// succeeded: at once, or after the browser comes back. before is the value of SignIn.Revision
// before the sign-in.
func (s *Screen) RetrySignedIn(ctx context.Context, id, before string) error {
	if !s.Drafts.Has(id) {
		return nil
	}
	v, err := s.current(ctx, id)
	if err != nil {
		return err
	}
	if v.Last == nil || v.challenge() == "" {
		return nil
	}
	s.Drafts.Update(id, func(d *draft.Draft) { d.Retry = draft.Retry{Exchange: v.Last.X.ID, SignInRevision: before} })
	return s.retrySigned(ctx, id)
}

// retrySigned retries the request that waits for a sign-in, if that has succeeded.
func (s *Screen) retrySigned(ctx context.Context, id string) error {
	wanted := s.Drafts.Get(id).Retry
	if wanted.Exchange == "" {
		return nil
	}
	v, err := s.current(ctx, id)
	if err != nil {
		return err
	}
	signIn := s.Agents.SignInOf(v.Agent)
	stale := v.Last == nil || v.Last.X.ID != wanted.Exchange || signIn == nil
	if !stale && (signIn.Revision() == wanted.SignInRevision || signIn.Revision() == "") {
		return nil
	}
	mine := false // if several tabs get here, only one sends
	s.Drafts.Update(id, func(d *draft.Draft) { mine, d.Retry = d.Retry == wanted, draft.Retry{} })
	if stale || !mine {
		return nil
	}
	return s.retry(ctx, id)
}

// asksForSignIn reports whether the agent's card asks for credentials and there are none.
func (v *View) asksForSignIn() bool {
	return v.SignIn != nil && !v.SignIn.IsSignedIn() && v.Agent.Card() != nil && agents.WantsSignIn(v.Agent.Card())
}

func (v *View) signedWords() string {
	if v.SignIn == nil {
		return ""
	}
	to := v.SignIn.PlaceIndex(agents.CalledAt(v.Target.Binding, v.Target.Endpoint))
	var here, elsewhere, refused []string
	for i, a := range v.SignIn.Accounts {
		for _, s := range a.States {
			if i == to && v.SignIn.IsRefused(agents.ActiveCredential{CredentialState: s, Place: v.SignIn.Places[i]}) {
				refused = append(refused, part.Short(s.Scheme, 40))
			} else if i == to {
				here = append(here, part.Short(s.Scheme, 40))
			} else {
				elsewhere = append(elsewhere, part.Short(v.SignIn.Places[i], 60))
			}
		}
	}
	switch {
	case len(refused) > 0:
		return "the agent refused the sign-in with " + strings.Join(refused, " and ")
	case len(here) > 0:
		return "signed in with " + strings.Join(here, " and ")
	case len(elsewhere) > 0:
		return "not signed in there: your credentials are for " + elsewhere[0]
	}
	return ""
}

// crossOriginWarning returns a warning if the card names an endpoint on another origin, where the
// request would carry the person's sign-in.
func (v *View) crossOriginWarning() string {
	if v.SignIn == nil {
		return ""
	}
	to := v.SignIn.PlaceIndex(agents.CalledAt(v.Target.Binding, v.Target.Endpoint))
	if to < 1 || len(v.SignIn.Accounts[to].States) == 0 {
		return ""
	}
	return "The card of " + record.HostOf(v.Agent.Origin) + " directs this to " + record.HostOf(wire.OriginOf(v.SignIn.Places[to])) + ", with your sign-in there."
}
