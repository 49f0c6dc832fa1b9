package cli

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// version is the program's version from its build information: the module's,
// or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	commit, changed := "", false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			changed = s.Value == "true"
		}
	}
	switch {
	case commit == "":
		return "devel"
	case changed:
		return "devel-" + commit[:min(12, len(commit))] + "+changes"
	}
	return "devel-" + commit[:min(12, len(commit))]
}

// goVersion is what the program was built with, "" when it does not know.
func goVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.GoVersion
	}
	return ""
}

func versionText() string {
	return strings.Join(strings.Fields(fmt.Sprintf("a2a-console %s %s", version(), goVersion())), " ") + ", speaks A2A " + joined(versionWords(), " and ")
}

// versionLine is what scripts get of --version.
type versionLine struct {
	Version  string   `json:"version"`
	Go       string   `json:"go,omitempty"`
	Dialects []string `json:"dialects"` // oldest first
}

// versionFlag prints the version and ends the program, whatever else is asked
// for.
type versionFlag bool

// BeforeReset is called by the parser once the flags are known, and before what
// is missing is complained of.
func (versionFlag) BeforeReset(p *program, app *kong.Kong, ctx *kong.Context) error {
	for _, f := range app.Model.Flags {
		if f.Name == "json" {
			p.json, _ = ctx.FlagValue(f).(bool)
		}
	}
	err := printVersions(p)
	if err == nil {
		app.Exit(0)
	}
	return err
}

func printVersions(p *program) error {
	if p.json {
		return p.line(versionLine{version(), goVersion(), versionWords()})
	}
	_, err := fmt.Fprintln(p.stdout, versionText())
	return err
}
