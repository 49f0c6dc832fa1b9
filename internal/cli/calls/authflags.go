package calls

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/words"
)

// AuthFlags are the flags for signing in to an agent. A secret is @FILE, @- (stdin), env:NAME or
// the value itself.
type AuthFlags struct {
	TLSFlags

	Bearer   string `sep:"none" placeholder:"SECRET" help:"Send this bearer token. A secret is @FILE, @- for stdin, env:NAME, or the value itself, which other programs can see."`
	Basic    string `placeholder:"USER:SECRET" help:"Send this user name and password."`
	APIKey   string `name:"api-key" placeholder:"SECRET" help:"Send this API key, in the place that the card names."`
	APIKeyIn string `name:"api-key-in" placeholder:"PLACE:NAME" help:"Send the API key in this place instead: header:X-API-Key, query:key or cookie:session."`

	OAuth        string   `name:"oauth" enum:"client,code,device," default:"" placeholder:"FLOW" help:"Sign in at the card's authorization server: client (credentials), code (in the browser) or device."`
	ClientID     string   `name:"client-id" placeholder:"ID" help:"Client id that is registered with the authorization server."`
	ClientSecret string   `placeholder:"SECRET" help:"The client's secret."`
	Scope        []string `placeholder:"NAME" help:"Request this scope. Repeatable. Default: the scopes that the card requires."`
	Scheme       string   `name:"auth-scheme" placeholder:"NAME" help:"Sign in with this security scheme of the card, if it has several."`
	Issuer       string   `placeholder:"URL" help:"Get the endpoints from this authorization server's metadata, instead of from the card."`
	AuthorizeURL string   `name:"authorization-url" placeholder:"URL" help:"The authorization server's authorization endpoint, for --oauth code. With --token-url, the card's endpoints are not used."`
	DeviceURL    string   `name:"device-url" placeholder:"URL" help:"The authorization server's device authorization endpoint, for --oauth device. With --token-url, the card's endpoints are not used."`
	TokenURL     string   `name:"token-url" placeholder:"URL" help:"The authorization server's token endpoint, instead of the card's."`
	RedirectURI  string   `name:"redirect-uri" placeholder:"URL" help:"Redirect URI after sign-in. Default: http://127.0.0.1:7435/callback."`

	authStreams *stdio.Streams // set by PrepareAuth, as are the next two
	wallet      *auth.Wallet
	agent       string // URL that the credentials are for
	remember    bool   // keep them in the keyring
	hasToken    bool   // an authorization server gave a token

	headerFlags map[string]string // header → the flag that sets it
}

// HasCredentials reports whether any flag gives credentials.
func (f *AuthFlags) HasCredentials() bool { return f.Bearer+f.Basic+f.APIKey+f.OAuth != "" }

// PrepareAuth stores the credentials that need no card in w, for the agent at the given address,
// and signs in at a server that the flags name. header holds the values of --header.
func (f *AuthFlags) PrepareAuth(ctx context.Context, p *stdio.Streams, w *auth.Wallet, given string, header http.Header) error {
	f.authStreams, f.wallet, f.agent = p, w, inspector.FirstAddress(given)
	if err := errors.Join(f.refuseIdle(), f.claimAll(header)); err != nil {
		return err
	}
	if f.agent == "" {
		if f.HasCredentials() || f.TLSFlags.hasTLS() {
			return errors.New("credentials are for an agent's address; give the address instead of a pasted card")
		}
		return nil
	}
	if err := f.TLSFlags.Apply(p, w, f.agent); err != nil {
		return err
	}
	if f.Bearer != "" {
		s, err := p.Secret("--bearer", f.Bearer)
		if err = f.putCredential(auth.Credential{Scheme: "bearer", Kind: auth.Bearer, Secret: strings.TrimPrefix(s, "Bearer ")}, err); err != nil {
			return err
		}
	}
	if f.Basic != "" {
		if err := f.putCredential(f.basic(p)); err != nil {
			return err
		}
	}
	if f.APIKeyIn != "" {
		in, name, _ := strings.Cut(f.APIKeyIn, ":")
		s, err := p.Secret("--api-key", f.APIKey)
		if err = f.putCredential(auth.Credential{Scheme: "api-key", Kind: auth.APIKey, In: in, Param: name, Secret: s}, err); err != nil {
			return err
		}
	}
	if f.OAuth != "" && (f.Issuer != "" || f.hasEndpoints()) {
		return f.signInByServer(ctx, p, nil)
	}
	return nil
}

// claimAll returns an error if two flags set the same header, because one would be dropped.
func (f *AuthFlags) claimAll(header http.Header) error {
	f.headerFlags = map[string]string{}
	for name := range header {
		f.headerFlags[name] = "--header"
	}
	place, name, _ := strings.Cut(f.APIKeyIn, ":")
	for _, x := range []struct {
		flag, header string
		given        bool
	}{
		{"--bearer", "Authorization", f.Bearer != ""}, {"--basic", "Authorization", f.Basic != ""}, {"--oauth", "Authorization", f.OAuth != ""},
		{"--api-key", name, place == "header"},
	} {
		if !x.given {
			continue
		}
		if err := f.claim(x.flag, x.header); err != nil {
			return err
		}
	}
	return nil
}

// claim notes that a flag sets a header. It returns an error if another flag does.
func (f *AuthFlags) claim(flag, header string) error {
	name := http.CanonicalHeaderKey(header)
	if other := f.headerFlags[name]; other != "" && other != flag {
		return fmt.Errorf("%s and %s both set the header %s; give only one of them", other, flag, name)
	}
	f.headerFlags[name] = flag
	return nil
}

// hasEndpoints reports whether the flags name all the addresses that the flow needs.
func (f *AuthFlags) hasEndpoints() bool {
	first := map[string]string{"client": f.TokenURL, "code": f.AuthorizeURL, "device": f.DeviceURL}[f.OAuth]
	return f.TokenURL != "" && first != ""
}

// refuseIdle returns an error for flags that have no effect without another flag. auth login asks
// for what is missing instead.
func (f *AuthFlags) refuseIdle() error {
	if f.APIKeyIn != "" && f.APIKey == "" {
		return errors.New("--api-key-in names the place of a key; give the key with --api-key")
	}
	if f.remember {
		return nil
	}
	if f.Scheme != "" && f.OAuth == "" && f.APIKey == "" {
		return errors.New("--auth-scheme chooses among the card's schemes for --oauth or --api-key; give one of these")
	}
	for _, x := range []struct{ flag, value string }{
		{"--client-id", f.ClientID}, {"--client-secret", f.ClientSecret}, {"--scope", strings.Join(f.Scope, "")},
		{"--issuer", f.Issuer}, {"--token-url", f.TokenURL}, {"--redirect-uri", f.RedirectURI},
		{"--authorization-url", f.AuthorizeURL}, {"--device-url", f.DeviceURL},
	} {
		if x.value != "" && f.OAuth == "" {
			return fmt.Errorf("%s works only with --oauth; choose how to sign in with --oauth client, code or device", x.flag)
		}
	}
	switch {
	case f.AuthorizeURL != "" && f.OAuth != "code":
		return errors.New("--authorization-url works only with --oauth code; leave it out")
	case f.DeviceURL != "" && f.OAuth != "device":
		return errors.New("--device-url works only with --oauth device; leave it out")
	}
	return nil
}

func (f *AuthFlags) putCredential(c auth.Credential, err error) error {
	if err != nil {
		return err
	}
	c.Remember = f.remember
	return f.wallet.Put(f.agent, c)
}

func (f *AuthFlags) basic(p *stdio.Streams) (auth.Credential, error) {
	text := f.Basic
	if strings.HasPrefix(text, "@") || strings.HasPrefix(text, "env:") {
		var err error
		if text, err = p.Secret("--basic", text); err != nil {
			return auth.Credential{}, err
		}
	}
	user, given, ok := strings.Cut(text, ":")
	if !ok {
		return auth.Credential{}, errors.New("cannot use --basic; write it as USER:SECRET, such as joe:env:PASSWORD")
	}
	password, err := p.Secret("--basic", given)
	return auth.Credential{Scheme: "basic", Kind: auth.Basic, User: user, Secret: password}, err
}

// CompleteAuth signs in with what only the card can say: where an API key goes, and which server
// issues tokens. --oauth gives permission to call the URLs that the card names.
func (f *AuthFlags) CompleteAuth(ctx context.Context, d *inspector.Discovery, endpoint string) error {
	if f.wallet == nil || !f.HasCredentials() {
		return nil
	}
	if err := f.fileFor(d, endpoint); err != nil {
		return err
	}
	return f.signInByCard(ctx, f.authStreams, auth.Schemes(d.Card))
}

// fileFor stores the credentials for the agent whose card was found, if the given address belongs
// to that agent.
func (f *AuthFlags) fileFor(d *inspector.Discovery, endpoint string) error {
	if why := d.WithholdReason(endpoint); why != "" && auth.Origin(endpoint) != auth.Origin(f.agent) {
		f.authStreams.Note("note: the given credentials are not sent to %s: %s", endpoint, why)
	}
	if d.Card == nil || auth.Origin(d.CardURL) != auth.Origin(f.agent) {
		return nil
	}
	agent, ok := auth.AgentFor(f.agent, d)
	if !ok {
		f.authStreams.Note("note: the given credentials are for %s and are not sent, because the card at %s is another agent's; to send them to it, give the card's URL", f.agent, d.CardURL)
		return nil
	}
	was := f.agent
	f.agent = agent
	return f.wallet.Move(was, agent)
}

func (f *AuthFlags) signInByCard(ctx context.Context, p *stdio.Streams, schemes []auth.Scheme) error {
	if f.APIKey != "" && f.APIKeyIn == "" {
		s, err := f.chooseScheme(schemes, "an API key", func(s auth.Scheme) bool { return s.Kind == auth.APIKey && s.Param != "" })
		if err != nil {
			return words.WithAdvice(err, "name the place of the key with --api-key-in")
		}
		if s.In == "header" {
			if err := f.claim("--api-key", s.Param); err != nil {
				return err
			}
		}
		key, err := p.Secret("--api-key", f.APIKey)
		if err = f.putCredential(auth.Credential{Scheme: s.Name, Kind: s.Kind, In: s.In, Param: s.Param, Secret: key}, err); err != nil {
			return err
		}
	}
	if f.OAuth == "" || f.hasToken {
		return nil
	}
	return f.signInByServer(ctx, p, schemes)
}

// signInByServer gets a token from an authorization server and stores it.
func (f *AuthFlags) signInByServer(ctx context.Context, p *stdio.Streams, schemes []auth.Scheme) error {
	l, err := f.login(p, schemes)
	if err != nil {
		return err
	}
	l.Remember, f.hasToken = f.remember, true
	return f.runLogin(ctx, p, l)
}

// chooseScheme returns the card's scheme that fits and that --auth-scheme, if given, names. The
// parameter what describes the kind, for the error.
func (f *AuthFlags) chooseScheme(schemes []auth.Scheme, what string, fits func(auth.Scheme) bool) (auth.Scheme, error) {
	for _, s := range schemes {
		if fits(s) && (f.Scheme == "" || f.Scheme == s.Name) {
			return s, nil
		}
	}
	if f.Scheme != "" {
		return auth.Scheme{}, fmt.Errorf("the card has no scheme %q for %s", f.Scheme, what)
	}
	return auth.Scheme{}, fmt.Errorf("the card has no scheme for %s", what)
}

func (f *AuthFlags) login(p *stdio.Streams, schemes []auth.Scheme) (auth.Login, error) {
	flow := map[string]auth.Flow{"client": auth.ClientCredentials, "code": auth.AuthorizationCode, "device": auth.DeviceCode}[f.OAuth]
	l := auth.Login{Scheme: "oauth", Kind: auth.OAuth2, Flow: flow, Redirect: f.RedirectURI}
	s, err := f.chooseScheme(schemes, "--oauth "+f.OAuth, func(s auth.Scheme) bool {
		return s.Kind == auth.OpenID || s.Kind == auth.OAuth2 && (s.Metadata != "" || slices.ContainsFunc(s.Flows, func(o auth.FlowOffer) bool { return o.Flow == flow }))
	})
	if err != nil && f.TokenURL == "" && f.Issuer == "" {
		return l, words.WithAdvice(err, "name the authorization server with --issuer, or with --token-url")
	}
	if err == nil {
		l = auth.LoginFor(s, flow)
		l.Redirect = f.RedirectURI
	}
	f.applyServer(&l)
	if len(f.Scope) > 0 {
		l.Provider.Scopes = f.Scope
	}
	l.Provider.ClientID = f.ClientID
	if f.ClientSecret != "" {
		if l.Provider.ClientSecret, err = p.Secret("--client-secret", f.ClientSecret); err != nil {
			return l, err
		}
		return l, nil
	}
	return l, nil
}

func (f *AuthFlags) applyServer(l *auth.Login) {
	if f.Issuer != "" {
		l.UseIssuer(f.Issuer)
	}
	if f.hasEndpoints() {
		l.IsManual, l.OtherStartURLs = true, nil
		if l.Kind != auth.OpenID && f.Issuer == "" {
			l.Metadata = ""
		}
	}
	for to, named := range map[*string]string{&l.Provider.Authorization: f.AuthorizeURL, &l.Provider.DeviceStart: f.DeviceURL, &l.Provider.Token: f.TokenURL} {
		if named != "" {
			*to = named
		}
	}
}

// runLogin begins a sign-in, tells the user what to do, and waits for the end.
func (f *AuthFlags) runLogin(ctx context.Context, p *stdio.Streams, l auth.Login) error {
	err := f.wallet.Begin(ctx, f.agent, l)
	var mixed *auth.MixedServersError
	switch {
	case errors.As(err, &mixed) && l.Flow == auth.ClientCredentials:
		return words.WithAdvice(err, "name the server yourself with --issuer or --token-url")
	case errors.As(err, &mixed) && l.Flow == auth.DeviceCode:
		return words.WithAdvice(err, "name the server yourself with --issuer, or both addresses with --device-url and --token-url")
	case errors.As(err, &mixed):
		return words.WithAdvice(err, "name the server yourself with --issuer, or both addresses with --authorization-url and --token-url")
	case err != nil:
		return err
	}
	if pending, ok := f.wallet.Account(f.agent).PendingOf(l.Scheme); ok {
		switch pending.Flow {
		case auth.AuthorizationCode:
			p.Note("To sign in, open this URL in a browser:\n\n  %s\n\nThe redirect URI to register with the authorization server is %s", pending.URL, pending.Redirect)
		case auth.DeviceCode:
			p.Note("Open %s in a browser and type the code %s", pending.URL, pending.UserCode)
		}
	}
	return f.wallet.Wait(ctx, f.agent, l.Scheme)
}

// explainRefusal prints which credentials a 401 or 403 asks for, and how to give them.
func (f *AuthFlags) explainRefusal(end inspector.Ending, card *a2a.Card) {
	why := auth.ExplainRefusal(end.Status, end.Header, card)
	if why == "" || f.authStreams == nil {
		return
	}
	try := "Give credentials with --bearer, --basic, --api-key or --oauth, or store them with auth login."
	if f.HasCredentials() {
		try = "Check the given credentials."
	}
	if a := f.wallet.Account(f.agent); a.Problem != "" {
		try = clip.Sentence(a.Problem) + " " + try
	}
	f.authStreams.Note("note: %s %s", words.OneLine(why), words.OneLine(try))
}
