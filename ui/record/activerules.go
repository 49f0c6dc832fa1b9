package record

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// ActiveRule is a rule that is on, or a preset with those of its rules that are on.
type ActiveRule struct {
	Title string // the preset's title; "" for a single rule
	Text  string
	Fired int64
}

// ActiveRules lists the active rules and presets in the order in which they act.
func ActiveRules(rules []wire.Rule, presets []host.Preset) (all []ActiveRule) {
	for _, r := range rules {
		if !r.On {
			continue
		}
		title := ""
		if i := slices.IndexFunc(presets, func(p host.Preset) bool { return p.Name == r.Preset }); i >= 0 && r.Preset != "" {
			title = presets[i].Title
		}
		i := slices.IndexFunc(all, func(have ActiveRule) bool { return title != "" && have.Title == title })
		if i < 0 {
			i, all = len(all), append(all, ActiveRule{Title: title, Text: r.Text})
		}
		all[i].Fired += r.Fired
	}
	return all
}
