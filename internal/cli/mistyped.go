package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/spelling"
	"github.com/a2a-console/a2a-console/internal/words"
)

// mistyped refuses a command line that begins with what is more likely a mistyped command
// than an agent: serve, the default, would take any word for one.
func mistyped(commands *kong.Node, args []string) error {
	for len(args) > 0 && slices.Contains([]string{"--json", "-v", "--verbose"}, args[0]) {
		args = args[1:]
	}
	if len(args) == 0 || !word(args[0]) || slices.ContainsFunc(commands.Children, func(n *kong.Node) bool { return n.Name == args[0] }) {
		return nil
	}
	return noCommand(commands, args[0])
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
	var near []string
	var all []string
	for _, n := range commands.Children {
		if !n.Hidden {
			all = append(all, n.Name)
		}
		for _, sub := range n.Children {
			if sub.Name == word {
				near = append(near, n.Name+" "+word)
			}
		}
	}
	if near = append(near, spelling.Nearest(word, all)...); len(near) > 0 {
		return fmt.Errorf("no command %q; did you mean %s? --help lists the commands", word, words.Either(near))
	}
	return fmt.Errorf("no command %q, and no agent's address either: --help lists the commands; an agent that is called so is http://%s", word, word)
}
