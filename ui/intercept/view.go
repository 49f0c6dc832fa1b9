package intercept

import (
	"context"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// view is the screen as it is drawn.
type view struct {
	Presets []presetView
	Rules   []ruleView
	New     typed   // in the field for a new rule
	Held    []held  // the oldest, and what is open
	Waiting int     // how many are held
	Open    *opened // whose detail is shown, nil for none
	Went    []*gone // what was decided last
	Gone    *gone   // what is said in place of it, when it is not held any more
	Now     time.Time
}

// presetView is a preset, and whether it is in force.
type presetView struct {
	host.Preset
	On bool
}

// ruleView is a rule in its place among all.
type ruleView struct {
	wire.Rule
	First, Last bool
	Title       string // of its preset, "" for none
	Words       string // what it does, a sentence
	Edit        *typed // that could not be taken; nil for none
}

// typed is the text of a rule as it is being written, and what is wrong with it.
type typed struct {
	Text string
	Err  *host.RuleError // nil for nothing
	Note string          // what else there is to say
}

// read reads all that the screen shows. id names what is open, "" for nothing.
func (s *Screen) read(ctx context.Context, id string) (*view, error) {
	names, err := s.Lists.Names(ctx)
	if err != nil {
		return nil, err
	}
	v := &view{Now: s.Web.Now()}
	s.readRules(v)
	s.readHeld(ctx, v, names, id)
	return v, nil
}

// readRules fills in presets and rules.
func (s *Screen) readRules(v *view) {
	rules := s.Rules.Rules()
	titles := map[string]string{}
	for _, p := range s.Rules.Presets() {
		titles[p.Name] = p.Title
		on := slices.ContainsFunc(rules, func(r wire.Rule) bool { return r.Preset == p.Name && r.On })
		v.Presets = append(v.Presets, presetView{p, on})
	}
	for i, r := range rules {
		v.Rules = append(v.Rules, ruleView{Rule: r, First: i == 0, Last: i == len(rules)-1, Title: titles[r.Preset], Words: s.Rules.RuleWords(r.Text)})
	}
}

// mostShown bounds the rows of what is held. The next follow as they go.
const mostShown = 200

// readHeld fills in the queue, and what is open of it.
func (s *Screen) readHeld(ctx context.Context, v *view, names map[string]string, id string) {
	all := s.Holds.Items()
	v.Waiting = len(all)
	for i, h := range all {
		if i >= mostShown && h.ID != id {
			continue
		}
		s.past.saw(h)
		one := held{HeldItem: h, Name: nameOf(names, h.Agent), Now: v.Now, Current: h.ID == id}
		if one.whole() && h.Side == wire.Response && h.Says.Text == "" {
			one.Head = s.headOf(ctx, h.Exchange)
		}
		v.Held = append(v.Held, one)
	}
	if id == "" {
		return
	}
	if i := slices.IndexFunc(v.Held, func(h held) bool { return h.Current }); i >= 0 {
		v.Open = s.open(ctx, v.Held[i])
		return
	}
	v.Gone = s.wentWhere(ctx, id)
}
