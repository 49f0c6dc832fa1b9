package filter

import (
	"slices"
	"strings"
)

// Suggestion is one way to go on with a filter: put Insert in place of the
// bytes From to To.
type Suggestion struct {
	Insert string `json:"insert"`
	From   int    `json:"from"`
	To     int    `json:"to"`
	Help   string `json:"help,omitempty"` // what it selects; "" for values from the record
}

// Extends reports whether it makes more of what stands at the end of a text.
func (s Suggestion) Extends(text string) bool {
	return s.To == len(text) && s.From < s.To && len(s.Insert) > s.To-s.From
}

// Complete suggests how to go on with a filter at a cursor, a number of bytes:
// keys, and the values of the key that is being written. values, which may be
// nil, gives the values on record of a key that has no fixed ones, or more of
// one that has. A filter that is too long to be one has none: each would repeat it.
func (w Vocabulary) Complete(text string, cursor int, values func(key, prefix string) []string) []Suggestion {
	if len(text) > MaxBytes {
		return nil
	}
	cursor = min(max(cursor, 0), len(text))
	word, from := TermAt(text, cursor)
	to := cursor + strings.IndexAny(text[cursor:]+" ", blanks)
	name, value, isValue := strings.Cut(word, ":")
	if !isValue || strings.HasPrefix(name, `"`) {
		return keysLike(name, from, to)
	}
	k := findKey(strings.ToLower(name))
	if k == nil {
		return nil
	}
	prefix := strings.TrimPrefix(value, `"`)
	var out []Suggestion
	add := func(v, help string) {
		s := Suggestion{Insert: k.name + ":" + quoteIfNeeded(v, ""), From: from, To: to, Help: help}
		if hasPrefixFold(v, prefix) && !slices.ContainsFunc(out, func(o Suggestion) bool { return strings.EqualFold(o.Insert, s.Insert) }) {
			out = append(out, s)
		}
	}
	for _, v := range w.values(k, prefix) {
		add(v[0], v[1])
	}
	if values != nil {
		for _, v := range values(k.name, prefix) {
			add(v, "")
		}
	}
	return out
}

// TermAt is the term that is being written at a cursor, as far as that, without a minus
// before it, and where it begins.
func TermAt(text string, cursor int) (term string, from int) {
	from = termStart(text, cursor)
	term = strings.TrimPrefix(text[from:cursor], "-")
	return term, cursor - len(term)
}

// termStart is where the term that holds the cursor begins.
func termStart(text string, cursor int) int {
	from, quote := 0, false
	for i := 0; i < cursor; i++ {
		switch c := text[i]; {
		case c == '\\' && quote:
			i++
		case c == '"':
			quote = !quote
		case !quote && strings.IndexByte(" \t\r\n", c) >= 0:
			from = i + 1
		}
	}
	return from
}

func keysLike(prefix string, from, to int) []Suggestion {
	var out []Suggestion
	for _, k := range keys {
		if hasPrefixFold(k.name, prefix) {
			out = append(out, Suggestion{Insert: k.name + ":", From: from, To: to, Help: k.help})
		}
	}
	return out
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// values are the values of a key that do not come from the record, each
// with what it means. The list of checks is long: it begins with what is typed.
func (w Vocabulary) values(k *key, prefix string) [][2]string {
	switch k.name {
	case "finding":
		if prefix != "" {
			return append(slices.Clone(k.values), suggestions(w.Checks)...)
		}
	case "op":
		return suggestions(w.OpKinds)
	case "state":
		return suggestions(w.States)
	case "dialect":
		return suggestions(w.Versions)
	case "binding":
		return suggestions(w.Bindings)
	}
	return k.values
}
