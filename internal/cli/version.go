package cli

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
)

func versionText() string {
	return strings.Join(strings.Fields(fmt.Sprintf("a2a-console %s %s", console.Version(), console.GoVersion())), " ") + ", speaks A2A " + words.Join(calls.Versions(), " and ") + ", and the draft of " + words.Join(calls.Drafts(), " and ")
}

type versionLine struct {
	Version  string   `json:"version"`
	Go       string   `json:"go,omitempty"`
	Dialects []string `json:"dialects"` // oldest first
	Drafts   []string `json:"drafts"`   // drafts of versions, which are used only on request
}

// versionFlag prints the version and exits, whatever else is requested.
type versionFlag bool

// BeforeReset prints the version and exits. The parser calls it before it checks for missing
// arguments.
func (versionFlag) BeforeReset(p *stdio.Streams, app *kong.Kong, ctx *kong.Context) error {
	for _, f := range app.Model.Flags {
		if f.Name == "json" {
			p.JSON, _ = ctx.FlagValue(f).(bool)
		}
	}
	err := printVersions(p)
	if err == nil {
		app.Exit(0)
	}
	return err
}

func printVersions(p *stdio.Streams) error {
	if p.JSON {
		return p.Line(versionLine{console.Version(), console.GoVersion(), calls.Versions(), calls.Drafts()})
	}
	_, err := fmt.Fprintln(p.Stdout, versionText())
	return err
}
