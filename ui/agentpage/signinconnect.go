package agentpage

import (
	"net/http"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/web"
)

// signInFirst takes the credentials that the connect form brings, when the
// address had asked for some.
func (s *Screen) signInFirst(r *http.Request, input string) error {
	f := agents.SignInForm{Request: r}
	at := inspector.FirstAddress(input)
	if s.Wallet == nil || at == "" {
		return nil
	}
	var err error
	if t := f.TLS(); t != (auth.TLS{}) {
		err = s.Wallet.PutTLS(at, t)
	}
	if c := f.First(); err == nil && c.Secret != "" {
		err = s.Wallet.Put(at, c)
	}
	if err != nil {
		return web.Fail(http.StatusConflict, "These credentials cannot be used.", err.Error(), "Change what is wrong and try again.")
	}
	return nil
}

// signInFound files credentials that the connect form brought for the agent that
// was found.
func (s *Screen) signInFound(input string, d *inspector.Discovery) error {
	at := inspector.FirstAddress(input)
	if s.Wallet == nil || at == "" {
		return nil
	}
	agent, ok := auth.AgentFor(at, d)
	if !ok {
		return nil
	}
	return s.Wallet.Move(at, agent)
}
