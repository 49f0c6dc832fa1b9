package archive

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// shellWord is a quoted word and the variables in it.
type shellWord struct {
	text      string
	variables []shellVariable
}

// shellVariable is an environment variable for a redacted value.
type shellVariable struct{ name, purpose string }

// quoteShell quotes a word so that no shell interprets anything in it.
func quoteShell(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// joinQuoted joins two shell words into one, within one pair of quotes if both are quoted.
func joinQuoted(a, b string) string {
	if strings.HasPrefix(b, "'") {
		return strings.TrimSuffix(a, "'") + b[1:]
	}
	return a + b
}

// quote quotes text of an exchange, with variables for redacted values.
func (c *curlScript) quote(text []byte, w *FullExchange, where, name string) shellWord {
	var q shellWord
	var b strings.Builder
	for _, p := range c.vars.Split(text, &w.Exchange, where, name) {
		if p.Variable == "" {
			b.WriteString(quoteShell(string(p.Text)))
			continue
		}
		b.WriteString(`"$` + p.Variable + `"`)
		q.variables = append(q.variables, shellVariable{name: p.Variable, purpose: remark(p.Purpose)})
	}
	q.text = b.String()
	return q
}

// remark makes text safe for a shell comment or message: one line of ASCII without special characters.
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
