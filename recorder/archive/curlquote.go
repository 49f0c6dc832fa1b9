package archive

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// quoted is a word for a shell, with the variables it takes.
type quoted struct {
	text  string
	needs []need
}

// need is an environment variable that stands for something redacted.
type need struct{ name, what string }

// shell quotes a word so that no shell reads anything in it.
func shell(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// joined is two quoted texts as one word, within the same quotes where both have some.
func joined(a, b string) string {
	if strings.HasPrefix(b, "'") {
		return strings.TrimSuffix(a, "'") + b[1:]
	}
	return a + b
}

// quote quotes text of an exchange, with variables where it was redacted.
func (c *curlScript) quote(text []byte, w *Whole, where, name string) quoted {
	var q quoted
	var b strings.Builder
	for _, p := range c.vars.Cut(text, &w.Exchange, where, name) {
		if p.Var == "" {
			b.WriteString(shell(string(p.Text)))
			continue
		}
		b.WriteString(`"$` + p.Var + `"`)
		q.needs = append(q.needs, need{name: p.Var, what: remark(p.What)})
	}
	q.text = b.String()
	return q
}

// remark is text for a comment or a shell's message: plain ASCII on one line,
// with nothing a shell would read in it.
func remark(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ' || r == 0x7f:
			return ' '
		case r > 0x7e || strings.ContainsRune("\"'`$\\{}!", r):
			return '?'
		}
		return r
	}, clip.Bytes(s, 300))
}
