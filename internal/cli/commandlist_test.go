package cli

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

var update = flag.Bool("update", false, "write the list of commands into docs/commands.md")

// TestCommandsAreDocumented: the last section of docs/commands.md lists every command, so that the search in the
// documentation finds it.
func TestCommandsAreDocumented(t *testing.T) {
	var g grammar
	parser, err := newParser(testProgram(), &g, limitToCommand(nil))
	if err != nil {
		t.Fatal(err)
	}
	const file, title = "../../docs/commands.md", "## All commands\n"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(page), title)
	want := strings.TrimRight(before, "\n") + "\n\n" + title + "\n| command | does |\n|---|---|\n" + commandRows(parser.Model.Node)
	if *update {
		err = os.WriteFile(file, []byte(want), 0o600)
	}
	if err != nil || !*update && want != string(page) {
		t.Errorf("docs/commands.md does not list the commands as they are; run go test ./internal/cli -run CommandsAreDocumented -update (%v)", err)
	}
}

func commandRows(n *kong.Node) (rows string) {
	for _, c := range n.Children {
		switch {
		case c.Hidden:
		case len(c.Children) > 0:
			rows += commandRows(c)
		default:
			rows += fmt.Sprintf("| `%s` | %s |\n", strings.TrimPrefix(c.Path(), "a2a-console "), strings.ReplaceAll(c.Help, "|", `\|`))
		}
	}
	return rows
}
