// Package preset names lists of rules that break what A2A developers have to be ready for.
// Each says what happens on the wire and what a good client does then. Package proxy/rule
// reads the rules; this one only has their texts.
package preset

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
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
	for line := range strings.Lines(text) {
		label, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if label == "preset" {
			all = append(all, Preset{Name: value})
			continue
		}
		if len(all) == 0 {
			continue // it is about the file
		}
		switch p := &all[len(all)-1]; label {
		case "title":
			p.Title = value
		case "does":
			p.Does = value
		case "expect":
			p.Expect = value
		case "rule":
			p.Rules = append(p.Rules, value)
		}
	}
	return all
})

// All lists the presets, in the order in which they are offered.
func All() []Preset {
	all := slices.Clone(list())
	for i := range all {
		all[i].Rules = slices.Clone(all[i].Rules)
	}
	return all
}

// Named is the preset of a name, in any case, false where there is none.
func Named(name string) (Preset, bool) {
	for _, p := range All() {
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
