package jsonio

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
)

type States []Spelling

// Spelling is a version's word for a state.
type Spelling struct {
	Word  string
	State a2a.State
}

// Read returns a node's state. Another version's state or spelling is read with a problem, and word is then
// the state as written. An unknown state is kept as written.
func (s States) Read(n Node, r Rule) (state a2a.State, word string) {
	if !n.Exists() {
		return "", ""
	}
	text, ok := n.Plain()
	if !ok {
		text = string(n.raw())
	}
	for _, known := range s {
		if known.Word == text {
			return known.State, ""
		}
	}
	if state, ok := stateOf(text); ok {
		if word, ok := s.Write(state); ok {
			n.Report(r, "State "+quoteWord(text)+" is spelled "+word+" in this version.")
			return state, text
		}
		r.Check += "/unknown"
		n.Report(r, "State "+quoteWord(text)+" belongs to another version.")
		return state, text
	}
	r.Check += "/unknown"
	said := quoteWord(text)
	if strings.Trim(text, "0123456789") == "" { // "3" is a string, not a number
		said = clip.Bytes(string(n.raw()), 60)
	}
	n.Report(r, "No version has the state "+said+".")
	return a2a.State(text), ""
}

// StatesOf returns the states that words name. Unknown words are skipped.
func StatesOf(words []string) (all States) {
	for _, word := range words {
		if state, ok := stateOf(word); ok {
			all = append(all, Spelling{word, state})
		}
	}
	return all
}

// stateOf returns the state that a word of any version names.
func stateOf(word string) (a2a.State, bool) {
	known := []a2a.State{a2a.Submitted, a2a.Working, a2a.InputRequired, a2a.AuthRequired, a2a.Completed, a2a.Failed, a2a.Canceled, a2a.Rejected, a2a.Unspecified}
	i := slices.IndexFunc(known, func(s a2a.State) bool { return foldState(string(s)) == foldState(word) })
	if i < 0 {
		return "", false
	}
	return known[i], true
}

var underscores = strings.NewReplacer("-", "_", " ", "_")

func foldState(s string) string {
	s = strings.TrimPrefix(underscores.Replace(strings.ToUpper(s)), "TASK_STATE_")
	switch s {
	case "CANCELLED":
		return "CANCELED"
	case "UNKNOWN":
		return "UNSPECIFIED"
	}
	return strings.ReplaceAll(s, "_", "")
}

// Write returns the spelling of a state; ok is false when the version has none.
func (s States) Write(state a2a.State) (word string, ok bool) {
	for _, known := range s {
		if known.State == state {
			return known.Word, true
		}
	}
	return string(state), false
}
