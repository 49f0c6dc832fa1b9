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

// Error is what Parse says of a rule it cannot read.
type Error struct {
	Offset int // of the byte at which it went wrong, from 0
	At     int // the same for people: characters, from 1
	Why    string
}

func (e *Error) Error() string { return fmt.Sprintf("rule, at character %d: %s", e.At, e.Why) }

// Parse reads a rule:
//
//	WHEN => ACTION [; ACTION …]
//
// WHEN is in the language of filters, with the keys that Keys and Shared list, and may be
// empty. The actions are those of fault.Actions. An error is an *Error: it names the place,
// what was found there, what is valid and what to try. Parse reads back what String writes.
func Parse(text string, w filter.Words, p Names) (Rule, error) {
	q := parser{text: text, words: w, at: map[string]int{}}
	if len(text) > wire.RuleLimit {
		return Rule{}, q.errorf(wire.RuleLimit, "it is %d bytes long, and may have %d", len(text), wire.RuleLimit)
	}
	if !utf8.ValidString(text) {
		i := 0
		for r, n := utf8.DecodeRuneInString(text); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRuneInString(text[i:]) {
			i += n
		}
		return Rule{}, q.errorf(i, "a byte that is not UTF-8")
	}
	if p != nil {
		q.errors = p.Errors()
	}
	r, err := q.rule()
	if err != nil {
		return Rule{}, err
	}
	return r, nil
}

type parser struct {
	text   string
	words  filter.Words
	errors []string
	at     map[string]int // where each key was first given
	do     int            // where the actions begin
}

func (p *parser) errorf(at int, format string, a ...any) error {
	at = min(at, len(p.text))
	return &Error{Offset: at, At: utf8.RuneCountInString(p.text[:at]) + 1, Why: fmt.Sprintf(format, a...)}
}

func (p *parser) rule() (Rule, error) {
	r := Rule{Seed: defaultSeed}
	when, err := p.when(&r)
	if err != nil {
		return r, err
	}
	var wrong *filter.Error
	if r.Filter, err = p.words.Parse(when); errors.As(err, &wrong) {
		return r, p.errorf(wrong.Offset, "%s", wrong.Why)
	}
	var bad *fault.Error
	if r.Do, err = fault.Parse(p.text[p.do:], p.errors); errors.As(err, &bad) {
		return r, p.errorf(p.do+bad.Offset, "%s", bad.Why)
	}
	if r.ofTap() || slices.ContainsFunc(r.Do, func(f fault.Fault) bool { return fault.OnOf(f) == fault.Taps }) {
		return r, p.ofTap(&r)
	}
	return r, p.sides(&r)
}

// when reads the keys that filters do not have, and returns the rest of WHEN with blanks in
// their place.
func (p *parser) when(r *Rule) (string, error) {
	rest := []byte(p.text)
	for t, err := range filter.Terms(p.text) {
		if strings.HasPrefix(p.text[t.From:], "=>") {
			p.do = t.From + len("=>")
			return string(rest[:t.From]), nil
		}
		if err == nil {
			err = p.key(r, t)
		}
		var wrong *filter.Error
		if errors.As(err, &wrong) {
			return "", p.errorf(wrong.Offset, "%s", wrong.Why)
		}
		if err != nil {
			return "", err
		}
		if keyNamed(t.Key) != nil {
			copy(rest[t.From:t.To], strings.Repeat(" ", t.To-t.From))
		}
	}
	return "", p.errorf(len(p.text), "a rule is WHEN => ACTION, such as event:artifact nth:2 => duplicate; here is no =>, or no blank before it")
}

// key reads a term whose key filters do not have, and refuses keys that rules do not have.
func (p *parser) key(r *Rule, t filter.Term) error {
	if i := strings.IndexFunc(t.Text, unicode.IsControl); i >= 0 {
		return p.errorf(t.At, "a line break or another control character cannot stand in a value")
	}
	if t.Key == "" {
		return nil
	}
	_, twice := p.at[t.Key]
	if !twice {
		p.at[t.Key] = t.From
	}
	k := keyNamed(t.Key)
	switch {
	case k == nil && slices.Contains(shared, t.Key):
		return nil
	case k == nil && slices.Contains(filter.Keys(), t.Key):
		return p.errorf(t.From, "%s: selects exchanges that are on record, and a rule decides while they are on their way. Keys of rules are %s", t.Key, strings.Join(names(), ", "))
	case k == nil:
		return p.errorf(t.From, "unknown key %q.%s Keys are %s. To look for text with a colon, put it in quotes", clip.Runes(t.Key, shown), fault.DidYouMean(t.Key, names()), strings.Join(names(), ", "))
	case t.Not && k.Name != event:
		return p.errorf(t.From, "%s: cannot be left out. Write it without the minus", t.Key)
	case twice && k.once:
		return p.errorf(t.From, "%s: can be given once", t.Key)
	case !k.set(r, t.Not, t.Text):
		return p.errorf(t.At, "%s", k.wrong(t.Text))
	}
	return nil
}

// ofTap judges a rule about a tap as a whole.
func (p *parser) ofTap(r *Rule) error {
	for _, f := range r.Do {
		if fault.OnOf(f) == fault.Taps && len(r.Do) > 1 {
			return p.errorf(p.do, "%s is about the tap as a whole, and stands alone. Write two rules", f)
		}
	}
	only := wire.Filter{Agents: r.Filter.Agents}
	for _, w := range r.Filter.Without {
		if len(w.Agents) > 0 {
			only.Without = append(only.Without, w)
		}
	}
	if filter.String(only) != filter.String(r.Filter) || slices.ContainsFunc(names(), func(k string) bool { _, has := p.at[k]; return has && k != "agent" }) {
		return p.errorf(0, "%s is about the tap as a whole, before any call: only agent: can stand before it", r.Do[0])
	}
	return nil
}

// sides says on which side a rule acts, or why it cannot.
func (p *parser) sides(r *Rule) error {
	if _, given := p.at[direction]; !given {
		r.Side = r.usualSide()
	}
	for _, k := range []string{event, "state"} {
		if at, given := p.at[k]; given && r.Side == wire.Request {
			return p.errorf(at, "%s: looks at the response, and the rule acts on the request. Leave it out", k)
		}
	}
	for _, f := range r.Do {
		if err := p.side(r, f); err != nil {
			return err
		}
	}
	return nil
}

// side says why an action cannot act on the side of a rule.
func (p *parser) side(r *Rule, f fault.Fault) error {
	name, on := fault.ActionOf(f).Name, fault.OnOf(f)
	switch {
	case r.Side == wire.Response && on == fault.Requests:
		for _, k := range []string{direction, event, nth, "state"} {
			if at, given := p.at[k]; given {
				return p.errorf(at, "%s: looks at the response, and %s acts on the request. Leave it out", k, name)
			}
		}
		return p.errorf(p.do, "%s acts on the request, and another action on the response. Write two rules", name)
	case r.Side == wire.Request && on&fault.Requests == 0:
		return p.errorf(p.at[direction], "%s acts on the response. Leave out direction:", name)
	case on == fault.Heads:
		for _, k := range []string{event, nth, "state", "text"} {
			if at, given := p.at[k]; given {
				return p.errorf(at, "%s acts on the head of the response, which goes before all events. Leave out %s", name, k+":")
			}
		}
		if len(r.Filter.Text) > 0 || slices.ContainsFunc(r.Filter.Without, func(w wire.Filter) bool { return len(w.Text) > 0 }) {
			return p.errorf(0, "%s acts on the head of the response, which goes before all text. Leave the words out", name)
		}
	}
	return nil
}

// usualSide is the side on which a rule acts that does not say so.
func (r *Rule) usualSide() wire.Side {
	f := &r.Filter
	if len(r.Events)+len(r.NotEvents)+len(r.Nth)+len(f.States) > 0 || slices.ContainsFunc(f.Without, func(w wire.Filter) bool { return len(w.States) > 0 }) {
		return wire.Response
	}
	if slices.ContainsFunc(r.Do, func(f fault.Fault) bool { return fault.OnOf(f)&fault.Requests == 0 }) {
		return wire.Response
	}
	return wire.Request
}
