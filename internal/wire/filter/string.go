package filter

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// String writes a filter in the language. Parse reads it back.
func String(f wire.Filter) string {
	var w writer
	w.terms(&f)
	for _, o := range f.ExcludedOrigins {
		w.writePair("-origin", string(o))
	}
	w.sign = "-"
	for i := range f.Exclusions {
		w.terms(&f.Exclusions[i])
	}
	return w.text.String()
}

// writer collects terms, each after a sign.
type writer struct {
	text strings.Builder
	sign string
}

func (w *writer) terms(f *wire.Filter) {
	for i := range keys {
		for _, v := range keys[i].get(f) {
			w.writePair(keys[i].name, v)
		}
	}
	for _, t := range f.Text {
		w.writePhrase(t)
	}
}

func (w *writer) writePair(key, value string) {
	if value != "" {
		w.term(key + ":" + quoteIfNeeded(value, ""))
	}
}

// writePhrase writes a phrase. One that begins with a minus is quoted, since bare it would
// be left out, and one that begins with an arrow, which bare ends the WHEN of a rule.
func (w *writer) writePhrase(t string) {
	if strings.HasPrefix(t, "-") || strings.HasPrefix(t, "=>") {
		t = `"` + escape(t) + `"`
	} else {
		t = quoteIfNeeded(t, ":")
	}
	w.term(t)
}

func (w *writer) term(t string) {
	if w.text.Len() > 0 {
		w.text.WriteByte(' ')
	}
	w.text.WriteString(w.sign + t)
}

// Quote is a value of a key as it is written: in quotes where it needs them.
func Quote(s string) string { return quoteIfNeeded(s, "") }

// quoteIfNeeded puts s in quotes if it would not be read back bare.
func quoteIfNeeded(s, also string) string {
	if s != "" && !strings.ContainsAny(s, " \t\r\n\""+also) {
		return s
	}
	return `"` + escape(s) + `"`
}

func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)
}
