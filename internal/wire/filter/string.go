package filter

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// String formats a filter so that Parse reads it back.
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

// writer collects terms, each prefixed with sign.
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

// writePhrase writes a phrase. It quotes a phrase that begins with a minus, which would be an exclusion, or
// with an arrow, which would end the WHEN of a rule.
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

// Quote formats a value of a key, in quotes if necessary.
func Quote(s string) string { return quoteIfNeeded(s, "") }

// quoteIfNeeded quotes s if a parser would not read it back bare. also lists more characters that need quotes.
func quoteIfNeeded(s, also string) string {
	if s != "" && !strings.ContainsAny(s, " \t\r\n\""+also) {
		return s
	}
	return `"` + escape(s) + `"`
}

func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)
}
