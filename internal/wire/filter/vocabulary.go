package filter

import (
	"cmp"
	"slices"
	"strings"
)

// Vocabulary holds the values that the protocol defines for some keys. A key whose list is empty accepts any value.
type Vocabulary struct {
	Ops         []string // operation names; a filter may give a prefix
	OpKinds     []Value  // suggestions for op
	States      []Value
	StatePrefix string // optional prefix of a state's name: "task-state-"
	Versions    []Value
	Bindings    []Value
	Checks      []Value // by id, in capitals

	// Aliases maps words that lists show, in lower case, to the values that they stand for, by key. "ending"
	// maps words for how an exchange ended to filters; "" maps headings of columns to keys.
	Aliases map[string]map[string]string
}

func (w Vocabulary) hasCheck(id string) bool {
	return len(w.Checks) == 0 || slices.ContainsFunc(w.Checks, func(c Value) bool { return c.Word == id })
}

// resolveAlias returns the value that a word stands for, or the word itself.
func (w Vocabulary) resolveAlias(k *key, word string) string {
	return cmp.Or(w.Aliases[k.name][strings.ToLower(word)], word)
}

// Value is a value of a key and what it selects. A value without Help is not suggested.
type Value struct{ Word, Help string }

// hasOp reports whether some operation begins with v. A * is always accepted, because it also finds names
// that no version defines.
func (w Vocabulary) hasOp(v string) bool {
	return len(w.Ops) == 0 || strings.Contains(v, "*") || slices.ContainsFunc(w.Ops, func(o string) bool { return hasPrefixFold(o, v) })
}

func (w Vocabulary) hasState(v string) bool {
	if len(w.States) == 0 || strings.Contains(v, "*") {
		return true
	}
	v = strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(strings.TrimSpace(v)))
	v = strings.TrimPrefix(v, w.StatePrefix)
	return slices.ContainsFunc(w.States, func(s Value) bool { return s.Word == v })
}

func wordsOf(values []Value) []string {
	var all []string
	for _, v := range values {
		all = append(all, v.Word)
	}
	return all
}

func suggestions(values []Value) [][2]string {
	var all [][2]string
	for _, v := range values {
		if v.Help != "" {
			all = append(all, [2]string{v.Word, v.Help})
		}
	}
	return all
}
