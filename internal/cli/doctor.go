package cli

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/inspector/doctor"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// doctorLine is what scripts get of a step.
type doctorLine struct {
	Step   string     `json:"step"`
	Result string     `json:"result"`
	Says   string     `json:"says"`
	Try    string     `json:"try,omitempty"`
	MS     float64    `json:"took_ms"`
	Facts  []factLine `json:"facts"`
}

type factLine struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// examine walks the connection to the agent, a line for each step.
func (c *cardCmd) examine(ctx context.Context, p *program, way wayOut, header http.Header) error {
	if err := c.before(ctx, p, way.wallet, c.URL); err != nil {
		return err
	}
	o := way.options(p)
	o.Header = header
	var failed error
	ok := doctor.Run(ctx, doctor.Options{
		Input: c.URL, Client: caller{inspector.New(o), way.known}, Elsewhere: c.Elsewhere, Header: header,
		Version: a2a.Version(c.As), Binding: a2a.Binding(c.Binding), SignedIn: c.given, TLS: way.wallet.TLSConfig,
		SignIn: "Give credentials with --bearer, --basic, --api-key or --oauth, or once for all with auth login.",
	}, func(s doctor.Step) { failed = firstErr(failed, printStep(p, s)) })
	if failed != nil || ok {
		return failed
	}
	return foundSomething
}

// step prints one step.
func printStep(p *program, s doctor.Step) error {
	if p.json {
		l := doctorLine{Step: s.Name, Result: string(s.Result), Says: s.Says, Try: s.Try, MS: millis(s.Took), Facts: []factLine{}}
		for _, f := range s.Facts {
			l.Facts = append(l.Facts, factLine(f))
		}
		return p.line(l)
	}
	mark := map[doctor.Result]string{doctor.Pass: "✓", doctor.Warn: "!", doctor.Fail: "✕", doctor.Skip: "–"}[s.Result]
	if _, err := fmt.Fprintf(p.stdout, "%s %-10s %s\n", mark, s.Name, oneLine(s.Says)); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	if s.Try != "" {
		fmt.Fprintf(p.stdout, "%13s%s\n", "", oneLine(s.Try))
	}
	for _, f := range s.Facts {
		if s.Name == "tls" || s.Name == "card" && s.Result == doctor.Fail {
			fmt.Fprintf(p.stdout, "%13s%s: %s\n", "", oneLine(f.Name), oneLine(f.Value))
		}
	}
	return nil
}

// pageDoctor examines connections for the pages.
type pageDoctor struct {
	calls  caller
	wallet *auth.Wallet
}

// Examine walks the connection to an agent.
func (d pageDoctor) Examine(ctx context.Context, input string, elsewhere bool, each func(doctor.Step)) bool {
	return doctor.Run(ctx, doctor.Options{
		Input: input, Client: d.calls, Elsewhere: elsewhere, TLS: d.wallet.TLSConfig,
		SignedIn: func() bool {
			return slices.ContainsFunc(bases(input), func(u string) bool { return len(d.wallet.Account(u).States) > 0 })
		},
	}, each)
}

func bases(input string) []string {
	var out []string
	all, _ := inspector.Bases(input) // what cannot be read has none
	for _, u := range all {
		out = append(out, u.String())
	}
	return out
}
