package intercept

import (
	"context"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

type view struct {
	Presets       []presetView
	Rules         []ruleView
	New           ruleDraft       // the text in the field for a new rule
	Items         []heldView      // the oldest, and the open one
	Waiting       int             // number of held items
	Open          *editorView     // the open item; nil for none
	DepartedItems []*departedItem // decided last
	DepartedItem  *departedItem   // shown instead of Open once that is no longer held
	Now           time.Time
}

type presetView struct {
	host.Preset
	On bool
}

type ruleView struct {
	wire.Rule
	First, Last bool
	Title       string     // its preset's title; "" for none
	Words       string     // what it does, a sentence
	Edit        *ruleDraft // text that was rejected; nil for none
}

// ruleDraft is the text of a rule being written, and its error.
type ruleDraft struct {
	Text string
	Err  *host.RuleError // nil if it is valid
	Note string          // what to say of a rule without an error
}

// read reads everything that the screen shows. id names the open item; "" for none.
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

// maxItems bounds the rows of the queue. As items leave, the next ones follow.
const maxItems = 200

func (s *Screen) readHeld(ctx context.Context, v *view, names map[string]string, id string) {
	all := s.HoldQueue.Items()
	v.Waiting = len(all)
	for i, h := range all {
		if i >= maxItems && h.ID != id {
			continue
		}
		s.history.add(h)
		one := heldView{HeldItem: h, Name: nameOf(names, h.Agent), Now: v.Now, Current: h.ID == id}
		if one.isWhole() && h.Side == wire.Response && h.FrameLabels.Text == "" {
			one.Head = s.headOf(ctx, h.Exchange)
		}
		v.Items = append(v.Items, one)
	}
	if id == "" {
		return
	}
	if i := slices.IndexFunc(v.Items, func(h heldView) bool { return h.Current }); i >= 0 {
		v.Open = s.readEditor(ctx, v.Items[i])
		return
	}
	v.DepartedItem = s.findDeparted(ctx, id)
}
