package cli

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/cli/chaosrun"
	"github.com/a2a-console/a2a-console/internal/cli/rules"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// grammar is the command line. Every command accepts the flags declared here, before or after its name.
type grammar struct {
	JSON    bool        `name:"json" help:"Write only JSON Lines to stdout."`
	Verbose bool        `short:"v" help:"Enable debug logging on stderr."`
	Version versionFlag `help:"Print the version and exit."`

	Serve    serveCmd         `cmd:"" default:"withargs" help:"Start the console, its reference agent, and a tap in front of each agent (the default)."`
	Agent    agentCmd         `cmd:"" help:"Run only the reference agent."`
	Tap      tapCmd           `cmd:"" help:"Record what passes between a client and an agent, without the pages."`
	Run      runCmd           `cmd:"" help:"Start an agent behind a tap that takes its port."`
	Card     cardCmd          `cmd:"" help:"Find and show an agent's card, and its findings."`
	Send     sendCmd          `cmd:"" help:"Send a message to an agent."`
	Task     taskCmd          `cmd:"" help:"Get, list, cancel or subscribe to tasks."`
	Push     pushCmd          `cmd:"" help:"Set, get, list or delete push notification configs."`
	Auth     authCmd          `cmd:"" help:"Sign in to agents, and keep the credentials in the keyring."`
	Sessions sessionsCmd      `cmd:"" help:"List, show, edit, export and remove recordings."`
	Requests requestsCmd      `cmd:"" help:"List the requests that Compose saved."`
	Search   searchCmd        `cmd:"" help:"Find exchanges in everything recorded."`
	Insights insightsCmd      `cmd:"" help:"Show how many calls there were, how fast they were, and how they failed."`
	Diff     diffCmd          `cmd:"" help:"Compare two recordings by meaning."`
	Check    checkCmd         `cmd:"" help:"Apply all checks to a recording, offline, or examine an agent or a client."`
	Checks   checksCmd        `cmd:"" help:"List all checks and how often each was broken, and mute checks."`
	Replay   replayCmd        `cmd:"" help:"Repeat a recording against the same agent or another, and compare the answers."`
	Mock     mockCmd          `cmd:"" help:"Serve a recording as an agent."`
	Rules    rules.Command    `cmd:"" help:"Hold, edit, drop or inject what passes: list rules, add rules, release what they hold."`
	Chaos    chaosrun.Command `cmd:"" help:"Hold conversations under faults, and report what the client did."`
	Tail     tailCmd          `cmd:"" help:"Follow what a console or a tap records."`
	Reindex  reindexCmd       `cmd:"" help:"Rebuild the labels of a record from its bytes."`

	Completion completionCmd `cmd:"" help:"Print a script that completes commands, flags and values in a shell."`
	Complete   completeCmd   `cmd:"" name:"complete-words" hidden:"" help:"Print what a shell could complete."`
	Man        manCmd        `cmd:"" hidden:"" help:"Print the manual page."`
}

// limitToCommand returns an option to build only the grammar of the command that args name, because
// building all of it takes more than half of the start-up time. The option builds everything if
// args name no command, or one that needs the others.
func limitToCommand(args []string) kong.Option {
	all := kong.OptionFunc(func(*kong.Kong) error { return nil })
	args = skipFlags(args)
	if len(args) == 0 || args[0] == "serve" || args[0] == "complete-words" || args[0] == "man" {
		return all
	}
	found := false
	var others []string
	for field := range reflect.TypeFor[grammar]().Fields() {
		if _, ok := field.Tag.Lookup("cmd"); !ok {
			continue
		}
		if strings.ToLower(field.Name) == args[0] {
			found = true
		} else {
			others = append(others, field.Name)
		}
	}
	if !found {
		return all
	}
	return kong.IgnoreFields(`^grammar\.(` + strings.Join(others, "|") + `)$`)
}

type webOrigins []string

// Validate returns an error for what no browser sends as an origin, because that would silently
// allow nothing.
func (o webOrigins) Validate() error {
	for _, given := range o {
		u, err := url.Parse(given)
		web := err == nil && (strings.EqualFold(u.Scheme, "http") || strings.EqualFold(u.Scheme, "https"))
		switch {
		case err != nil || u.Scheme == "" || u.Host == "" || u.User != nil || strings.TrimPrefix(given, u.Scheme+"://") != u.Host && !web:
			return fmt.Errorf("%q is not the origin of a page; give its scheme and host, such as http://127.0.0.1:3000", given)
		case web && given != wire.OriginOf(given):
			return fmt.Errorf("%q is not an origin as browsers send it; give %s", given, wire.OriginOf(given))
		}
	}
	return nil
}

type hostNames []string

// Validate returns an error for a name that cannot be a request's host, because such a name would silently
// allow nothing.
func (h hostNames) Validate() error {
	for _, name := range h {
		if !wire.IsHostName(name) {
			return fmt.Errorf("%q is not a host name, so it would allow nothing; give only the name, as in http://NAME, such as host.docker.internal", name)
		}
	}
	return nil
}
