package filter

import (
	"slices"
	"strings"
)

// Suggestion is one way to continue a filter: replace the bytes From to To by Insert.
type Suggestion struct {
	Insert string `json:"insert"`
	From   int    `json:"from"`
	To     int    `json:"to"`
	Help   string `json:"help,omitempty"` // what it selects; "" for values on record
}

// Extends reports whether the suggestion completes the end of text.
func (s Suggestion) Extends(text string) bool {
	return s.To == len(text) && s.From < s.To && len(s.Insert) > s.To-s.From
}

// Complete suggests how to continue a filter at a cursor, a byte offset: keys, and the values of the key at
// the cursor. values may be nil; it returns values on record for a key, in addition to the key's fixed ones.
// A filter that is too long gets no suggestions, because each would repeat it.
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

// TermAt returns the part before the cursor of the term that is being typed, without its minus, and the
// offset at which it begins.
func TermAt(text string, cursor int) (term string, from int) {
	from = termStart(text, cursor)
	term = strings.TrimPrefix(text[from:cursor], "-")
	return term, cursor - len(term)
}

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

// values returns the fixed values of a key, each with its meaning. The list of checks is long, so it is
// offered only once something is typed.
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
