// Package preset names lists of rules that break what A2A developers have to be ready for.
// Each says what happens on the wire and what a good client does then. Package proxy/rule
// reads the rules; this one only has their texts.
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

// list is what presets.txt says; its first lines say how.
var list = sync.OnceValue(func() (all []Preset) {
	for r := range datafile.Records(text) {
		all = append(all, Preset{r.Value("preset"), r.Value("title"), r.Value("does"), r.Value("expect"), r.Values("rule")})
	}
	return all
})

// All lists the presets, in the order in which they are offered. Callers do not change it.
func All() []Preset { return list() }

// Find is the preset of a name, in any case, false where there is none.
func Find(name string) (Preset, bool) {
	for _, p := range list() {
		if strings.EqualFold(p.Name, name) {
			return p, true
		}
	}
	return Preset{}, false
}

// Names lists their names.
func Names() (all []string) {
	for _, p := range list() {
		all = append(all, p.Name)
	}
	return all
}
