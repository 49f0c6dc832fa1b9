package frame

import (
	"context"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// mostForced is how many rules the bar lists; Intercept has all.
const mostForced = 8

// ruleInForce is a rule that is switched on, or a preset with all of its rules that are.
type ruleInForce struct {
	Title string // of a preset, "" for a rule that somebody wrote
	Text  string
	Fired int64
}

func (r ruleInForce) firedWords() string {
	if r.Fired == 0 {
		return "not fired yet"
	}
	return "fired " + part.Count(int(r.Fired)) + " ×"
}

// forced lists what holds or changes messages, in the order of its acting.
func (s *Frames) forced() (all []ruleInForce) {
	if s.Rules == nil || s.Holds == nil {
		return nil
	}
	for _, r := range s.Rules.Rules() {
		if !r.On {
			continue
		}
		title := s.presetTitle(r.Preset)
		i := slices.IndexFunc(all, func(have ruleInForce) bool { return title != "" && have.Title == title })
		if i < 0 {
			i, all = len(all), append(all, ruleInForce{Title: title, Text: r.Text})
		}
		all[i].Fired += r.Fired
	}
	return all
}

func (s *Frames) presetTitle(name string) string {
	all := s.Rules.Presets()
	if i := slices.IndexFunc(all, func(p host.Preset) bool { return p.Name == name }); i >= 0 && name != "" {
		return all[i].Title
	}
	return ""
}

// forceView keeps what the bar says of rules current.
type forceView struct{ s *Frames }

// Pace implements web.Paced: rules may fire a thousand times a second.
func (*forceView) Pace() time.Duration { return 500 * time.Millisecond }

// Concerns implements web.Selective.
func (*forceView) Concerns(n web.Notice) bool { return n.Is(web.Rules, web.Sessions) }

// Draw implements web.View.
func (v *forceView) Draw(_ context.Context, p *web.Patches) error {
	p.Changed("bar-force", barForce(v.s.forced()))
	return nil
}
