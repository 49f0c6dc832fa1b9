package agentpage

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) signInRoutes() []web.Route {
	if s.Wallet == nil {
		return nil
	}
	return slices.Concat(
		web.Verbs(web.Route{Pattern: "POST /agents/{id}/sign-in/{do}", Handle: s.signInDo},
			"put", "begin", "cancel", "out", "renew", "tls", "system-tls"),
		web.Verbs(web.Route{Pattern: "POST /agents/{id}/signature/{do}", Handle: s.signatureDo},
			"keys", "fetch", "forget"))
}

func (s *Screen) signInDo(w http.ResponseWriter, r *http.Request) error {
	e, ok := s.Agents.Find(r.Context(), link.OriginOf(r.PathValue("id")))
	if !ok {
		return agents.ErrNoAgent()
	}
	v := s.Agents.SignInOf(e)
	f := agents.SignInForm{Request: r}
	where := f.Text("where")
	if where == "" {
		where = v.Places[0]
	}
	if !slices.Contains(v.Places, where) {
		return web.Fail(http.StatusBadRequest, "These credentials are for another address.", "The card names no interface there.", "Reload the page.")
	}
	err := s.changeCredentials(r, v, where)
	s.Web.Notify(web.Agents)
	if err != nil && !errors.As(err, new(*auth.NotStoredError)) {
		return signInError(err)
	}
	s.Agents.Learn(e.Agent, r.PathValue("do") == "tls" || e.Card() == nil)
	if again := s.resendDraft(r, f.Text("retry"), v.Revision()); again != nil {
		return again
	}
	if err != nil { // the credential is in use, but not stored in the keyring
		return signInError(err)
	}
	return s.Web.Done(w, r, web.Agents)
}

// changeCredentials applies the action in the request's path to the credentials of a place.
func (s *Screen) changeCredentials(r *http.Request, v *agents.SignIn, where string) error {
	f := agents.SignInForm{Request: r}
	switch do := r.PathValue("do"); do {
	case "put", "begin":
		return s.signInBy(r, v, where, do)
	case "cancel":
		s.Wallet.Cancel(where, f.Text("scheme"))
		return nil
	case "out":
		_, err := s.Wallet.Remove(where, f.Text("scheme"))
		return err
	case "renew":
		return s.Wallet.Renew(r.Context(), where, f.Text("scheme"))
	case "tls":
		return s.Wallet.PutTLS(where, f.TLS())
	default: // system-tls
		return s.Wallet.PutTLS(where, auth.TLSSettings{})
	}
}

// resendDraft sends a draft's request again once the sign-in has succeeded. before is the value of
// agents.SignIn.Revision before it. If draft is "", it does nothing.
func (s *Screen) resendDraft(r *http.Request, draft, before string) error {
	if draft == "" || s.Agents.OnSignedIn == nil {
		return nil
	}
	if err := s.Agents.OnSignedIn(r.Context(), draft, before); err != nil {
		return web.Fail(http.StatusConflict, "You are signed in, but the request was not sent again.", err.Error(), "Press Retry this request.")
	}
	return nil
}

func signInError(err error) error {
	var mixed *auth.MixedServersError
	if errors.As(err, &mixed) {
		return web.Fail(http.StatusConflict, "You are not signed in.", err.Error(),
			"If you know the authorization server, type its issuer. To name each address, use a2a-console auth login with --authorization-url and --token-url.")
	}
	var kept *auth.NotStoredError
	if errors.As(err, &kept) {
		why := part.SentenceOf(kept.Err.Error())
		if none := (*auth.NoKeyringError)(nil); errors.As(err, &none) {
			why = "No keyring on this machine answers: " + part.SentenceOf(none.Err.Error())
		}
		return web.Fail(http.StatusConflict, "The credential is in use, but not in the keyring.", why, "Start a keyring, then sign in again. Otherwise the console forgets the credential when it stops.")
	}
	return web.Fail(http.StatusConflict, "The sign-in action failed.", err.Error(), "Fix the cause, then try again.")
}

func (s *Screen) signInBy(r *http.Request, v *agents.SignIn, where, do string) error {
	f := agents.SignInForm{Request: r}
	scheme, known := v.Scheme(f.Text("scheme"))
	if !known {
		return fmt.Errorf("the card no longer has the scheme %q; reload the page", f.Text("scheme"))
	}
	if do == "begin" {
		return s.Wallet.Begin(r.Context(), where, f.Login(scheme))
	}
	return s.Wallet.Put(where, f.Credential(scheme))
}
