package filter

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// String writes a filter in the language. Parse reads it back.
func String(f wire.Filter) string {
	var w writer
	w.terms(&f)
	for _, o := range f.Not {
		w.one("-origin", string(o))
	}
	w.sign = "-"
	for i := range f.Without {
		w.terms(&f.Without[i])
	}
	return w.out.String()
}

// writer collects terms, each after a sign.
type writer struct {
	out  strings.Builder
	sign string
}

func (w *writer) terms(f *wire.Filter) {
	w.all("op", f.Ops)
	w.all("state", f.States)
	w.all("dialect", f.Dialects)
	w.all("binding", f.Bindings)
	for _, o := range f.Origins {
		w.one("origin", string(o))
	}
	for _, o := range f.Outcomes {
		if o == wire.Open {
			o = "open"
		}
		w.one("outcome", string(o))
	}
	w.all("agent", f.Agents)
	w.all("caller", f.Callers)
	w.one("task", f.Task)
	w.one("context", f.Context)
	w.one("session", f.Session)
	w.all("tag", f.Tags)
	w.all("note", f.Notes)
	w.one("pinned", f.Pinned)
	w.one("id", f.ID)
	w.one("link", f.Link)
	w.one("method", f.Method)
	w.all("status", f.Statuses)
	if f.MinTime > 0 {
		w.one("dur", ">"+f.MinTime.String())
	}
	if f.MaxTime > 0 {
		w.one("dur", "<"+f.MaxTime.String())
	}
	w.one("since", f.Since.String())
	w.one("before", f.Until.String())
	w.all("is", f.Is)
	w.one("finding", f.Finding)
	for _, t := range f.Text {
		w.text(t)
	}
}

func (w *writer) all(key string, values []string) {
	for _, v := range values {
		w.one(key, v)
	}
}

func (w *writer) one(key, value string) {
	if value != "" {
		w.term(key + ":" + quoted(value, ""))
	}
}

// text writes a phrase. One that begins with a minus is quoted: bare, it would
// be left out.
func (w *writer) text(t string) {
	if strings.HasPrefix(t, "-") {
		t = `"` + escaped(t) + `"`
	} else {
		t = quoted(t, ":")
	}
	w.term(t)
}

func (w *writer) term(t string) {
	if w.out.Len() > 0 {
		w.out.WriteByte(' ')
	}
	w.out.WriteString(w.sign + t)
}

// quoted puts s in quotes if it would not be read back bare.
func quoted(s, also string) string {
	if s != "" && !strings.ContainsAny(s, " \t\r\n\""+also) {
		return s
	}
	return `"` + escaped(s) + `"`
}

func escaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)
}
