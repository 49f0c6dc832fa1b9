package rule

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// Complete suggests how to continue a rule at a cursor, a byte offset: keys and their values before the
// arrow, actions after it. values is as in filter.Vocabulary.Complete. A text that is too long for a rule
// gets no suggestions, because each would repeat it.
func Complete(text string, cursor int, w filter.Vocabulary, p ErrorNames, values func(key, prefix string) []string) []filter.Suggestion {
	if len(text) > wire.MaxRuleBytes {
		return nil
	}
	cursor = min(max(cursor, 0), len(text))
	when := text
	if at := arrow(text); at >= 0 {
		if cursor >= at+len("=>") {
			return completeAction(text, at+len("=>"), cursor, p)
		}
		when = text[:at]
	}
	return completeWhen(when, min(cursor, len(when)), w, values)
}

// arrow returns the offset of a rule's arrow, -1 if there is none.
func arrow(text string) int {
	for t := range filter.Terms(text) {
		if strings.HasPrefix(text[t.From:], "=>") {
			return t.From
		}
	}
	return -1
}

func completeWhen(when string, cursor int, w filter.Vocabulary, values func(key, prefix string) []string) []filter.Suggestion {
	term, from := filter.TermAt(when, cursor)
	name, value, isValue := strings.Cut(term, ":")
	to := cursor + strings.IndexAny(when[cursor:]+" ", " \t\r\n")
	if isValue && findKey(strings.ToLower(name)) != nil {
		return completeValue(findKey(strings.ToLower(name)), value, from, to)
	}
	out := slices.DeleteFunc(w.Complete(when, cursor, values), func(s filter.Suggestion) bool {
		key, _, _ := strings.Cut(s.Insert, ":")
		return !slices.Contains(filterKeys, key)
	})
	if isValue {
		return out
	}
	for _, k := range keys {
		if hasPrefixFold(k.Name, name) {
			out = append(out, filter.Suggestion{Insert: k.Name + ":", From: from, To: to, Help: k.Help})
		}
	}
	if name == "" {
		out = append(out, filter.Suggestion{Insert: "=> ", From: from, To: to, Help: "what the rule does"})
	}
	return out
}

func completeValue(k *key, value string, from, to int) (out []filter.Suggestion) {
	for _, v := range k.Values {
		if hasPrefixFold(v.Word, value) {
			out = append(out, filter.Suggestion{Insert: k.Name + ":" + v.Word, From: from, To: to, Help: v.Help})
		}
	}
	return out
}

// completeAction suggests actions, and names of errors. from is where the actions begin.
func completeAction(text string, from, cursor int, p ErrorNames) (out []filter.Suggestion) {
	from += fault.LastActionOffset(text[from:cursor])
	from += len(text[from:cursor]) - len(strings.TrimLeft(text[from:cursor], " \t\r\n"))
	written := text[from:cursor]
	var forms []fault.Form
	for _, a := range fault.Actions() {
		forms = append(forms, a.Forms...)
		if a.Name == "error" && p != nil && strings.HasPrefix(written, "error ") {
			for _, e := range p.Errors() {
				forms = append(forms, fault.Form{Text: "error " + e})
			}
		}
	}
	for _, f := range forms {
		s := filter.Suggestion{Insert: f.Text, From: from, To: cursor, Help: f.Help}
		if hasPrefixFold(f.Text, written) && f.Text != written && !slices.ContainsFunc(out, func(o filter.Suggestion) bool { return o.Insert == s.Insert }) {
			out = append(out, s)
		}
	}
	return out
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}
