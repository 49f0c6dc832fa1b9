package agent

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent/issuer"
)

// The credentials of an agent with Options.Require. Its card discloses them, because the agent is for
// demonstrations.
const (
	demoToken        = "demo-token"        // bearer
	demoUselessToken = "demo-token-narrow" // a bearer token without permissions: 403
	demoUser         = "demo"              // basic
	demoPassword     = "demo-password"
	demoKey          = "demo-key"        // every API key
	keyHeader        = "X-Demo-Key"      // apikey
	keyQuery         = "demo-key-query"  // apikey-query
	keyCookie        = "demo-key-cookie" // apikey-cookie
	issuerPath       = "/oauth"          // where the issuer is
	discoveryPath    = "/.well-known/openid-configuration"
)

// Credential is what the agent accepts for one word of Options.Require.
type Credential struct {
	Word        string
	User        string // basic: the user; tokens of the authorization server: the client id
	Secret      string // the token, password, key or client secret
	In          string // API keys: header, query or cookie
	Param       string // API keys: name of the header, parameter or cookie
	Description string // all of the above, as in the card's description
}

// IsIssued reports whether the credential is a token of the agent's authorization server.
func (c Credential) IsIssued() bool {
	return strings.HasPrefix(c.Word, "oauth2") || c.Word == "openid"
}

// Credentials returns what an agent with these words in Options.Require accepts, in their order and
// without repeats. The credentials are not secret: the card discloses them.
func Credentials(require []string) (out []Credential) {
	for _, r := range require {
		for word := range strings.SplitSeq(r, "+") {
			if !slices.ContainsFunc(out, func(c Credential) bool { return c.Word == word }) {
				out = append(out, credential(word))
			}
		}
	}
	return out
}

func credential(word string) Credential {
	c := Credential{Word: word}
	switch word {
	case "bearer":
		c.Secret = demoToken
		c.Description = "The token is " + demoToken + "; " + demoUselessToken + " is valid, but has no permissions."
	case "basic":
		c.User, c.Secret = demoUser, demoPassword
		c.Description = "The user is " + demoUser + ", the password " + demoPassword + "."
	case "apikey", "apikey-query", "apikey-cookie":
		c.Secret, c.Description = demoKey, "The key is "+demoKey+"."
		c.In = map[string]string{"apikey": "header", "apikey-query": "query", "apikey-cookie": "cookie"}[word]
		c.Param = map[string]string{"header": keyHeader, "query": keyQuery, "cookie": keyCookie}[c.In]
	default:
		c.User, c.Secret = issuer.ClientID, issuer.ClientSecret
		c.Description = "The client id is " + issuer.ClientID + ", its secret " + issuer.ClientSecret + "."
	}
	return c
}

// Requirements lists the words for Options.Require. Join them with + when several must hold together.
func Requirements() []string {
	return []string{"bearer", "basic", "apikey", "apikey-query", "apikey-cookie", "oauth2", "oauth2-device", "oauth2-client", "openid"}
}

// CheckRequire validates Options.Require.
func CheckRequire(all []string) error {
	for _, r := range all {
		for word := range strings.SplitSeq(r, "+") {
			if !slices.Contains(Requirements(), word) {
				return fmt.Errorf("the reference agent cannot require %q; it can require %s, or several of these joined with +",
					word, strings.Join(Requirements(), ", "))
			}
		}
	}
	return nil
}

func (a *Agent) secure(c *a2a.Card) {
	for _, r := range a.opts.Require {
		need := a2a.Requirement{}
		for word := range strings.SplitSeq(r, "+") {
			s, scopes := a.scheme(word)
			need[s.Name] = scopes
			if !slices.ContainsFunc(c.SecuritySchemes, func(o a2a.SecurityScheme) bool { return o.Name == s.Name }) {
				c.SecuritySchemes = append(c.SecuritySchemes, s)
			}
		}
		c.Security = append(c.Security, need)
	}
}

func (a *Agent) scheme(word string) (a2a.SecurityScheme, []string) {
	c := credential(word)
	s := a2a.SecurityScheme{Name: word, Type: "http", Description: c.Description, In: c.In, Param: c.Param}
	scopes := []string{}
	switch {
	case word == "bearer" || word == "basic":
		s.HTTPScheme = word
	case c.Param != "":
		s.Type = "apiKey"
	default:
		scopes = []string{issuer.Scope}
		s.Type = "oauth2"
		if word == "openid" {
			s.Type = "openIdConnect"
			scopes = []string{"openid", issuer.Scope}
		}
	}
	s.Raw = a.schemeDefinition(word, s)
	return s, scopes
}

// schemeDefinition returns a scheme as versions 0.2 and 0.3 spell it.
func (a *Agent) schemeDefinition(word string, s a2a.SecurityScheme) json.RawMessage {
	m := map[string]any{"type": s.Type, "description": s.Description}
	at := func(path string) string { return a.opts.BaseURL() + issuerPath + path }
	scopes := map[string]string{issuer.Scope: "Use the agent"}
	switch word {
	case "bearer", "basic":
		m["scheme"] = s.HTTPScheme
	case "oauth2":
		m["flows"] = map[string]any{"authorizationCode": map[string]any{"authorizationUrl": at("/authorize"), "tokenUrl": at("/token"), "refreshUrl": at("/token"), "scopes": scopes}}
	case "oauth2-device":
		m["flows"] = map[string]any{"deviceCode": map[string]any{"deviceAuthorizationUrl": at("/device"), "tokenUrl": at("/token"), "scopes": scopes}}
	case "oauth2-client":
		m["flows"] = map[string]any{"clientCredentials": map[string]any{"tokenUrl": at("/token"), "scopes": scopes}}
	case "openid":
		m["openIdConnectUrl"] = at(discoveryPath)
	default:
		m["in"], m["name"] = s.In, s.Param
	}
	b, err := json.Marshal(m)
	if err != nil {
		return nil // strings always encode
	}
	return b
}
