package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestOnlyNamed: the grammar of a command is the same alone as together with the others.
func TestOnlyNamed(t *testing.T) {
	var g grammar
	whole, err := newParser(testProgram(), &g, limitToCommand(nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range whole.Model.Children {
		var g grammar
		alone, err := newParser(testProgram(), &g, limitToCommand([]string{"--json", n.Name, "x"}))
		if err != nil {
			t.Fatalf("%s: %v", n.Name, err)
		}
		got, want := described(childCommand(alone.Model.Node, n.Name)), described(n)
		if got != want {
			t.Errorf("%s alone:\n%s\namong all:\n%s", n.Name, got, want)
		}
		wanted := 1
		if n.Name == "serve" || n.Name == "complete-words" || n.Name == "man" {
			wanted = len(whole.Model.Children)
		}
		if len(alone.Model.Children) != wanted {
			t.Errorf("%s: %d commands", n.Name, len(alone.Model.Children))
		}
	}
}

// described is a command with its flags, arguments and commands.
func described(n *kong.Node) string {
	if n == nil {
		return "none"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", n.Summary(), n.Help)
	for _, f := range n.Flags {
		fmt.Fprintf(&b, "  %s = %q %q: %s\n", f.Summary(), f.Default, f.Enum, f.Help)
	}
	for _, v := range n.Positional {
		fmt.Fprintf(&b, "  %s = %q %q: %s\n", v.Summary(), v.Default, v.Enum, v.Help)
	}
	for _, c := range n.Children {
		b.WriteString(described(c))
	}
	return b.String()
}
