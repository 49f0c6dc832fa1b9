package console

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/proxy/hold"
	"github.com/a2a-console/a2a-console/proxy/rule"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/ui/host"
)

// Rules are the rules in force at the taps. The pages and the command line change them, and they are
// saved with the session being recorded. Safe for concurrent use.
type Rules struct {
	set      *rule.Set
	protocol wire.Protocol
	store    *recorder.Store
	taps     *proxy.Taps // set before any rule
	log      *slog.Logger

	changing sync.Mutex // held while the list changes
	writing  sync.Mutex // held while the rules are saved
	mu       sync.Mutex // guards session, earlier and bells
	session  string     // id of the session that they are saved with
	earlier  map[string]firedBefore
	bells    map[chan struct{}]bool

	wake   chan struct{} // of capacity 1
	done   chan struct{}
	writer sync.WaitGroup
}

// firedBefore is what a rule did in earlier sessions of this program.
type firedBefore struct {
	fired     int64
	exchanges []string
}

// newRules returns an empty list that is saved with a session. queue receives what the rules hold.
func newRules(store *recorder.Store, session string, known *Cards, queue *hold.Queue, log *slog.Logger) *Rules {
	r := &Rules{
		store: store, log: log, session: session, protocol: passing.New(passing.Options{Card: known.card}),
		earlier: map[string]firedBefore{}, bells: map[chan struct{}]bool{}, wake: make(chan struct{}, 1), done: make(chan struct{}),
	}
	r.set = rule.New(rule.Options{
		Protocol: r.protocol, Holder: queue, Vocabulary: words.FilterVocabulary(), OnFire: func(string, string, string) { r.noteFired() },
		AgentName: func(origin string) string {
			if c := known.card(origin); c != nil {
				return c.Name
			}
			return ""
		},
	})
	r.writer.Go(r.runWriter)
	return r
}

// attachTaps makes the rules apply to the taps' connections too.
func (r *Rules) attachTaps(taps *proxy.Taps) {
	r.taps = taps
	taps.SetConnections(func(agent string) string { return string(r.set.Connections(agent)) })
}

func (r *Rules) Intervener() wire.Intervener { return r.set }

func (r *Rules) Rules() []wire.Rule {
	list := r.set.Rules()
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range list {
		b := r.earlier[list[i].ID]
		list[i].Fired -= b.fired
		list[i].LastExchanges = slices.DeleteFunc(list[i].LastExchanges, func(id string) bool { return slices.Contains(b.exchanges, id) })
	}
	return list
}

func (r *Rules) RulesAbout(agent string) []wire.Rule {
	return slices.DeleteFunc(r.Rules(), func(x wire.Rule) bool { return !r.set.NamesAgent(x.ID, agent) })
}

func (r *Rules) AddRules(ctx context.Context, texts []string, preset string) ([]wire.Rule, error) {
	return r.Add(ctx, presetRules(texts, preset))
}

// presetRules makes rules from texts of a preset, "" for none. They are not in force yet.
func presetRules(texts []string, preset string) []wire.Rule {
	list := make([]wire.Rule, len(texts))
	for i, text := range texts {
		list[i] = wire.Rule{Text: text, Preset: preset}
	}
	return list
}

// Add does what AddRules does, for rules of several presets. It uses only Text and Preset of each
// rule.
func (r *Rules) Add(ctx context.Context, list []wire.Rule) ([]wire.Rule, error) {
	if len(list) == 0 {
		return nil, nil
	}
	added, err := r.newRules(list)
	if err != nil {
		return nil, err
	}
	r.changing.Lock()
	defer r.changing.Unlock()
	return added, r.replaceAll(ctx, append(r.set.Rules(), added...))
}

// newRules makes rules to put in force from the texts and presets of list.
func (r *Rules) newRules(list []wire.Rule) (made []wire.Rule, _ error) {
	for i, x := range list {
		written, err := r.CheckRule(x.Text)
		var wrong *host.RuleError
		if errors.As(err, &wrong) && len(list) > 1 {
			return nil, &host.RuleError{Offset: wrong.Offset, Reason: fmt.Sprintf("rule %d of %d: %s", i+1, len(list), wrong.Reason)}
		}
		if err != nil {
			return nil, err
		}
		made = append(made, wire.Rule{ID: wire.NewID(), Text: preferTyped(x.Text, written), On: true, Preset: x.Preset, Created: time.Now().UTC()})
	}
	return made, nil
}

func (r *Rules) ChangeRule(ctx context.Context, id, text string) (wire.Rule, error) {
	written, err := r.CheckRule(text)
	if err != nil {
		return wire.Rule{}, err
	}
	written = preferTyped(text, written)
	return r.changeRule(ctx, id, func(x *wire.Rule) {
		if x.Text != written {
			*x = wire.Rule{ID: x.ID, Text: written, On: x.On, Preset: x.Preset, Created: time.Now().UTC()}
			r.forgetFired(id)
		}
	})
}

func (r *Rules) forgetFired(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.earlier, id)
}

func (r *Rules) SwitchRule(ctx context.Context, id string, on bool) error {
	_, err := r.changeRule(ctx, id, func(x *wire.Rule) { x.On = on })
	return err
}

func (r *Rules) changeRule(ctx context.Context, id string, do func(*wire.Rule)) (wire.Rule, error) {
	r.changing.Lock()
	defer r.changing.Unlock()
	list := r.set.Rules()
	i := indexOf(list, id)
	if i < 0 {
		return wire.Rule{}, wire.ErrNotFound
	}
	do(&list[i])
	return list[i], r.replaceAll(ctx, list)
}

func indexOf(list []wire.Rule, id string) int {
	return slices.IndexFunc(list, func(x wire.Rule) bool { return x.ID == id })
}

// MoveRule implements host.Rules. An index past the end means the last place.
func (r *Rules) MoveRule(ctx context.Context, id string, to int) error {
	r.changing.Lock()
	defer r.changing.Unlock()
	list := r.set.Rules()
	i := indexOf(list, id)
	if i < 0 {
		return wire.ErrNotFound
	}
	x := list[i]
	list = slices.Delete(list, i, i+1)
	return r.replaceAll(ctx, slices.Insert(list, min(max(to, 0), len(list)), x))
}

func (r *Rules) RemoveRules(ctx context.Context, ids ...string) error {
	r.changing.Lock()
	defer r.changing.Unlock()
	list := r.set.Rules()
	for _, id := range ids {
		i := indexOf(list, id)
		if i < 0 {
			return wire.ErrNotFound
		}
		list = slices.Delete(list, i, i+1)
	}
	r.saveRules(ctx) // with their counts until now
	return r.replaceAll(ctx, list)
}

// ReplaceRules replaces all rules at once: every exchange sees either the old list or the new one.
func (r *Rules) ReplaceRules(ctx context.Context, texts []string) error {
	list, err := r.newRules(presetRules(texts, ""))
	if err != nil {
		return err
	}
	r.changing.Lock()
	defer r.changing.Unlock()
	r.saveRules(ctx) // with the counts of the old rules until now
	return r.replaceAll(ctx, list)
}

// ReplaceSeeded is ReplaceRules with a seed for random rules that do not name one.
func (r *Rules) ReplaceSeeded(ctx context.Context, texts []string, seed int64) error {
	texts = slices.Clone(texts)
	for i := range texts {
		var err error
		if texts[i], err = rule.AddSeed(texts[i], seed, words.FilterVocabulary(), r.protocol); err != nil {
			return err
		}
	}
	return r.ReplaceRules(ctx, texts)
}

func (r *Rules) replaceAll(ctx context.Context, list []wire.Rule) error {
	if err := r.set.Put(list); err != nil {
		return fmt.Errorf("%w: %w", wire.ErrBadEdit, err)
	}
	r.ring()
	r.saveRules(ctx)
	if r.taps == nil {
		return nil
	}
	return r.taps.ApplyConnections(ctx)
}

func (r *Rules) CheckRule(text string) (string, error) {
	x, err := rule.Parse(text, words.FilterVocabulary(), r.protocol)
	var wrong *rule.Error
	if errors.As(err, &wrong) {
		return "", &host.RuleError{Offset: wrong.Offset, Reason: wrong.Reason}
	}
	return x.String(), err
}

// preferTyped returns the text of a rule in the form that people recognize: as typed if that is one
// line, else in the canonical form written.
func preferTyped(text, written string) string {
	switch {
	case strings.ContainsFunc(text, unicode.IsControl):
		return written
	case strings.Contains(text, `"`):
		return strings.TrimSpace(text)
	}
	return strings.Join(strings.Fields(text), " ")
}

func (r *Rules) RuleWords(text string) string {
	x, err := rule.Parse(text, words.FilterVocabulary(), r.protocol)
	if err != nil {
		return ""
	}
	return x.Describe()
}

func (r *Rules) CompleteRule(ctx context.Context, text string, cursor int) []filter.Suggestion {
	values := func(key, prefix string) []string {
		list, err := r.store.Values(ctx, key, prefix, 0)
		if err != nil {
			r.log.Debug("look up values for a rule", "key", key, "error", err)
		}
		return list
	}
	return rule.Complete(text, cursor, words.FilterVocabulary(), r.protocol, values)
}

func (*Rules) Presets() (out []host.Preset) {
	for _, p := range preset.All() {
		out = append(out, host.Preset{Name: p.Name, Title: p.Title, Does: p.Does, Expect: p.Expect, Rules: p.Rules})
	}
	return out
}
