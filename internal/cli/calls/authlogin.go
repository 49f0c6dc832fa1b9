package calls

import (
	"context"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
)

// SignIn signs in to the agent at a URL and stores the credentials in the keyring. It uses the
// flags, the card, and the user's answers. It returns the URL that the credentials are for.
func (f *AuthFlags) SignIn(ctx context.Context, p *stdio.Streams, way console.Route, url string, header http.Header) (agent string, err error) {
	f.remember = true
	f.TLSFlags.remember = true
	if err := f.PrepareAuth(ctx, p, way.Wallet, url, header); err != nil {
		return "", err
	}
	o := way.Options(p)
	o.Header = header
	err = f.signInByAgent(ctx, p, url, inspector.New(o))
	return f.agent, err
}

func (f *AuthFlags) signInByAgent(ctx context.Context, p *stdio.Streams, url string, client *inspector.Client) error {
	card := f.APIKey != "" && f.APIKeyIn == "" || f.OAuth != "" && !f.hasToken
	if !card && !f.HasCredentials() && f.TLSFlags.hasTLS() {
		return nil
	}
	d, err := client.Discover(ctx, url)
	if err != nil && !card && f.HasCredentials() {
		p.Note("note: %s", words.OneLine(clip.Join(err.Error(), "the given credentials are stored for "+f.agent+" and URLs below it")))
		return nil
	}
	if err != nil {
		return err
	}
	if f.HasCredentials() {
		return f.CompleteAuth(ctx, d, d.CardURL)
	}
	if agent, ok := auth.AgentFor(f.agent, d); ok {
		f.agent = agent
	}
	return f.signInByQuestions(ctx, p, auth.Schemes(d.Card))
}

// signInByQuestions asks the user for what a scheme of the card needs, and signs in.
func (f *AuthFlags) signInByQuestions(ctx context.Context, p *stdio.Streams, schemes []auth.Scheme) error {
	if len(schemes) == 0 {
		return fmt.Errorf("the card does not require a sign-in; if the agent requires credentials anyway, give them with --bearer, --basic, or --api-key and --api-key-in")
	}
	s, err := f.chooseScheme(schemes, "a sign-in that the console supports", func(s auth.Scheme) bool { return s.Kind != auth.UnsupportedKind && s.Kind != auth.MTLS })
	if err != nil {
		return words.WithAdvice(err, "for mutual TLS, give --cert and --key")
	}
	p.Note("Signing in with %s.", s.Name)
	switch s.Kind {
	case auth.Bearer:
		secret, err := p.Ask(ctx, "Token", true)
		return f.putCredential(auth.Credential{Scheme: s.Name, Kind: s.Kind, Secret: secret}, err)
	case auth.APIKey:
		if s.Param == "" {
			return fmt.Errorf("the card does not name the place of the key; give --api-key and --api-key-in")
		}
		secret, err := p.Ask(ctx, "API key", true)
		return f.putCredential(auth.Credential{Scheme: s.Name, Kind: s.Kind, In: s.In, Param: s.Param, Secret: secret}, err)
	case auth.Basic:
		user, err := p.Ask(ctx, "User name", false)
		if err != nil {
			return err
		}
		secret, err := p.Ask(ctx, "Password", true)
		return f.putCredential(auth.Credential{Scheme: s.Name, Kind: s.Kind, User: user, Secret: secret}, err)
	}
	return f.signInAtServer(ctx, p, s, schemes)
}

// signInAtServer signs in at an authorization server with the scheme's first flow. It asks the user
// for the client's id and secret if flags do not give them.
func (f *AuthFlags) signInAtServer(ctx context.Context, p *stdio.Streams, s auth.Scheme, schemes []auth.Scheme) (err error) {
	f.Scheme, f.OAuth = s.Name, "code"
	if len(s.Flows) > 0 {
		f.OAuth = map[auth.Flow]string{auth.ClientCredentials: "client", auth.AuthorizationCode: "code", auth.DeviceCode: "device"}[s.Flows[0].Flow]
	}
	if f.ClientID == "" {
		if f.ClientID, err = p.Ask(ctx, "Client id", false); err != nil {
			return err
		}
	}
	if f.OAuth == "client" && f.ClientSecret == "" {
		secret, err := p.Ask(ctx, "Client secret", true)
		if err != nil {
			return err
		}
		f.ClientSecret = secret
	}
	return f.signInByServer(ctx, p, schemes)
}
