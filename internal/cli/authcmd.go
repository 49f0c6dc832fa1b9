package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
)

type authCmd struct {
	Login  authLoginCmd  `cmd:"" help:"Sign in to an agent and keep the credentials in the keyring."`
	Status authStatusCmd `cmd:"" help:"Show the stored sign-ins, without the secrets."`
	Logout authLogoutCmd `cmd:"" help:"Delete the stored sign-ins of an agent."`
}

type authLoginCmd struct {
	calls.AuthFlags `embed:"" group:"Signing in"`
	URL             string   `arg:"" name:"url" help:"The agent: host, origin, path, or its card's URL."`
	Header          []string `sep:"none" placeholder:"NAME:VALUE" help:"Add a header to the requests for the card."`
}

func (authLoginCmd) Help() string {
	return `Reads the agent's card and signs in with the first of its schemes that the console supports, or with the one named by --auth-scheme. It asks for what the scheme needs, unless flags give it. It stores the secrets only in the operating system's keyring. From then on, other commands and the console use them for this agent.

Examples:

    a2a-console auth login https://agent.example
    a2a-console auth login https://agent.example --bearer env:TOKEN
    a2a-console auth login https://agent.example --oauth code \
      --client-id my-client

On a machine without a keyring, give credentials with each command instead, such as --bearer env:TOKEN.`
}

func (c *authLoginCmd) Run(ctx context.Context, p *stdio.Streams) error {
	header, err := calls.ParseHeaders(c.Header)
	if err != nil {
		return err
	}
	if err := console.Keyring().Ready(); err != nil { // before the user types a password
		return fmt.Errorf("cannot store a sign-in: %w", err)
	}
	way, err := console.OpenRoute(p, "", "")
	if err != nil {
		return err
	}
	agent, err := c.SignIn(ctx, p, way, c.URL, header)
	if err == nil {
		_, err = printAccount(p, way.Wallet.Account(agent))
	}
	return cmp.Or(err, way.Close())
}

type authStatusCmd struct {
	URL string `arg:"" optional:"" name:"url" help:"Show only the sign-ins to this agent."`
}

func (authStatusCmd) Help() string {
	return `Example:

    a2a-console auth status --json`
}

func (c *authStatusCmd) Run(_ context.Context, p *stdio.Streams) error {
	agents, err := console.Keyring().Agents()
	if err != nil {
		return err
	}
	if c.URL != "" {
		agents = []string{inspector.FirstAddress(c.URL)}
	}
	w := console.NewWallet(p, nil, nil)
	defer w.Close()
	any := false
	for _, a := range agents {
		some, err := printAccount(p, w.Account(a))
		if err != nil {
			return err
		}
		any = any || some
	}
	if !any && !p.JSON {
		p.Note("%s", c.describeEmpty())
	}
	return nil
}

func (c *authStatusCmd) describeEmpty() string {
	of, url := "", "URL"
	if c.URL != "" {
		of, url = " for "+inspector.FirstAddress(c.URL), c.URL
	}
	if err := console.Keyring().Ready(); err != nil {
		return fmt.Sprintf("No sign-in is stored%s, and none can be: %s.", of, words.OneLine(err.Error()))
	}
	return fmt.Sprintf("No sign-in is stored%s. Sign in with: a2a-console auth login %s", of, words.OneLine(url))
}

type authLogoutCmd struct {
	URL    string `arg:"" name:"url" help:"The agent."`
	Scheme string `name:"auth-scheme" placeholder:"NAME" help:"Delete only the sign-in with this scheme."`
}

func (authLogoutCmd) Help() string {
	return `Example:

    a2a-console auth logout https://agent.example`
}

func (c *authLogoutCmd) Run(_ context.Context, p *stdio.Streams) error {
	w := console.NewWallet(p, nil, nil)
	defer w.Close()
	agent := inspector.FirstAddress(c.URL)
	found, err := w.Remove(agent, c.Scheme)
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("no sign-in is stored for %s; \"a2a-console auth status\" lists them", agent)
	}
	p.Note("Deleted: the sign-ins to %s", agent)
	return nil
}

// accountLine is the JSON line for a credential, without its secret.
type accountLine struct {
	Agent      string    `json:"agent"`  // URL of the agent that the credential is for
	Origin     string    `json:"origin"` // origin of that URL
	Scheme     string    `json:"scheme"`
	Kind       string    `json:"kind"`
	Location   string    `json:"where"`
	Identity   string    `json:"who,omitempty"`
	Scopes     []string  `json:"scopes,omitempty"`
	Expires    time.Time `json:"expires,omitzero"`
	Remembered bool      `json:"remembered"`
	Problem    string    `json:"problem,omitempty"`
}

// printAccount prints the sign-ins of an agent, without the secrets, its TLS settings and its
// problem. It reports whether there are any of these.
func printAccount(p *stdio.Streams, a auth.Account) (any bool, err error) {
	if a.Problem != "" {
		p.Note("warning: %s: %s", a.Agent, a.Problem)
	}
	if t := a.TLS; t != nil && p.JSON {
		l := accountLine{Agent: a.Agent, Origin: auth.Origin(a.Agent), Scheme: "TLS", Kind: "tls", Location: tlsWords(t), Identity: t.Client, Expires: t.Expires, Remembered: t.Remembered}
		if err := p.Line(l); err != nil {
			return false, err
		}
	} else if t != nil {
		p.Note("%s: TLS settings: %s", a.Agent, tlsWords(t))
	}
	for _, s := range a.States {
		if p.JSON {
			l := accountLine{a.Agent, auth.Origin(a.Agent), s.Scheme, string(s.Kind), s.Location, s.Identity, s.Scopes, s.Expires, s.Remembered, s.Problem}
			if err := p.Line(l); err != nil {
				return false, err
			}
			continue
		}
		if _, err := fmt.Fprintf(p.Stdout, "%s\n", words.OneLine(a.Agent+": signed in by "+s.Scheme+stateWords(s))); err != nil {
			return false, fmt.Errorf("write to stdout: %w", err)
		}
	}
	return a.Problem != "" || a.TLS != nil || len(a.States) > 0, nil
}

func tlsWords(t *auth.TLSState) string {
	if t.Insecure {
		return "client certificate " + valueOrNone(t.Client) + ", agent's certificate not verified"
	}
	return "client certificate " + valueOrNone(t.Client) + ", authorities " + valueOrNone(t.CA)
}

func valueOrNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func stateWords(s auth.CredentialState) string {
	text := ", sent as " + s.Location
	if s.Identity != "" {
		text += ", as " + s.Identity
	}
	if len(s.Scopes) > 0 {
		text += ", scopes " + strings.Join(s.Scopes, " ")
	}
	if !s.Expires.IsZero() {
		text += ", until " + s.Expires.Local().Format(time.DateTime)
		if s.CanRenew {
			text += " (renewed automatically)"
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
