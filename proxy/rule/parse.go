package rule

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// Error is a parse error.
type Error struct {
	Offset int // byte offset of the error, from 0
	Column int // the same in characters, from 1, for display
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("rule, at character %d: %s", e.Column, e.Reason) }

// Parse reads a rule:
//
//	WHEN => ACTION [; ACTION …]
//
// WHEN is in the filter language, with filterKeys and keys, and may be empty. The actions are those of
// fault.Actions. Its errors are *Error: they name the place, what was found there, what is valid and what to
// try. Parse reads back what String writes.
func Parse(text string, w filter.Vocabulary, p ErrorNames) (Rule, error) {
	q := parser{text: text, words: w, keyOffsets: map[string]int{}}
	if len(text) > wire.MaxRuleBytes {
		return Rule{}, q.errorf(wire.MaxRuleBytes, "it is %d bytes long; at most %d are allowed", len(text), wire.MaxRuleBytes)
	}
	if !utf8.ValidString(text) {
		i := 0
		for r, n := utf8.DecodeRuneInString(text); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRuneInString(text[i:]) {
			i += n
		}
		return Rule{}, q.errorf(i, "this byte is not UTF-8")
	}
	if p != nil {
		q.errors = p.Errors()
	}
	r, err := q.parseRule()
	if err != nil {
		return Rule{}, err
	}
	return r, nil
}

type parser struct {
	text          string
	words         filter.Vocabulary
	errors        []string
	keyOffsets    map[string]int // offset at which each key was first given
	actionsOffset int            // offset of the actions
}

func (p *parser) errorf(at int, format string, a ...any) error {
	at = min(at, len(p.text))
	return &Error{Offset: at, Column: utf8.RuneCountInString(p.text[:at]) + 1, Reason: fmt.Sprintf(format, a...)}
}

func (p *parser) parseRule() (Rule, error) {
	r := Rule{Seed: defaultSeed}
	when, err := p.parseWhen(&r)
	if err != nil {
		return r, err
	}
	var wrong *filter.Error
	if r.Filter, err = p.words.Parse(when); errors.As(err, &wrong) {
		return r, p.errorf(wrong.Offset, "%s", wrong.Reason)
	}
	var bad *fault.Error
	if r.Faults, err = fault.Parse(p.text[p.actionsOffset:], p.errors); errors.As(err, &bad) {
		return r, p.errorf(p.actionsOffset+bad.Offset, "%s", bad.Reason)
	}
	if r.isTapRule() || slices.ContainsFunc(r.Faults, func(f fault.Fault) bool { return fault.TargetsOf(f) == fault.Taps }) {
		return r, p.checkTapRule(&r)
	}
	return r, p.setSide(&r)
}

// parseWhen reads the keys that filters do not have, and returns the rest of WHEN with blanks in their place.
func (p *parser) parseWhen(r *Rule) (string, error) {
	rest := []byte(p.text)
	for t, err := range filter.Terms(p.text) {
		if strings.HasPrefix(p.text[t.From:], "=>") {
			p.actionsOffset = t.From + len("=>")
			return string(rest[:t.From]), nil
		}
		if err == nil {
			err = p.parseKey(r, t)
		}
		var wrong *filter.Error
		if errors.As(err, &wrong) {
			return "", p.errorf(wrong.Offset, "%s", wrong.Reason)
		}
		if err != nil {
			return "", err
		}
		if findKey(t.Key) != nil {
			copy(rest[t.From:t.To], strings.Repeat(" ", t.To-t.From))
		}
	}
	if strings.Contains(p.text, "=>") {
		return "", p.errorf(len(p.text), "missing space before =>, as in event:artifact nth:2 => duplicate")
	}
	return "", p.errorf(len(p.text), "missing => between condition and action, as in event:artifact nth:2 => duplicate")
}

// parseKey reads a term whose key filters do not have, and rejects keys that rules do not accept.
func (p *parser) parseKey(r *Rule, t filter.Term) error {
	if i := strings.IndexFunc(t.Text, unicode.IsControl); i >= 0 {
		return p.errorf(t.ValueOffset, "a value cannot contain a line break or another control character")
	}
	if t.Key == "" {
		return nil
	}
	_, twice := p.keyOffsets[t.Key]
	if !twice {
		p.keyOffsets[t.Key] = t.From
	}
	k := findKey(t.Key)
	switch {
	case k == nil && slices.Contains(filterKeys, t.Key):
		return nil
	case k == nil && slices.Contains(filter.Keys(), t.Key):
		return p.errorf(t.From, "%s: selects recorded exchanges, but a rule decides while an exchange passes. Keys of rules are %s", t.Key, strings.Join(keyNames(), ", "))
	case k == nil:
		return p.errorf(t.From, "unknown key %q.%s Keys are %s. To search for text with a colon, put it in quotes", clip.Runes(t.Key, maxShown), fault.DidYouMean(t.Key, keyNames()), strings.Join(keyNames(), ", "))
	case t.Negated && k.Name != keyEvent:
		return p.errorf(t.From, "%s: cannot be negated. Remove the minus", t.Key)
	case twice && k.isSingle:
		return p.errorf(t.From, "%s: can be given only once", t.Key)
	case !k.set(r, t.Negated, t.Text):
		return p.errorf(t.ValueOffset, "%s", k.valueError(t.Text))
	}
	return nil
}

// checkTapRule checks a rule about a tap as a whole.
func (p *parser) checkTapRule(r *Rule) error {
	for _, f := range r.Faults {
		if fault.TargetsOf(f) == fault.Taps && len(r.Faults) > 1 {
			return p.errorf(p.actionsOffset, "%s acts on the tap as a whole and must be the only action. Write two rules", f)
		}
	}
	only := wire.Filter{Agents: r.Filter.Agents}
	for _, w := range r.Filter.Exclusions {
		if len(w.Agents) > 0 {
			only.Exclusions = append(only.Exclusions, w)
		}
	}
	if filter.String(only) != filter.String(r.Filter) || slices.ContainsFunc(keyNames(), func(k string) bool { _, has := p.keyOffsets[k]; return has && k != "agent" }) {
		return p.errorf(0, "%s acts on the tap as a whole, before any call. Write only agent: before =>", r.Faults[0])
	}
	return nil
}

// setSide sets the side on which a rule acts. It returns an error if the rule cannot act there.
func (p *parser) setSide(r *Rule) error {
	if _, given := p.keyOffsets[keyDirection]; !given {
		r.Side = r.usualSide()
	}
	for _, k := range []string{keyEvent, "state"} {
		if at, given := p.keyOffsets[k]; given && r.Side == wire.Request {
			return p.errorf(at, "%s: matches the response, but the rule acts on the request. Leave it out", k)
		}
	}
	for _, f := range r.Faults {
		if err := p.sideError(r, f); err != nil {
			return err
		}
	}
	return nil
}

// sideError returns why an action cannot act on the side of a rule, nil if it can.
func (p *parser) sideError(r *Rule, f fault.Fault) error {
	name, on := fault.ActionOf(f).Name, fault.TargetsOf(f)
	switch {
	case r.Side == wire.Response && on == fault.Requests:
		for _, k := range []string{keyDirection, keyEvent, keyNth, "state"} {
			if at, given := p.keyOffsets[k]; given {
				return p.errorf(at, "%s: matches the response, but %s acts on the request. Leave it out", k, name)
			}
		}
		return p.errorf(p.actionsOffset, "%s acts on the request, but another action acts on the response. Write two rules", name)
	case r.Side == wire.Request && on&fault.Requests == 0:
		return p.errorf(p.keyOffsets[keyDirection], "%s acts on the response. Leave out direction:", name)
	case on == fault.Heads:
		for _, k := range []string{keyEvent, keyNth, "state", "text"} {
			if at, given := p.keyOffsets[k]; given {
				return p.errorf(at, "%s acts on the head of the response, which precedes all events. Leave out %s", name, k+":")
			}
		}
		if len(r.Filter.Text) > 0 || slices.ContainsFunc(r.Filter.Exclusions, func(w wire.Filter) bool { return len(w.Text) > 0 }) {
			return p.errorf(0, "%s acts on the head of the response, which precedes all text. Leave out the words", name)
		}
	}
	return nil
}

// usualSide returns the side on which a rule without the key direction acts.
func (r *Rule) usualSide() wire.Side {
	f := &r.Filter
	if len(r.Events)+len(r.ExcludedEvents)+len(r.Nth)+len(f.States) > 0 || slices.ContainsFunc(f.Exclusions, func(w wire.Filter) bool { return len(w.States) > 0 }) {
		return wire.Response
	}
	if slices.ContainsFunc(r.Faults, func(f fault.Fault) bool { return fault.TargetsOf(f)&fault.Requests == 0 }) {
		return wire.Response
	}
	return wire.Request
}
