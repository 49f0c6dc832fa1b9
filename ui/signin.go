package ui

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Changed has all pages look again; for what changes beside the record.
func (s *Server) Changed() { s.bell.ring() }

func (s *Server) signInRoutes() []route {
	if s.Wallet == nil {
		return nil
	}
	return []route{
		{pattern: "POST /agents/{id}/sign-in/{do}", handle: s.signInDo},
		{pattern: "POST /agents/{id}/signature/{do}", handle: s.signatureDo},
	}
}

// signIn is what the forms show of an agent.
type signIn struct {
	Agent    agentEntry
	Places   []string       // addresses that credentials can be for: the agent's own first
	Accounts []auth.Account // of these
	Schemes  []auth.Scheme
	Together [][]string
	Latest   *wire.Exchange // the console's latest finished call there, nil for none
	Now      time.Time
}

// maxPlaces bounds the addresses that a card can have us list.
const maxPlaces = 8

// placeOf is an address as credentials are filed by it, in the URL's own writing.
func placeOf(raw string) string {
	return wire.OriginOf(raw) + strings.TrimPrefix(auth.Agent(raw), auth.Origin(raw))
}

// place is the agent's own address: where its card is.
func (a agentEntry) place() string {
	at := a.CardURL
	if d := a.Known.Discovery; d != nil && d.CardURL != "" {
		at = d.CardURL
	}
	if auth.Origin(at) != auth.Origin(a.Origin) {
		return a.Origin
	}
	return a.Origin + strings.TrimPrefix(auth.Agent(at), auth.Origin(at))
}

// signInOf gathers what the forms show; nil when there is no signing in.
func (s *Server) signInOf(a agentEntry) *signIn {
	if s.Wallet == nil || a.Origin == "" {
		return nil
	}
	v := &signIn{Agent: a, Places: []string{a.place()}, Now: s.Now(), Schemes: auth.Schemes(a.Card()), Together: auth.Together(a.Card())}
	if a.Card() != nil {
		for _, f := range allInterfaces(a) {
			at := placeOf(calledAt(f.Binding, f.URL))
			known := auth.Origin(at) == auth.Origin(a.Origin) || slices.ContainsFunc(v.Places, func(k string) bool { return auth.Agent(k) == auth.Agent(at) })
			if !known && auth.Origin(at) != "" && len(v.Places) < maxPlaces {
				v.Places = append(v.Places, at)
			}
		}
	}
	for _, at := range v.Places {
		v.Accounts = append(v.Accounts, s.Wallet.Account(at))
	}
	return v
}

// calledAt is the URL that an interface is called at: gRPC ones may be written
// host:port.
func calledAt(b a2a.Binding, raw string) string {
	if u, err := dialect.Endpoint(b, raw); err == nil {
		return u
	}
	return raw
}

// own are the ways to sign in that the card need not name.
func (v *signIn) own() []auth.Scheme {
	var out []auth.Scheme
	for _, s := range ownSchemes() {
		if !slices.ContainsFunc(v.Schemes, func(o auth.Scheme) bool { return o.Name == s.Name || o.Kind == s.Kind && s.Kind != auth.APIKey }) {
			out = append(out, s)
		}
	}
	return out
}

func ownSchemes() []auth.Scheme {
	return []auth.Scheme{{Name: "bearer", Kind: auth.Bearer}, {Name: "basic", Kind: auth.Basic}, {Name: "api-key", Kind: auth.APIKey}}
}

// signInDo carries out an action on an agent's credentials.
func (s *Server) signInDo(w http.ResponseWriter, r *http.Request) error {
	e, ok := s.find(r.Context(), originOf(r.PathValue("id")))
	if !ok {
		return errNoAgent()
	}
	v := s.signInOf(e)
	f := signInForm{r}
	where := f.text("where")
	if where == "" {
		where = v.Places[0]
	}
	if !slices.Contains(v.Places, where) {
		return fail(http.StatusBadRequest, "These credentials are for another address.", "The card names no interface there.", "Reload the page.")
	}
	var err error
	switch do := r.PathValue("do"); do {
	case "put", "begin":
		err = s.signInBy(r, v, where, do)
	case "cancel":
		s.Wallet.Cancel(where, f.text("scheme"))
	case "out":
		_, err = s.Wallet.Remove(where, f.text("scheme"))
	case "renew":
		err = s.Wallet.Renew(r.Context(), where, f.text("scheme"))
	case "tls":
		err = s.Wallet.PutTLS(where, f.tls())
	case "system-tls":
		err = s.Wallet.PutTLS(where, auth.TLS{})
	default:
		return s.notFound(w, r)
	}
	s.bell.ring()
	var mixed *auth.MixedError
	if errors.As(err, &mixed) {
		return fail(http.StatusConflict, "You are not signed in.", sentenceOf(err.Error()),
			"If you know the authorization server, type its issuer. To name each address, use a2a-console auth login with --authorization-url and --token-url.")
	}
	if err != nil {
		return fail(http.StatusConflict, "That did not work as asked.", sentenceOf(err.Error()), "Change what is wrong and try again.")
	}
	s.learn(e.Agent, r.PathValue("do") == "tls" || e.Card() == nil)
	return s.done(w, r)
}

func (s *Server) signInBy(r *http.Request, v *signIn, where, do string) error {
	f := signInForm{r}
	name := f.text("scheme")
	i := slices.IndexFunc(v.Schemes, func(x auth.Scheme) bool { return x.Name == name })
	scheme := auth.Scheme{}
	if i >= 0 {
		scheme = v.Schemes[i]
	} else if k := slices.IndexFunc(ownSchemes(), func(x auth.Scheme) bool { return x.Name == name }); k >= 0 {
		scheme = ownSchemes()[k]
	} else {
		return fmt.Errorf("the card has no scheme %q any more; reload the page", name)
	}
	if do == "begin" {
		return s.Wallet.Begin(r.Context(), where, f.login(scheme))
	}
	return s.Wallet.Put(where, f.credential(scheme))
}

// signInForm reads what was typed.
type signInForm struct{ r *http.Request }

func (f signInForm) text(name string) string { return strings.TrimSpace(f.r.FormValue(name)) }

func (f signInForm) on(name string) bool { return f.r.FormValue(name) != "" }

func (f signInForm) credential(s auth.Scheme) auth.Credential {
	c := auth.Credential{Scheme: s.Name, Kind: s.Kind, In: s.In, Param: s.Param, User: f.text("user"), Secret: f.text("secret"), Remember: f.on("remember")}
	switch c.Kind {
	case auth.Basic:
		c.Secret = f.r.FormValue("secret") // a password may begin with a space
	case auth.Bearer:
		c.Secret = strings.TrimSpace(strings.TrimPrefix(c.Secret, "Bearer "))
	case auth.APIKey:
		if c.Param == "" {
			c.In, c.Param = f.text("in"), f.text("param")
		}
	}
	return c
}

func (f signInForm) login(s auth.Scheme) auth.Login {
	l := auth.LoginFor(s, auth.Flow(f.text("flow")))
	p := &l.Provider
	p.ClientID, p.ClientSecret, p.Scopes = f.text("client"), f.r.FormValue("secret"), strings.Fields(f.text("scopes"))
	l.Redirect, l.Remember = f.text("redirect"), f.on("remember")
	if issuer := f.text("issuer"); issuer != "" {
		l.ByIssuer(issuer)
	}
	return l
}

func (f signInForm) tls() auth.TLS {
	return auth.TLS{CA: f.text("ca"), Cert: f.text("cert"), Key: f.text("key"), Insecure: f.on("insecure"), Remember: f.on("remember")}
}
