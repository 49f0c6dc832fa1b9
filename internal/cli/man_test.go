package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// TestManualPage: the page has every command and flag that a person can use, and no text of
// help becomes a request of roff.
func TestManualPage(t *testing.T) {
	var out, errs bytes.Buffer
	if code := Main(nil, &out, &errs, []string{"man"}); code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	page := out.String()
	var g grammar
	parser, err := newParser(&stdio.Streams{Stdout: &out, Stderr: &errs}, &g, limitToCommand(nil))
	if err != nil {
		t.Fatal(err)
	}
	_ = kong.Visit(parser.Model, func(n kong.Visitable, next kong.Next) error {
		switch n := n.(type) {
		case *kong.Node:
			if n.Hidden {
				return nil
			}
			if n.Type == kong.CommandNode && len(n.Children) == 0 && !strings.Contains(page, "\n.SS "+escapeRoff(n.Path())+"\n") {
				t.Errorf("the page lacks %s", n.Path())
			}
		case *kong.Flag:
			if !n.Hidden && !strings.Contains(page, escapeRoff("--"+n.Name)) {
				t.Errorf("the page lacks --%s", n.Name)
			}
		}
		return next(nil)
	})
	for line := range strings.Lines(page) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(line, ".") && !strings.Contains(" .TH .SH .SS .TP .PP .nf .fi .B ", " "+name+" ") || strings.HasPrefix(line, "'") {
			t.Errorf("a line of help is a request of roff: %s", line)
		}
	}
	if got := escapeRoff(".x\n'y\\-"); got != "\\&.x\n\\&'y\\e\\-" {
		t.Errorf("escaped %q", got)
	}
}
