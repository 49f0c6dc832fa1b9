package cli

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/spelling"
	"github.com/a2a-console/a2a-console/internal/words"
)

// meant are words that other tools have for what a command here does, by the command that
// they would stand after, "" for none.
var meant = map[string]map[string][]string{
	"": {
		"record": {"tap URL"}, "proxy": {"tap URL"}, "capture": {"tap URL"}, "log": {"tail", "search"}, "logs": {"tail", "search"}, "watch": {"tail"}, "follow": {"tail"},
		"doctor": {"card URL --doctor"}, "ping": {"card URL --doctor"}, "discover": {"card URL"}, "inspect": {"card URL"}, "cards": {"card URL"},
		"test": {"check URL", "replay"}, "validate": {"check URL"}, "verify": {"check URL"}, "examine": {"check URL"}, "conformance": {"check URL"}, "lint": {"card URL", "check URL"}, "probe": {"check URL"},
		"call": {"send URL"}, "message": {"send URL"}, "chat": {"send URL"}, "talk": {"send URL"}, "stream": {"send URL --stream"},
		"start": {"serve"}, "run": {"serve"}, "ui": {"serve"}, "open": {"serve"}, "console": {"serve"}, "web": {"serve"},
		"find": {"search"}, "query": {"search"}, "history": {"search", "sessions list"}, "exchanges": {"search"}, "compare": {"diff"},
		"remove": {"sessions rm"}, "delete": {"sessions rm", "push delete"}, "rename": {"sessions edit --name"}, "ls": {"sessions list"}, "tag": {"sessions edit --tag"}, "pin": {"sessions edit --pin"}, "note": {"sessions edit --note"},
		"mute": {"checks mute"}, "webhook": {"push listen"}, "webhooks": {"push listen"}, "listen": {"push listen", "tap URL"}, "signin": {"auth login"}, "tasks": {"task list"}, "saved": {"requests list"},
	},
	"sessions": {
		"rename": {"sessions edit --name"}, "name": {"sessions edit --name"}, "tag": {"sessions edit --tag"}, "note": {"sessions edit --note"}, "pin": {"sessions edit --pin"}, "unpin": {"sessions edit --unpin"},
		"delete": {"sessions rm"}, "remove": {"sessions rm"}, "ls": {"sessions list"}, "get": {"sessions show"}, "view": {"sessions show"}, "cat": {"sessions show"}, "open": {"sessions show"},
		"search": {"search"}, "find": {"search"}, "diff": {"diff"}, "compare": {"diff"}, "replay": {"replay"}, "mock": {"mock"}, "check": {"check"}, "copy": {"sessions save"}, "load": {"sessions import"}, "vacuum": {"sessions compact"},
	},
	"task":     {"show": {"task get"}, "watch": {"task subscribe"}, "follow": {"task subscribe"}, "resubscribe": {"task subscribe"}, "stop": {"task cancel"}, "ls": {"task list"}, "send": {"send URL --task"}},
	"push":     {"rm": {"push delete"}, "remove": {"push delete"}, "create": {"push set"}, "add": {"push set"}, "register": {"push set"}, "show": {"push get"}, "ls": {"push list"}, "receive": {"push listen"}},
	"auth":     {"signin": {"auth login"}, "signout": {"auth logout"}, "list": {"auth status"}, "show": {"auth status"}},
	"requests": {"ls": {"requests list"}, "send": {"send --saved"}, "run": {"send --saved"}},
}

// mistyped refuses a command line that begins with what is more likely a mistyped command
// than an agent: serve, the default, would take any word for one. A command that has
// commands is refused without one of them.
func mistyped(commands *kong.Node, args []string) error {
	args = pastFlags(args)
	if len(args) == 0 || !word(args[0]) {
		return nil
	}
	group := child(commands, args[0])
	if group == nil {
		return noCommand(commands, args[0])
	}
	args = pastFlags(args[1:])
	if group.DefaultCmd != nil || len(group.Children) == 0 || len(args) > 0 && strings.HasPrefix(args[0], "-") {
		return nil
	}
	if len(args) == 0 {
		return fmt.Errorf("%s needs a command: %s; see a2a-console %s --help", group.Name, words.Either(named(group)), group.Name)
	}
	if child(group, args[0]) != nil {
		return nil
	}
	return noSubcommand(group, args[0])
}

// pastFlags leaves out the flags that may stand before a command and take no value.
func pastFlags(args []string) []string {
	for len(args) > 0 && slices.Contains([]string{"--json", "-v", "--verbose"}, args[0]) {
		args = args[1:]
	}
	return args
}

// child is the command of a name, nil for none.
func child(of *kong.Node, name string) *kong.Node {
	i := slices.IndexFunc(of.Children, func(n *kong.Node) bool { return n.Name == name })
	if i < 0 {
		return nil
	}
	return of.Children[i]
}

// named are the names of the commands of a command.
func named(of *kong.Node) (all []string) {
	for _, n := range of.Children {
		if !n.Hidden {
			all = append(all, n.Name)
		}
	}
	return all
}

// word reports what is no flag and no agent's address.
func word(arg string) bool {
	return arg != "" && !strings.HasPrefix(arg, "-") && !strings.ContainsAny(arg, ".:/[") && arg != "localhost"
}

// noCommand says that there is no such command, and which may have been meant.
func noCommand(commands *kong.Node, word string) error {
	if word == "help" || word == "version" {
		return fmt.Errorf("no command %q; use --%s", word, word)
	}
	near := slices.Clone(meant[""][word])
	for _, n := range commands.Children {
		if sub := n.Name + " " + word; child(n, word) != nil && !slices.Contains(near, sub) {
			near = append(near, sub)
		}
	}
	if len(near) == 0 || len(meant[""][word]) == 0 {
		near = append(near, spelling.Nearest(word, named(commands))...)
	}
	if len(near) > 0 {
		return fmt.Errorf("no command %q; did you mean %s? --help lists the commands", word, words.Either(near))
	}
	return fmt.Errorf("no command %q, and no agent's address either: --help lists the commands; an agent that is called so is http://%s", word, word)
}

// noSubcommand says that a command has no such command, which may have been meant, and which
// there are.
func noSubcommand(group *kong.Node, word string) error {
	near := slices.Clone(meant[group.Name][word])
	if len(near) == 0 {
		for _, name := range spelling.Nearest(word, named(group)) {
			near = append(near, group.Name+" "+name)
		}
	}
	hint := ""
	if len(near) > 0 {
		hint = " did you mean " + words.Either(near) + "?"
	}
	return fmt.Errorf("no command %q;%s %s has %s; see a2a-console %s --help", group.Name+" "+word, hint, group.Name, words.Joined(named(group), " and "), group.Name)
}

// emptied refuses a flag that is given and empty, as one of an unset variable of the shell is: it
// would be taken for one that is not given. Where empty means something, the flag is a pointer.
func emptied(c *kong.Context) error {
	for _, step := range c.Path {
		f := step.Flag
		if f == nil {
			continue
		}
		v := reflect.ValueOf(c.FlagValue(f))
		if v.Kind() == reflect.String && strings.TrimSpace(v.String()) == "" || v.Kind() == reflect.Slice && v.Len() == 0 {
			return fmt.Errorf("--%s is empty: give it a value, or leave it out", f.Name)
		}
	}
	return nil
}
