// Package preset names lists of rules for failures that A2A developers must be ready for. Each preset says
// what happens on the wire and what a good client does. It has only the rules' texts; package proxy/rule
// parses them.
package preset

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a/datafile"
)

// Preset is a named list of rules.
type Preset struct {
	Name   string   // "lose-terminal-event"
	Title  string   // "Lose the terminal event"
	Does   string   // what happens on the wire, a sentence
	Expect string   // what a good client does, a sentence
	Rules  []string // their texts, in order
}

//go:embed presets.txt
var text string

// list is the content of presets.txt, whose first lines explain the format.
var list = sync.OnceValue(func() (all []Preset) {
	for r := range datafile.Records(text) {
		all = append(all, Preset{r.Value("preset"), r.Value("title"), r.Value("does"), r.Value("expect"), r.Values("rule")})
	}
	return all
})

// All returns the presets in the order in which they are offered. Callers must not change the result.
func All() []Preset { return list() }

// Find returns a preset by name, ignoring case, false for none.
func Find(name string) (Preset, bool) {
	for _, p := range list() {
		if strings.EqualFold(p.Name, name) {
			return p, true
		}
	}
	return Preset{}, false
}

func Names() (all []string) {
	for _, p := range list() {
		all = append(all, p.Name)
	}
	return all
}
