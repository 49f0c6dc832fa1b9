package frame

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

const maxActiveRules = 8

// activeRules lists the active rules and presets in the order in which they act.
func (s *Frames) activeRules() []record.ActiveRule {
	if s.Rules == nil || s.HoldQueue == nil {
		return nil
	}
	return record.ActiveRules(s.Rules.Rules(), s.Rules.Presets())
}

func firedWords(r record.ActiveRule) string {
	if r.Fired == 0 {
		return "not fired yet"
	}
	return "fired " + part.Count(int(r.Fired)) + " ×"
}

func rulesInForce(n int) string {
	if n == 1 {
		return " rule in force"
	}
	return " rules in force"
}

// activeRulesView keeps the list of active rules in the bar current.
type activeRulesView struct{ s *Frames }

// Pace implements web.Paced. Rules may fire a thousand times a second.
func (*activeRulesView) Pace() time.Duration { return 500 * time.Millisecond }

// Concerns implements web.Selective.
func (*activeRulesView) Concerns(n web.Notice) bool { return n.Matches(web.Rules, web.Sessions) }

// Draw implements web.View.
func (v *activeRulesView) Draw(_ context.Context, p *web.Patches) error {
	p.Changed("bar-force", barForce(v.s.activeRules()))
	return nil
}
