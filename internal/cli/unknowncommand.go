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

// synonyms maps words of other tools to our commands.
var synonyms = map[string][]string{
	"record": {"tap URL"}, "proxy": {"tap URL"}, "log": {"tail", "search"}, "logs": {"tail", "search"}, "watch": {"tail"},
	"doctor": {"card URL --doctor"}, "discover": {"card URL"}, "test": {"check URL", "replay"}, "validate": {"check URL"},
	"call": {"send URL"}, "chat": {"send URL"}, "start": {"serve"}, "ui": {"serve"}, "find": {"search"}, "compare": {"diff"},
	"delete": {"sessions rm", "push delete"}, "rename": {"sessions edit --name"}, "tag": {"sessions edit --tag"}, "webhook": {"push listen"},
}

// checkMistyped returns an error if the first word is more likely a mistyped command than an agent,
// because serve, the default, would take any word as an agent. It also does if a group of commands
// is given without one of its commands.
func checkMistyped(commands *kong.Node, args []string) error {
	args = skipFlags(args)
	if len(args) == 0 || !isCommandWord(args[0]) {
		return nil
	}
	group := childCommand(commands, args[0])
	if group == nil {
		return unknownCommandError(commands, args[0])
	}
	args = skipFlags(args[1:])
	if group.DefaultCmd != nil || len(group.Children) == 0 || len(args) > 0 && strings.HasPrefix(args[0], "-") {
		return nil
	}
	if len(args) == 0 {
		return fmt.Errorf("%s needs a command: %s; see a2a-console %s --help", group.Name, words.JoinOr(commandNames(group)), group.Name)
	}
	if childCommand(group, args[0]) != nil {
		return nil
	}
	return unknownSubcommandError(group, args[0])
}

func skipFlags(args []string) []string {
	for len(args) > 0 && slices.Contains([]string{"--json", "-v", "--verbose"}, args[0]) {
		args = args[1:]
	}
	return args
}

func childCommand(of *kong.Node, name string) *kong.Node {
	i := slices.IndexFunc(of.Children, func(n *kong.Node) bool { return n.Name == name })
	if i < 0 {
		return nil
	}
	return of.Children[i]
}

func commandNames(of *kong.Node) (all []string) {
	for _, n := range of.Children {
		if !n.Hidden {
			all = append(all, n.Name)
		}
	}
	return all
}

// isCommandWord reports whether an argument is neither a flag nor an agent's address.
func isCommandWord(arg string) bool {
	return arg != "" && !strings.HasPrefix(arg, "-") && !strings.ContainsAny(arg, ".:/[") && arg != "localhost"
}

// unknownCommandError returns the error for a word that is not a command. It suggests others.
func unknownCommandError(commands *kong.Node, word string) error {
	if word == "help" || word == "version" {
		return fmt.Errorf("there is no command %q; use --%s", word, word)
	}
	near := slices.Clone(synonyms[word])
	for _, n := range commands.Children {
		if sub := n.Name + " " + word; childCommand(n, word) != nil && !slices.Contains(near, sub) {
			near = append(near, sub)
		}
	}
	if len(synonyms[word]) == 0 {
		near = append(near, spelling.Nearest(word, commandNames(commands))...)
	}
	if len(near) > 0 {
		return fmt.Errorf("there is no command %q; did you mean %s? --help lists the commands", word, words.JoinOr(near))
	}
	return fmt.Errorf("there is no command %q, and it is not an agent's address; --help lists the commands; if it is an agent's host name, write http://%s", word, word)
}

// unknownSubcommandError returns the error for a word that is not a command of a group. It suggests
// others and lists all.
func unknownSubcommandError(group *kong.Node, word string) error {
	near := slices.DeleteFunc(slices.Clone(synonyms[word]), func(s string) bool { return !strings.HasPrefix(s, group.Name+" ") })
	for _, name := range spelling.Nearest(word, commandNames(group)) {
		near = append(near, group.Name+" "+name)
	}
	hint := ""
	if len(near) > 0 {
		hint = " did you mean " + words.JoinOr(near) + "?"
	}
	return fmt.Errorf("there is no command %q;%s %s has %s; see a2a-console %s --help", group.Name+" "+word, hint, group.Name, words.Join(commandNames(group), " and "), group.Name)
}

// checkEmptyFlags returns an error for a flag with an empty value, such as an unset shell variable,
// because it would have no effect. A flag for which empty has a meaning is a pointer.
func checkEmptyFlags(c *kong.Context) error {
	for _, step := range c.Path {
		f := step.Flag
		if f == nil {
			continue
		}
		v := reflect.ValueOf(c.FlagValue(f))
		if v.Kind() == reflect.String && strings.TrimSpace(v.String()) == "" || v.Kind() == reflect.Slice && v.Len() == 0 {
			return fmt.Errorf("--%s is empty; give it a value, or leave it out", f.Name)
		}
	}
	return nil
}
