package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
)

// authCmd groups what keeps one signed in between commands.
type authCmd struct {
	Login  authLoginCmd  `cmd:"" help:"Sign in to an agent and remember it in the keyring."`
	Status authStatusCmd `cmd:"" help:"Show what is remembered, without the secrets."`
	Logout authLogoutCmd `cmd:"" help:"Forget what is remembered of an agent."`
}

type authLoginCmd struct {
	authFlags `embed:"" group:"Signing in"`
	URL       string   `arg:"" name:"url" help:"The agent: host, origin, path, or its card's URL."`
	Header    []string `sep:"none" placeholder:"NAME:VALUE" help:"Add a header to the requests for the card."`
}

// Help is what --help says below the flags' table.
func (authLoginCmd) Help() string {
	return `Reads the agent's card and signs in by the first of its schemes that the console can do, or the one named by --auth-scheme; what it needs is asked for, unless flags give it. The secrets go into the operating system's keyring and nowhere else. Other commands and the console use them for this agent from then on.

Examples:

    a2a-console auth login https://agent.example
    a2a-console auth login https://agent.example --bearer env:TOKEN
    a2a-console auth login https://agent.example --oauth code --client-id my-client

On a machine without a keyring give credentials with each command instead, such as --bearer env:TOKEN.`
}

// Run signs in.
func (c *authLoginCmd) Run(ctx context.Context, p *program) error {
	header, err := parseHeaders(c.Header)
	if err != nil {
		return err
	}
	if err := keyring().Ready(); err != nil { // before anybody types a password
		return fmt.Errorf("cannot remember a sign-in: %w", err)
	}
	way, err := p.wayOut("", "")
	if err != nil {
		return err
	}
	c.remember = true
	c.tlsFlags.remember = true
	err = c.login(ctx, p, way, func(o *inspector.Options) { o.Header = header })
	if cerr := way.close(); err == nil {
		err = cerr
	}
	return err
}

func (c *authLoginCmd) login(ctx context.Context, p *program, way wayOut, with func(*inspector.Options)) error {
	if err := c.before(ctx, p, way.wallet, c.URL); err != nil {
		return err
	}
	o := way.options(p)
	with(&o)
	if err := c.byAgent(ctx, p, inspector.New(o)); err != nil {
		return err
	}
	_, err := printAccount(p, way.wallet.Account(c.agent))
	return err
}

// byAgent looks at the agent's card where that is needed, and signs in.
func (c *authLoginCmd) byAgent(ctx context.Context, p *program, client *inspector.Client) error {
	card := c.APIKey != "" && c.APIKeyIn == "" || c.OAuth != "" && !c.served
	if !card && !c.given() && c.tlsFlags.given() {
		return nil
	}
	d, err := client.Discover(ctx, c.URL)
	if err != nil && !card && c.given() {
		p.note("note: %s; what you gave is for %s itself and what is below it", oneLine(err.Error()), c.agent)
		return nil
	}
	if err != nil {
		return err
	}
	if c.given() {
		return c.after(ctx, d, d.CardURL)
	}
	if agent, ok := auth.Found(c.agent, d); ok {
		c.agent = agent
	}
	return c.byQuestions(ctx, p, auth.Schemes(d.Card))
}

// byQuestions asks for what a scheme of the card needs.
func (c *authLoginCmd) byQuestions(ctx context.Context, p *program, schemes []auth.Scheme) error {
	if len(schemes) == 0 {
		return fmt.Errorf("the card asks for no sign-in; if the agent wants credentials all the same, give them: --bearer, --basic or --api-key with --api-key-in")
	}
	s, err := c.choose(schemes, "what the console can do", func(s auth.Scheme) bool { return s.Kind != auth.Other && s.Kind != auth.MTLS })
	if err != nil {
		return fmt.Errorf("%w; for mutual TLS give --cert and --key", err)
	}
	p.note("Signing in by %s.", s.Name)
	switch s.Kind {
	case auth.Bearer:
		secret, err := p.ask(ctx, "Token", true)
		return c.put(auth.Credential{Scheme: s.Name, Kind: s.Kind, Secret: secret}, err)
	case auth.APIKey:
		if s.Param == "" {
			return fmt.Errorf("the card does not say where the key goes: give --api-key and --api-key-in")
		}
		secret, err := p.ask(ctx, "API key", true)
		return c.put(auth.Credential{Scheme: s.Name, Kind: s.Kind, In: s.In, Param: s.Param, Secret: secret}, err)
	case auth.Basic:
		user, err := p.ask(ctx, "User name", false)
		if err != nil {
			return err
		}
		secret, err := p.ask(ctx, "Password", true)
		return c.put(auth.Credential{Scheme: s.Name, Kind: s.Kind, User: user, Secret: secret}, err)
	}
	return c.ofServer(ctx, p, s, schemes)
}

// ofServer signs in at an authorization server by the first flow there is.
func (c *authLoginCmd) ofServer(ctx context.Context, p *program, s auth.Scheme, schemes []auth.Scheme) (err error) {
	c.Scheme, c.OAuth = s.Name, "code"
	if len(s.Flows) > 0 {
		c.OAuth = map[auth.Flow]string{auth.Client: "client", auth.Code: "code", auth.Device: "device"}[s.Flows[0].Flow]
	}
	if c.ClientID == "" {
		if c.ClientID, err = p.ask(ctx, "Client id", false); err != nil {
			return err
		}
	}
	if c.OAuth == "client" && c.ClientSecret == "" {
		secret, err := p.ask(ctx, "Client secret", true)
		if err != nil {
			return err
		}
		c.ClientSecret = secret
	}
	return c.byServer(ctx, p, schemes)
}

type authStatusCmd struct {
	URL string `arg:"" optional:"" name:"url" help:"Only of this agent."`
}

// Help is what --help says below the flags' table.
func (authStatusCmd) Help() string {
	return `Example:

    a2a-console auth status --json`
}

// Run lists what is remembered.
func (c *authStatusCmd) Run(_ context.Context, p *program) error {
	agents, err := keyring().Agents()
	if err != nil {
		return err
	}
	if c.URL != "" {
		agents = []string{inspector.FirstAddress(c.URL)}
	}
	w := p.wallet(nil, nil)
	defer w.Close()
	any := false
	for _, a := range agents {
		some, err := printAccount(p, w.Account(a))
		if err != nil {
			return err
		}
		any = any || some
	}
	if !any && !p.json {
		p.note("%s", c.nothing())
	}
	return nil
}

// nothing says that nothing is remembered, and what to do about it.
func (c *authStatusCmd) nothing() string {
	of, url := "", "URL"
	if c.URL != "" {
		of, url = " of "+inspector.FirstAddress(c.URL), c.URL
	}
	if err := keyring().Ready(); err != nil {
		return fmt.Sprintf("No sign-in is remembered%s, and none can be: %s.", of, oneLine(err.Error()))
	}
	return fmt.Sprintf("No sign-in is remembered%s. Sign in with: a2a-console auth login %s", of, oneLine(url))
}

type authLogoutCmd struct {
	URL    string `arg:"" name:"url" help:"The agent."`
	Scheme string `name:"auth-scheme" placeholder:"NAME" help:"Only this scheme's."`
}

// Help is what --help says below the flags' table.
func (authLogoutCmd) Help() string {
	return `Example:

    a2a-console auth logout https://agent.example`
}

// Run forgets.
func (c *authLogoutCmd) Run(_ context.Context, p *program) error {
	w := p.wallet(nil, nil)
	defer w.Close()
	agent := inspector.FirstAddress(c.URL)
	found, err := w.Remove(agent, c.Scheme)
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("nothing is remembered of %s: auth status lists what is", agent)
	}
	p.note("Forgotten: %s", agent)
	return nil
}

// accountLine is what scripts get of a credential: everything but its secret.
type accountLine struct {
	Agent      string    `json:"agent"`  // address that the credential is for
	Origin     string    `json:"origin"` // of it
	Scheme     string    `json:"scheme"`
	Kind       string    `json:"kind"`
	Where      string    `json:"where"`
	Who        string    `json:"who,omitempty"`
	Scopes     []string  `json:"scopes,omitempty"`
	Expires    time.Time `json:"expires,omitzero"`
	Remembered bool      `json:"remembered"`
	Problem    string    `json:"problem,omitempty"`
}

// printAccount shows what is held for an agent, and reports whether that is
// anything.
func printAccount(p *program, a auth.Account) (any bool, err error) {
	if a.Problem != "" {
		p.note("warning: %s: %s", a.Agent, a.Problem)
	}
	if t := a.TLS; t != nil && p.json {
		l := accountLine{Agent: a.Agent, Origin: auth.Origin(a.Agent), Scheme: "TLS", Kind: "tls", Where: tlsWords(t), Who: t.Client, Expires: t.Expires, Remembered: t.Remembered}
		if err := p.line(l); err != nil {
			return false, err
		}
	} else if t != nil {
		p.note("%s: TLS as set up here: %s", a.Agent, tlsWords(t))
	}
	for _, s := range a.States {
		if p.json {
			l := accountLine{a.Agent, auth.Origin(a.Agent), s.Scheme, string(s.Kind), s.Where, s.Who, s.Scopes, s.Expires, s.Remembered, s.Problem}
			if err := p.line(l); err != nil {
				return false, err
			}
			continue
		}
		if _, err := fmt.Fprintf(p.stdout, "%s\n", oneLine(a.Agent+": signed in by "+s.Scheme+stateWords(s))); err != nil {
			return false, fmt.Errorf("write to stdout: %w", err)
		}
	}
	return a.Problem != "" || a.TLS != nil || len(a.States) > 0, nil
}

// tlsWords says how TLS is spoken with an agent.
func tlsWords(t *auth.TLSState) string {
	if t.Insecure {
		return "client certificate " + orNone(t.Client) + ", the agent's certificate is not checked"
	}
	return "client certificate " + orNone(t.Client) + ", authorities " + orNone(t.CA)
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// stateWords is what is known of a credential, after its name.
func stateWords(s auth.State) string {
	text := ", sent as " + s.Where
	if s.Who != "" {
		text += ", as " + s.Who
	}
	if len(s.Scopes) > 0 {
		text += ", scopes " + strings.Join(s.Scopes, " ")
	}
	if !s.Expires.IsZero() {
		text += ", until " + s.Expires.Local().Format(time.DateTime)
		if s.Renews {
			text += " (renewed by itself)"
		}
	}
	if s.Remembered {
		text += ", in the keyring"
	}
	if s.Problem != "" {
		text += "; " + s.Problem
	}
	return text
}
