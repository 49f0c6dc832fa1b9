package cli

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
)

// manCmd prints the help of all commands as a manual page, which packages install.
type manCmd struct{}

// Run prints the page in the format of man(7).
func (manCmd) Run(p *stdio.Streams, app *kong.Kong) error {
	var b strings.Builder
	root := app.Model.Node
	purpose, _, _ := strings.Cut(app.Model.Help, ".")
	fmt.Fprintf(&b, ".TH A2A-CONSOLE 1 \"\" %q\n.SH NAME\na2a-console \\- %s\n.SH SYNOPSIS\n.B a2a-console\n[command] [flags]\n.SH DESCRIPTION\n", "a2a-console "+console.Release, escapeRoff(purpose))
	fmt.Fprintf(&b, "%s\n.SH FLAGS OF EVERY COMMAND\n", escapeRoff(app.Model.Help))
	writeFlags(&b, root)
	b.WriteString(".SH COMMANDS\n")
	writeCommands(&b, root)
	_, err := p.Stdout.Write([]byte(b.String()))
	return err
}

// writeCommands writes a section for each command that has no subcommands.
func writeCommands(b *strings.Builder, n *kong.Node) {
	for _, c := range n.Children {
		switch {
		case c.Hidden:
		case len(c.Children) > 0:
			writeCommands(b, c)
		default:
			fmt.Fprintf(b, ".SS %s\n%s\n", escapeRoff(c.Path()), escapeRoff(c.Help))
			writeDetail(b, c.Detail)
			for _, a := range c.Positional {
				fmt.Fprintf(b, ".TP\n%s\n%s\n", escapeRoff(a.Summary()), escapeRoff(a.Help))
			}
			writeFlags(b, c)
		}
	}
}

func writeDetail(b *strings.Builder, detail string) {
	for paragraph := range strings.SplitSeq(detail, "\n\n") {
		switch paragraph = escapeRoff(paragraph); {
		case paragraph == "":
		case strings.HasPrefix(paragraph, " "):
			fmt.Fprintf(b, ".PP\n.nf\n%s\n.fi\n", paragraph)
		default:
			fmt.Fprintf(b, ".PP\n%s\n", paragraph)
		}
	}
}

func writeFlags(b *strings.Builder, n *kong.Node) {
	for _, f := range n.Flags {
		if !f.Hidden {
			fmt.Fprintf(b, ".TP\n.B %s\n%s\n", escapeRoff(f.String()), escapeRoff(f.Help))
		}
	}
}

// escapeRoff escapes a text so that roff takes no part of it as a request.
func escapeRoff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
