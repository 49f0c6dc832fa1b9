package archive

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
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

// quote quotes text of an exchange, with variables where it was redacted.
func (c *curlScript) quote(text []byte, w *Whole, where, name string) quoted {
	var marks []wire.Redaction
	for _, r := range w.Redactions {
		if r.Where == where && (name == "" || strings.EqualFold(r.Name, name)) && r.Length > 0 && filled(text, r) {
			marks = append(marks, r)
		}
	}
	slices.SortFunc(marks, func(a, b wire.Redaction) int { return int(a.Offset - b.Offset) })
	var q quoted
	var b strings.Builder
	at := int64(0)
	for _, r := range marks {
		if r.Offset < at {
			continue
		}
		if r.Offset > at {
			b.WriteString(shell(string(text[at:r.Offset])))
		}
		n := need{name: c.variable(r), what: remark("set it to the " + r.Kind + " for " + r.Name + " (" + r.Where + ")")}
		b.WriteString(`"$` + n.name + `"`)
		q.needs = append(q.needs, n)
		at = r.Offset + r.Length
	}
	if rest := text[at:]; len(rest) > 0 || b.Len() == 0 {
		b.WriteString(shell(string(rest)))
	}
	q.text = b.String()
	return q
}

// filled reports whether a redaction fits text: of several values of one header
// the record does not tell which it belongs to.
func filled(text []byte, r wire.Redaction) bool {
	if r.Offset+r.Length > int64(len(text)) {
		return false
	}
	for _, c := range text[r.Offset : r.Offset+r.Length] {
		if c != '*' && c != '1' {
			return false
		}
	}
	return true
}

// variable names what was redacted. Equal secrets have one name.
func (c *curlScript) variable(r wire.Redaction) string {
	last := r.Name[strings.LastIndexByte(r.Name, '.')+1:]
	base := "A2A_" + capitals(last)
	key := base + "\x00" + r.Fingerprint + "\x00" + r.Kind
	if name, ok := c.vars[key]; ok {
		return name
	}
	name := base
	for n := 2; c.taken(name); n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	c.vars[key] = name
	return name
}

func (c *curlScript) taken(name string) bool {
	for _, v := range c.vars {
		if v == name {
			return true
		}
	}
	return false
}

// capitals makes the name of a variable of any text.
func capitals(s string) string {
	var b strings.Builder
	for _, c := range strings.ToUpper(clip.Bytes(s, 60)) {
		if c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			b.WriteRune(c)
		} else {
			b.WriteByte('_')
		}
	}
	if b.Len() == 0 {
		return "SECRET"
	}
	return b.String()
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
