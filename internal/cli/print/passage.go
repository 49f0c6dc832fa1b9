package print

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/api"
)

const maxPassages = 40

// PrintPassages prints what happened to the frames that were not forwarded unchanged.
func PrintPassages(p *stdio.Streams, list []wire.Passage, id string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintln(p.Stdout, "\nnot passed on unchanged:")
	for i, x := range list[:min(len(list), maxPassages)] {
		what := fmt.Sprintf("  %s, frame %d", x.Side, x.Frame+1)
		if x.Kind == wire.PassageInjected {
			what = fmt.Sprintf("  %s, before frame %d", x.Side, x.Frame+1)
		}
		what += ": " + passingText(api.PassageOf(id, &list[i]))
		fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, what))
	}
	if n := len(list) - maxPassages; n > 0 {
		fmt.Fprintf(p.Stdout, "  … %d more; --json prints all\n", n)
	}
	fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, "for the bytes as sent: sessions show "+id+" --raw response-sent, or request-sent"))
}

func passedWords(s wire.PassageKinds) string {
	var out []string
	for _, how := range s.List() {
		out = append(out, string(how))
	}
	return strings.Join(out, ", ")
}

// SessionRules prints the rules that were in force in a session.
func SessionRules(p *stdio.Streams, list []wire.Rule) {
	for _, r := range list {
		text := "rule " + words.OneLine(r.Text)
		switch {
		case !r.Removed.IsZero():
			text += " · removed"
		case !r.On:
			text += " · off"
		}
		text += " · fired " + words.Plural(int(r.Fired), "time")
		if r.Problem != "" {
			text += " · " + words.OneLine(r.Problem)
		}
		fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, text))
	}
}
