// Package rules has the command "rules", and the flags with which other commands put rules in force
// from the start, at taps and at our own agents.
package rules

import (
	"fmt"
	"os"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/spelling"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// Flags are the flags for rules that are in force from the start.
type Flags struct {
	Rule   []string `sep:"none" placeholder:"RULE" help:"Put this rule in force: WHEN => ACTION, such as \"state:completed => drop\". Repeatable. See docs/rules.md."`
	Rules  []string `sep:"none" complete:"files" placeholder:"FILE" help:"Put the rules in this file in force, one per line. Repeatable."`
	Preset []string `sep:"none" complete:"presets" placeholder:"NAME" help:"Put the rules of this preset in force, such as lose-terminal-event. Repeatable. The command \"rules presets\" lists the presets."`
	Seed   int64    `placeholder:"N" default:"1" help:"Seed for the random choices of rules that have no seed of their own."`
}

const maxRulesBytes = wire.MaxRules * wire.MaxRuleBytes

// Read returns the rules of --rule, --rules and --preset, in this order.
func (f *Flags) Read() (list []wire.Rule, err error) {
	for _, text := range f.Rule {
		if list, err = addRule(list, text, "", "--rule"); err != nil {
			return nil, err
		}
	}
	for _, name := range f.Rules {
		if list, err = addRulesOf(list, name); err != nil {
			return nil, err
		}
	}
	for _, name := range f.Preset {
		p, err := Preset(name)
		if err != nil {
			return nil, err
		}
		for _, text := range p.Rules {
			list = append(list, wire.Rule{Text: text, On: true, Preset: p.Name})
		}
	}
	for i := range list {
		if list[i].Text, err = addSeed(list[i].Text, f.Seed); err != nil {
			return nil, err
		}
	}
	if len(list) > wire.MaxRules {
		return nil, fmt.Errorf("%d rules are given; at most %d can be in force", len(list), wire.MaxRules)
	}
	return list, nil
}

// addRule returns list with the rule added, or an error if the rule does not parse. from names the
// rule's source in the error.
func addRule(list []wire.Rule, text, preset, from string) ([]wire.Rule, error) {
	if _, err := parse(text); err != nil {
		return nil, pointAtError(from, text, err)
	}
	return append(list, wire.Rule{Text: text, On: true, Preset: preset}), nil
}

// addRulesOf returns list with the rules of a file added, one per line. It ignores blank lines and
// lines that begin with #.
func addRulesOf(list []wire.Rule, name string) ([]wire.Rule, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("read the rules: %w", err)
	}
	if info.Size() > maxRulesBytes {
		return nil, fmt.Errorf("read the rules: %s has %d bytes; at most %d are allowed", name, info.Size(), maxRulesBytes)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read the rules: %w", err)
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		n++
		text := strings.TrimSpace(strings.TrimPrefix(line, "\uFEFF"))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if list, err = addRule(list, text, "", fmt.Sprintf("%s, line %d", name, n)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Preset returns the preset with a name. The error lists all presets.
func Preset(name string) (preset.Preset, error) {
	if p, ok := preset.Find(name); ok {
		return p, nil
	}
	near := ""
	if list := spelling.Nearest(name, preset.Names()); len(list) > 0 {
		near = " Did you mean " + strings.Join(list, " or ") + "?"
	}
	return preset.Preset{}, fmt.Errorf("--preset: there is no preset %.40q.%s There are %s", name, near, strings.Join(preset.Names(), ", "))
}

// NewSet returns a set of the flags' rules, to put in force at one of our own agents.
func (f *Flags) NewSet(p *stdio.Streams) (*rule.Set, error) {
	list, err := f.Read()
	if err != nil {
		return nil, err
	}
	return console.NewAgentRules(list, p.Log)
}
