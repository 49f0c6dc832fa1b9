package auth

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"
)

// Credential is what a person or a server supplied for one scheme of an agent. It holds secrets: never print it,
// log it or put it into a page. Its JSON is for the Vault only.
type Credential struct {
	Scheme   string `json:"scheme"` // name in the card, or our own name if no card declares the scheme
	Kind     Kind   `json:"kind"`
	In       string `json:"in,omitempty"`     // APIKey: header, query or cookie
	Param    string `json:"param,omitempty"`  // APIKey: name of the header, parameter or cookie
	User     string `json:"user,omitempty"`   // Basic
	Secret   string `json:"secret,omitempty"` // Bearer: token, Basic: password, APIKey: key
	Grant    *Grant `json:"grant,omitempty"`  // OAuth2, OpenID
	Remember bool   `json:"-"`                // keep it in the Vault
}

// Grant is a token from an authorization server, and how to get the next one.
type Grant struct {
	Flow     Flow      `json:"flow"`
	Provider Provider  `json:"provider"`
	Access   string    `json:"access"`
	Refresh  string    `json:"refresh,omitempty"`
	Expiry   time.Time `json:"expiry,omitzero"`
	Scopes   []string  `json:"scopes,omitempty"`   // as granted
	Subject  string    `json:"subject,omitempty"`  // OpenID: the person who signed in
	Spent    bool      `json:"spent,omitempty"`    // Refresh was sent, but not answered
	Reusable bool      `json:"reusable,omitempty"` // the server accepted Refresh and left it valid
}

// Provider is an authorization server and the client's registration with it.
type Provider struct {
	Issuer        string   `json:"issuer,omitempty"`
	Authorization string   `json:"authorization,omitempty"`
	Token         string   `json:"token,omitempty"`
	DeviceStart   string   `json:"deviceStart,omitempty"`
	Keys          string   `json:"keys,omitempty"` // jwks_uri
	ClientID      string   `json:"clientId,omitempty"`
	ClientSecret  string   `json:"clientSecret,omitempty"`
	Scopes        []string `json:"scopes,omitempty"`  // to request
	NamesItself   bool     `json:"-"`                 // the server sends its issuer in the authorization response (RFC 9207)
	Checked       bool     `json:"checked,omitempty"` // the addresses belong to one server, or a person named them
}

func (c Credential) check() error {
	switch c.Kind {
	case Bearer:
		if c.Secret == "" {
			return errors.New("the token is missing: paste it")
		}
	case Basic:
		if c.User == "" {
			return errors.New("the user name is missing: type it")
		}
		if strings.Contains(c.User, ":") {
			return errors.New("the user name has a colon, which Basic authentication cannot send")
		}
	case APIKey:
		return c.checkKey()
	case OAuth2, OpenID:
		if c.Grant == nil || c.Grant.Access == "" {
			return errors.New("there is no token yet: sign in at the authorization server")
		}
	default:
		return fmt.Errorf("the console cannot sign in by %q", c.Kind)
	}
	token := c.Secret
	if c.Grant != nil {
		token = c.Grant.Access
	}
	if c.Kind != Basic && !httpguts.ValidHeaderFieldValue(token) {
		return errors.New("the token has characters that a header cannot carry: it may have been cut or wrapped")
	}
	return nil
}

func (c Credential) checkKey() error {
	switch {
	case c.Secret == "":
		return errors.New("the key is missing: paste it")
	case c.Param == "":
		return errors.New("the name to send the key under is not known: give it")
	case c.In != "header" && c.In != "query" && c.In != "cookie":
		return errors.New("where to send the key is not known: choose header, query or cookie")
	case c.In == "header" && (!httpguts.ValidHeaderFieldName(c.Param) || !httpguts.ValidHeaderFieldValue(c.Secret)):
		return errors.New("a header cannot have that name or carry that key")
	case c.In == "header" && isReservedHeader(c.Param):
		return fmt.Errorf("the header %s belongs to the connection: it cannot carry a key", c.Param)
	case c.In == "cookie" && (!httpguts.ValidHeaderFieldName(c.Param) || strings.ContainsAny(c.Secret, ";,\" \\\r\n\t")):
		return errors.New("a cookie cannot have that name or carry that key")
	}
	return nil
}

// isReservedHeader reports whether a header frames or routes a request.
func isReservedHeader(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Host", "Content-Length", "Transfer-Encoding", "Connection", "Upgrade", "Te", "Trailer", "Keep-Alive":
		return true
	}
	return false
}

// apply adds the credential to a request in place. Headers and cookies already in the request take precedence.
func (c Credential) apply(r *http.Request) {
	switch c.Kind {
	case Bearer:
		setAuthorization(r, "Bearer "+c.Secret)
	case OAuth2, OpenID:
		setAuthorization(r, "Bearer "+c.Grant.Access)
	case Basic:
		if r.Header.Get("Authorization") == "" {
			r.SetBasicAuth(c.User, c.Secret)
		}
	case APIKey:
		c.applyKey(r)
	}
}

func setAuthorization(r *http.Request, value string) {
	if r.Header.Get("Authorization") == "" {
		r.Header.Set("Authorization", value)
	}
}

func (c Credential) applyKey(r *http.Request) {
	switch c.In {
	case "header":
		if r.Header.Get(c.Param) == "" {
			r.Header.Set(c.Param, c.Secret)
		}
	case "cookie":
		if _, err := r.Cookie(c.Param); err != nil {
			r.AddCookie(&http.Cookie{Name: c.Param, Value: c.Secret})
		}
	case "query":
		u := *r.URL
		u.RawQuery = setParam(u.RawQuery, c.Param, c.Secret)
		r.URL = &u
	}
}

// setParam sets a parameter of a query and leaves the others as they are written, in their order. It replaces
// an existing value, which may stand for one that the recorder redacted.
func setParam(query, name, value string) string {
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		n, _, _ := strings.Cut(pair, "=")
		if u, err := url.QueryUnescape(n); err == nil {
			n = u
		}
		if pair != "" && n != name {
			kept = append(kept, pair)
		}
	}
	return strings.Join(append(kept, url.QueryEscape(name)+"="+url.QueryEscape(value)), "&")
}
