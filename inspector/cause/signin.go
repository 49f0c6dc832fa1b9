package cause

import (
	"cmp"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/page"
)

// signIn judges answers that want other credentials: by HTTP, by gRPC, or as an error of
// the protocol.
func signIn(c *Case) (Cause, bool) {
	code := c.X.Response.Status
	var name a2a.ErrorName
	if c.Error != nil {
		name = c.Error.Name
	}
	switch {
	case c.X.Method == http.MethodOptions && c.X.Request.Header.Get("Access-Control-Request-Method") != "" && wire.Bars(code): // which carries no credentials
		return Cause{Kind: Forbidden, Says: agentOrServer + " does not let pages of " + short(cmp.Or(c.X.Request.Header.Get("Origin"), "another origin")) + " call it.", Proof: c.statusProof(), Spec: "RFC 9110 §15.5.4",
			Try: "Allow the origin where the agent, or the server before it, answers preflights (CORS)."}, true
	case code == http.StatusUnauthorized || name == a2a.AuthenticationRequired:
		return c.unauthenticated(), true
	case code == http.StatusForbidden || name == a2a.AuthorizationFailed:
		return c.forbidden(), true
	}
	return Cause{}, false
}

// unauthenticated judges an answer that asks who calls.
func (c *Case) unauthenticated() Cause {
	out := Cause{Kind: SignIn, Says: c.whoAnswered() + " requires credentials, and the request carried none.", Proof: c.statusProof(), Spec: "RFC 9110 §15.5.2",
		Try: "Sign in on the agent's page, or send the header that the agent asks for."}
	if binding.Signed(&c.X, c.Card) {
		out.Says = c.whoAnswered() + " did not accept the credentials that the request carried."
		out.Try = "Sign in again: the token may have expired, be for another audience, or be of another scheme."
		if right, known := binding.Meets(c.Card, c.X.Request.Header, c.X.URL); known && !right {
			out.Says = "The request carried other credentials than the agent's card asks for."
			out.Try = "Send those that the card asks for, at the place that it names."
		}
	}
	if c.Wants != "" {
		out.Try += " " + c.Wants
	}
	return out
}

// forbidden judges an answer that does not let the caller do this.
func (c *Case) forbidden() Cause {
	out := Cause{Kind: Forbidden, Says: c.whoAnswered() + " does not allow this with the credentials that the request carried.", Proof: c.statusProof(), Spec: "RFC 9110 §15.5.4",
		Try: "Sign in with an account or scopes that may do this, or ask for access."}
	if !binding.Signed(&c.X, c.Card) {
		out.Says = c.whoAnswered() + " does not allow this, and the request carried no credentials."
		out.Try = "Sign in on the agent's page and retry."
	}
	if c.X.Response.Status == http.StatusForbidden && c.answerText() != "" || page.Quote(c.Body) != "" && !page.Bare(c.Body, c.X.Response.Status) {
		out.Says = agentOrServer + " does not allow this, and says why."
		out.Try = "First read what the body says: it may not be about credentials. " + out.Try
	}
	return out
}
