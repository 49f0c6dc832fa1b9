package filter

import (
	"cmp"
	"slices"
	"strings"
)

// Vocabulary are the values that the protocol gives some keys. A key without any takes what
// it is given.
type Vocabulary struct {
	Ops         []string // names of operations; a filter may give their beginning
	OpKinds     []Value  // what is suggested for op
	States      []Value
	StatePrefix string // what a state's name may begin with: "task-state-"
	Versions    []Value
	Bindings    []Value
	Checks      []Value // by their ids, in capitals

	// Aliases are words that lists show, in small letters, with the values that they stand
	// for, by key; under "ending" those of how an exchange ended, with a filter; under "" the
	// heads of columns, with keys.
	Aliases map[string]map[string]string
}

// hasCheck reports whether there is a check of an id.
func (w Vocabulary) hasCheck(id string) bool {
	return len(w.Checks) == 0 || slices.ContainsFunc(w.Checks, func(c Value) bool { return c.Word == id })
}

// resolveAlias is the value that a word of a list stands for, or the word itself.
func (w Vocabulary) resolveAlias(k *key, word string) string {
	return cmp.Or(w.Aliases[k.name][strings.ToLower(word)], word)
}

// Value is a value of a key and what it selects. One without Help is not suggested.
type Value struct{ Word, Help string }

// hasOp reports whether an operation begins so. A * stands for anything, which
// also finds names that no version has.
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

// wordsOf are the words of values.
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
