package cli

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestReadmeListsCommands: the README's tables list every command, and each flag in a row belongs to its
// command or to one below it.
func TestReadmeListsCommands(t *testing.T) {
	var g grammar
	parser, err := newParser(testProgram(), &g, limitToCommand(nil))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)[^`]*` \\| (.*) \\|$").FindAllStringSubmatch(string(page), -1) {
		n := childCommand(parser.Model.Node, row[1])
		if n == nil {
			t.Errorf("the README lists %s, which is no command", row[1])
			continue
		}
		listed = append(listed, row[1])
		for _, flag := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(withoutOtherCommands(row[2]), -1) {
			if !hasFlag(n, flag[1]) {
				t.Errorf("the README gives %s the flag --%s, which it does not take", row[1], flag[1])
			}
		}
	}
	if len(listed) < 20 {
		t.Fatalf("found only the rows of %q: the pattern has gone wrong", listed)
	}
	for _, n := range parser.Model.Children {
		if !n.Hidden && !slices.Contains(listed, n.Name) && !strings.Contains(string(page), "`"+n.Name+" ") {
			t.Errorf("the README does not list %s", n.Name)
		}
	}
}

// withoutOtherCommands removes sentences that begin with the names of other commands.
func withoutOtherCommands(text string) string {
	return regexp.MustCompile("`[a-z]+` and `[a-z]+` take .*").ReplaceAllString(text, "")
}

func hasFlag(n *kong.Node, name string) bool {
	return slices.ContainsFunc(n.Flags, func(f *kong.Flag) bool { return f.Name == name }) ||
		slices.ContainsFunc(n.Children, func(c *kong.Node) bool { return hasFlag(c, name) })
}
