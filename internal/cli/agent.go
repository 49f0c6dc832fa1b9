package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/cli/rules"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
)

type agentCmd struct {
	Listen           string        `placeholder:"HOST:PORT" help:"Address to listen on. Default: 127.0.0.1:7430."`
	AllowHost        hostNames     `sep:"none" placeholder:"NAME" help:"Also accept this host name, such as host.docker.internal."`
	Require          []string      `placeholder:"WAY" help:"Require credentials: bearer, basic, apikey, apikey-query, apikey-cookie, oauth2, oauth2-device, oauth2-client or openid; join several that must hold together with +. Repeatable: one of them is enough."`
	Without          []string      `placeholder:"CAPABILITY" help:"Leave out a capability, and refuse calls that need it: streaming, push or extended-card. Repeatable."`
	RequireExtension bool          `help:"Refuse messages that do not activate the extension that the card declares."`
	SignCard         bool          `help:"Sign the cards of versions that have signatures, with a key that is made when the agent starts."`
	Approve          bool          `help:"Let the authorization server of --require allow every sign-in without asking."`
	TokenLife        time.Duration `placeholder:"DURATION" help:"How long the tokens of that server last. Default: 10m."`
	Conformance      kitFlag       `help:"Behave as the community's conformance kits for 1.0.0 expect where the specification leaves it open. For other kits: --conformance=1.0.1 or --conformance=0.3. See docs/conformance.md."`
	Draft            []string      `placeholder:"VERSION" help:"Also speak the draft of this version, such as 1.1. Drafts may still change. Repeatable."`
	rules.Flags      `embed:"" group:"Misbehaviour"`
	PushAnywhere     bool `help:"Send push notifications to other machines too, not only to this one."`
}

func (agentCmd) Help() string {
	return `The agent is deterministic and needs no language model. It speaks every version on one port, and with --draft a draft of the next. Its card lists its skills with examples.

With --rule, --rules or --preset, the agent misbehaves. The rules are those of a tap, except that none can hold: only at a tap can a person decide.

With --require, the agent requires credentials. Its card lists them with their values. This command prints the flags that send them.

Examples:

    a2a-console agent --listen 127.0.0.1:9000
    a2a-console agent --require bearer
    a2a-console agent --require oauth2 --require basic+apikey
    a2a-console agent --conformance --push-anywhere
    a2a-console agent --draft 1.1
    a2a-console agent --preset lose-terminal-event
    a2a-console agent --rule "op:send call:1 => answer 503" --rules flaky.rules`
}

func (c *agentCmd) Run(ctx context.Context, p *stdio.Streams) error {
	at, err := console.ParseListen("--listen", c.Listen, console.AgentPort)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	drafts, err := c.drafts()
	if err != nil {
		return err
	}
	by, err := c.NewSet(p)
	if err != nil {
		return err
	}
	l, err := at.OpenAndWarn(ctx, p, "the reference agent")
	if err != nil {
		return err
	}
	url := console.Origin(l)
	a := agent.New(agent.Options{URL: url, AllowHosts: console.HostsFor(at, c.AllowHost), PushAnywhere: c.PushAnywhere, Logger: p.Log,
		Conformance: string(c.Conformance), Drafts: drafts, Require: c.Require, DisabledCapabilities: c.Without, AutoApprove: c.Approve, TokenLifetime: c.TokenLife, SignCard: c.SignCard, RequireExtension: c.RequireExtension})
	stop, err := console.ServeAgent(ctx, p, l, a, by)
	if err != nil {
		return err
	}
	ways := signInWays(c.Require)
	err = announce(p, console.Announcement{Agent: url, Credentials: ways}, "reference agent "+url)
	if err == nil {
		printSignInWays(p, ways)
		<-ctx.Done()
	}
	a.Close()
	return errors.Join(err, stop())
}

// check returns an error for values that the agent does not support, and for flags without an
// effect.
func (c *agentCmd) check() error {
	if err := agent.CheckRequire(c.Require); err != nil {
		return err
	}
	if err := agent.CheckCapabilities(c.Without); err != nil {
		return err
	}
	server := slices.ContainsFunc(agent.Credentials(c.Require), agent.Credential.IsIssued)
	if !server && (c.Approve || c.TokenLife != 0) {
		return errors.New("--approve and --token-life configure the authorization server; require its tokens with --require oauth2, oauth2-device, oauth2-client or openid")
	}
	return nil
}

func (c *agentCmd) drafts() (out []*version.Version, err error) {
	for _, said := range c.Draft {
		v, err := agent.FindDraft(said)
		if err != nil {
			return nil, fmt.Errorf("--draft: %w", err)
		}
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out, nil
}

// announce prints what a serving command writes to stdout first: a as JSON with --json, else text.
func announce(p *stdio.Streams, a console.Announcement, text string) error {
	if p.JSON {
		return p.Line(a)
	}
	if _, err := fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, text)); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	return nil
}

// kitFlag is a release with conformance kits. The flag without a value means the first one of
// agent.Kits.
type kitFlag string

func (k *kitFlag) Decode(c *kong.DecodeContext) error {
	if c.Scan.Peek().Type != kong.FlagValueToken {
		*k = kitFlag(agent.Kits()[0])
		return nil
	}
	release, err := agent.FindKit(c.Scan.Pop().String())
	*k = kitFlag(release)
	return err
}

// IsBool tells the parser that the value is optional.
func (*kitFlag) IsBool() bool { return true }
