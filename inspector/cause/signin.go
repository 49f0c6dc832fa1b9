package cause

import (
	"cmp"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/page"
)

// judgeSignIn judges responses that ask for other credentials, by HTTP, by gRPC, or as an error of the protocol.
func judgeSignIn(c *Case) (Cause, bool) {
	code := c.Exchange.Response.Status
	var name a2a.ErrorName
	if c.Error != nil {
		name = c.Error.Name
	}
	switch {
	case c.Exchange.Method == http.MethodOptions && c.Exchange.Request.Header.Get("Access-Control-Request-Method") != "" && wire.DeniesAccess(code): // preflights carry no credentials
		return Cause{Kind: Forbidden, Text: agentOrServer + " does not let pages of " + shorten(cmp.Or(c.Exchange.Request.Header.Get("Origin"), "another origin")) + " call it.", Proof: c.statusProof(), Spec: "RFC 9110 §15.5.4",
			Advice: "Allow the origin where the agent, or the server in front of it, answers preflights (CORS)."}, true
	case code == http.StatusUnauthorized || name == a2a.AuthenticationRequired:
		return c.unauthenticatedCause(), true
	case code == http.StatusForbidden || name == a2a.AuthorizationFailed:
		return c.forbiddenCause(), true
	}
	return Cause{}, false
}

func (c *Case) unauthenticatedCause() Cause {
	out := Cause{Kind: SignIn, Text: c.responder() + " requires credentials, and the request carried none.", Proof: c.statusProof(), Spec: "RFC 9110 §15.5.2",
		Advice: "Sign in on the agent's page, or send the header that the agent asks for."}
	if binding.Signed(&c.Exchange, c.Card) {
		out.Text = c.responder() + " did not accept the credentials that the request carried."
		out.Advice = "Sign in again: the token may have expired, be for another audience, or belong to another scheme."
		if right, known := binding.Meets(c.Card, c.Exchange.Request.Header, c.Exchange.URL); known && !right {
			out.Text = "The request carried other credentials than the agent's card requires."
			out.Advice = "Send those that the card requires, at the place that it names."
		}
	}
	if c.Challenge != "" {
		out.Advice += " " + c.Challenge
	}
	return out
}

func (c *Case) forbiddenCause() Cause {
	out := Cause{Kind: Forbidden, Text: c.responder() + " does not allow this with the credentials that the request carried.", Proof: c.statusProof(), Spec: "RFC 9110 §15.5.4",
		Advice: "Sign in with an account or scopes that may do this, or ask for access."}
	if !binding.Signed(&c.Exchange, c.Card) {
		out.Text = c.responder() + " does not allow this, and the request carried no credentials."
		out.Advice = "Sign in on the agent's page and retry."
	}
	if c.Exchange.Response.Status == http.StatusForbidden && c.answerText() != "" || page.Quote(c.Body) != "" && !page.IsStock(c.Body, c.Exchange.Response.Status) {
		out.Text = agentOrServer + " does not allow this, and says why."
		out.Advice = "First read what the body says: it may not be about credentials. " + out.Advice
	}
	return out
}
