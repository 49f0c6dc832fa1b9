package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// savedCall returns the call of the saved request that --saved names, or an empty one. It sets
// flags that are not given to the request's agent and options.
func (c *sendCmd) savedCall(ctx context.Context, p *stdio.Streams) (*a2a.Call, error) {
	if c.Saved == "" {
		switch {
		case len(c.Var) > 0:
			return nil, errors.New("--var sets the variables of a saved request; name the request with --saved")
		case c.Flags.URL == "":
			return nil, errors.New("no agent to send to; give its address, or --saved NAME; see a2a-console send --help")
		}
		return &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{Role: a2a.User}}, nil
	}
	r, err := c.savedRequest(ctx, p)
	if err != nil {
		return nil, err
	}
	if c.Flags.URL == "" {
		c.Flags.URL = r.Agent
	}
	full, err := c.fillRequest(p, r)
	if err != nil {
		return nil, fmt.Errorf("saved request %q: %w", c.Saved, err)
	}
	if c.Dialect == "" && c.Binding == "" {
		c.Dialect, c.Binding = string(r.Version), string(r.Binding)
	}
	if c.Tenant == "" {
		c.Tenant = strings.TrimSpace(full.Tenant)
	}
	if len(c.Extension) == 0 {
		c.Extension = full.ActiveExtensions()
	}
	if len(c.Quirk) == 0 {
		c.Quirk = full.Quirks
	}
	for line := range strings.Lines(full.Headers) {
		if line = strings.TrimSpace(line); line != "" {
			c.Header = append(c.Header, line)
		}
	}
	return full.Call(false)
}

func (c *sendCmd) savedRequest(ctx context.Context, p *stdio.Streams) (*saved.Request, error) {
	store, err := console.OpenRecord(p, c.DB)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	kept, err := store.SavedRequest(ctx, c.Saved)
	if errors.Is(err, wire.ErrNotFound) {
		return nil, fmt.Errorf("there is no saved request %q%s", c.Saved, suggestNames(ctx, store, c.Saved))
	}
	if err != nil {
		return nil, err
	}
	r, err := saved.Decode(c.Saved, kept.Body)
	if err != nil {
		return nil, err
	}
	r.Places, err = console.NewCards().Places(ctx, store, cmp.Or(c.Flags.URL, r.Agent))
	return r, err
}

// fillRequest returns a request with its variables filled in: from the flags, or for secret ones
// that no flag gives, from the keyring.
func (c *sendCmd) fillRequest(p *stdio.Streams, r *saved.Request) (*saved.Request, error) {
	values := map[string]string{}
	for _, given := range c.Var {
		name, value, ok := strings.Cut(given, "=")
		if !ok {
			return nil, fmt.Errorf("--var must be NAME=VALUE, but %q has no =", name)
		}
		values[name] = value
	}
	for _, v := range r.Variables {
		given, ok := values[v.Name]
		var err error
		switch {
		case v.Secret && ok:
			values[v.Name], err = p.Secret("--var "+v.Name, given)
		case v.Secret && c.Flags.URL == r.Agent: // a keyring value is for that agent only
			values[v.Name], err = console.RequestSecrets().Load(r.Agent, v.Name)
		}
		if err != nil {
			return nil, err
		}
	}
	for name := range values {
		if !r.HasVariable(name) {
			return nil, fmt.Errorf("it has no variable %q; it has %s", name, cmp.Or(strings.Join(r.VariableNames(), ", "), "none"))
		}
	}
	full, err := r.Fill(values)
	if errors.As(err, new(saved.MissingValuesError)) {
		return nil, fmt.Errorf("%w; give it with --var NAME=VALUE", err)
	}
	return full, err
}

// addressOptional makes send's address optional, because a saved request has one. The other
// commands that share its flags require an address.
func addressOptional(k *kong.Kong) error {
	for _, n := range k.Model.Children {
		if n.Name == "send" {
			for _, arg := range n.Positional {
				arg.Required = false
			}
		}
	}
	return nil
}
