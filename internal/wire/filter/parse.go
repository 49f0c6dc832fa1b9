package filter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/spelling"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Limits of a filter: each term and each word costs a lookup in the record.
const (
	MaxBytes = 8 << 10 // of the filter's text
	MaxTerms = 64      // a phrase counts as many terms as it has words
)

// Error is a parse error.
type Error struct {
	Offset int // byte offset of the error, from 0
	Column int // the same in characters, from 1, for display
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("filter, at character %d: %s", e.Column, e.Reason)
}

// Parse reads the filter language: terms separated by spaces, all of which must match.
//
//	op:send op:*config state:failed dialect:1.0 binding:jsonrpc origin:client
//	outcome:cut agent:HOST agent:NAME caller:NAME task:ID context:ID method:POST status:4xx
//	dur:>500ms dur:<2s quiet:>30s since:10m before:2026-11-21T10:00 is:failed finding:error
//	session:ID tag:NAME note:WORD pinned:yes id:PREFIX link:ID
//	word "a phrase" text:word -op:get -word
//
// A repeated key gives alternatives, except for is, dur, first and quiet, which must all match. A key that takes
// one value, such as task or since, may not be given two different ones. A minus excludes what the term
// selects. A value or phrase with spaces or quotes is enclosed in double quotes, in which \" and \\ stand
// for those characters. Times are how long ago (10m, 36h, 3d), or a date with or without a time of day,
// local unless it names a zone. A filter has at most MaxTerms terms and words. Errors are *Error: they
// name the place, what was found there and what is valid.
func (w Vocabulary) Parse(s string) (wire.Filter, error) {
	var f wire.Filter
	p := parser{words: w, input: s, rest: s, result: &f}
	if len(s) > MaxBytes {
		p.offset = MaxBytes
		return wire.Filter{}, p.errorf("it is %d bytes long; at most %d are allowed. Remove some terms", len(s), MaxBytes)
	}
	for {
		p.rest = strings.TrimLeft(p.rest, blanks)
		if p.rest == "" {
			return f, nil
		}
		p.offset = len(s) - len(p.rest)
		if err := p.term(); err != nil {
			return wire.Filter{}, err
		}
		if p.terms > MaxTerms {
			return wire.Filter{}, p.errorf("there are more than %d terms and words. Remove some, or shorten a phrase", MaxTerms)
		}
	}
}

// addPhrase adds a phrase, which counts as many terms as it has words.
func (p *parser) addPhrase(phrase string) {
	words := strings.FieldsFunc(phrase, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	p.terms += max(1, len(words))
	p.target.Text = append(p.target.Text, phrase)
}

type parser struct {
	words  Vocabulary
	input  string
	rest   string
	offset int // byte offset of what is being read
	terms  int // read so far
	result *wire.Filter
	target *wire.Filter // where the term goes: result, or one of its Exclusions
}

func (p *parser) errorf(format string, a ...any) error {
	return &Error{Offset: p.offset, Column: utf8.RuneCountInString(p.input[:p.offset]) + 1, Reason: fmt.Sprintf(format, a...)}
}

func (p *parser) chooseTarget(not bool) {
	p.target = p.result
	if !not {
		return
	}
	p.result.Exclusions = append(p.result.Exclusions, wire.Filter{})
	p.target = &p.result.Exclusions[len(p.result.Exclusions)-1]
}

func (p *parser) term() error {
	t, err := p.next()
	if t.Key == "" {
		if err == nil && t.Text != "" {
			p.chooseTarget(t.Negated)
			p.addPhrase(t.Text)
		}
		return err
	}
	p.terms++
	k := findKey(t.Key)
	if k == nil {
		p.offset = t.From
		if column := p.words.Aliases[""][strings.ToLower(t.Key)]; column != "" {
			return p.errorf("unknown key %q. To filter by that column use %s, such as %s", clip.Runes(t.Key, maxShown), column, findKey(column).example)
		}
		hint := didYouMean(t.Key, Keys())
		if hint == "" {
			hint = " Common keys: op, state, agent, task, session, is, finding."
		}
		return p.errorf("unknown key %q.%s To search for text with a colon, put it in quotes", clip.Runes(t.Key, maxShown), hint)
	}
	if err != nil {
		return err
	}
	return p.setKey(k, t)
}

func (p *parser) setKey(k *key, t Term) error {
	if t.Text == "" {
		return p.errorf("%s: needs a value, such as %s", t.Key, k.example)
	}
	if t.Negated && k.name == "origin" {
		var f wire.Filter
		err := k.set(p, &f, t.Text)
		p.result.ExcludedOrigins = append(p.result.ExcludedOrigins, f.Origins...)
		return err
	}
	p.chooseTarget(t.Negated)
	return k.set(p, p.target, t.Text)
}

// value reads the next value, quoted or bare.
func (p *parser) value() (string, error) {
	if !strings.HasPrefix(p.rest, `"`) {
		end := strings.IndexAny(p.rest, blanks)
		if end < 0 {
			end = len(p.rest)
		}
		v := p.rest[:end]
		p.rest = p.rest[end:]
		return v, nil
	}
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; {
		case c == '"':
			p.rest = p.rest[i+1:]
			return b.String(), nil
		case c == '\\' && i+1 < len(p.rest):
			i++
			b.WriteByte(p.rest[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", p.errorf("the quote is not closed")
}

func (p *parser) op(_ *key, v string) error {
	if !p.words.hasOp(v) {
		return p.unknownError(v, "operation", slices.Concat(wordsOf(p.words.OpKinds), p.words.Ops))
	}
	return nil
}

func (p *parser) state(_ *key, v string) error {
	if p.words.hasState(v) {
		return nil
	}
	word := strings.TrimLeftFunc(v, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) // without the state's glyph
	write := p.words.Aliases["ending"][strings.ToLower(word)]
	if o := p.words.Aliases["outcome"][strings.ToLower(word)]; o != "" {
		write = "outcome:" + normalizeOutcome(o)
	}
	if write != "" {
		return p.errorf("%q is how an exchange ended, not a task state. Write %s", clip.Runes(v, maxShown), write)
	}
	if code, _, _ := strings.Cut(word, " "); p.status(nil, code) == nil {
		return p.errorf("%q is an HTTP status, not a task state. Write status:%s", clip.Runes(v, maxShown), code)
	}
	return p.unknownError(v, "state", wordsOf(p.words.States))
}

// rejectGlob rejects a value with a *: the key compares whole values, or prefixes.
func (p *parser) rejectGlob(k *key, v string) error {
	if strings.Contains(v, "*") {
		return p.errorf("%s: does not accept the * in %q. Write the value without it, such as %s", k.name, clip.Runes(v, maxShown), k.example)
	}
	return nil
}

// id rejects a * except at the end of an id.
func (p *parser) id(k *key, v string) error {
	if strings.Contains(trimStar(v), "*") {
		return p.errorf("%s: takes a * only at the end of an id, as in %s:01993c5e*; %q would find nothing", k.name, k.name, clip.Runes(v, maxShown))
	}
	return nil
}

func (p *parser) version(_ *key, v string) error {
	return p.oneOf(v, "version of A2A", p.words.Versions)
}

func (p *parser) binding(_ *key, v string) error { return p.oneOf(v, "binding", p.words.Bindings) }

// oneOf rejects a value that is not in all, unless all is empty.
func (p *parser) oneOf(v, what string, all []Value) error {
	if names := wordsOf(all); len(names) > 0 && !slices.Contains(names, v) {
		return p.errorf("%q is not a known %s.%s Write one of %s", clip.Runes(v, maxShown), what, didYouMean(v, names), strings.Join(names, ", "))
	}
	return nil
}

func (p *parser) finding(k *key, v string) error {
	if slices.Contains(k.valueWords(), v) || strings.Contains(v, "*") || p.words.hasCheck(v) {
		return nil
	}
	return p.errorf("%q is not a check.%s Write the id of one, such as finding:SSE-05, or finding:SSE-* for a family; or one of %s", clip.Runes(v, maxShown), didYouMean(v, wordsOf(p.words.Checks)), strings.Join(k.valueWords(), ", "))
}

func (p *parser) unknownError(v, what string, words []string) error {
	return p.errorf("%q is not a known %s.%s Write one of %s; * matches anything", clip.Runes(v, maxShown), what, didYouMean(v, words), strings.Join(words, ", "))
}

// didYouMean suggests words that resemble v, "" if there are none.
func didYouMean(v string, words []string) string {
	near := spelling.Nearest(v, words)
	if len(near) == 0 {
		return ""
	}
	return " Did you mean " + strings.Join(near, ", ") + "?"
}

func (p *parser) setNamed(k *key, v string) error {
	if all := k.valueWords(); !slices.Contains(all, v) {
		return p.errorf("%q is not a known %s.%s %s are %s", clip.Runes(v, maxShown), k.name, didYouMean(v, all), strings.ToUpper(k.name[:1])+k.name[1:]+"s", strings.Join(all, ", "))
	}
	return nil
}

func (p *parser) status(_ *key, v string) error {
	ok := len(v) == 3 && v[0] >= '1' && v[0] <= '9' &&
		(v[1:] == "xx" || v[1] >= '0' && v[1] <= '9' && v[2] >= '0' && v[2] <= '9')
	if !ok {
		return p.errorf("%q is not an HTTP status. Write 404, or 4xx for a class", clip.Runes(v, maxShown))
	}
	return nil
}

func (p *parser) duration(k *key, v string, to [2]*time.Duration) error {
	op := v[:len(v)-len(strings.TrimLeft(v, "<>="))]
	d, err := time.ParseDuration(v[len(op):])
	if err != nil || d <= 0 || !slices.Contains([]string{">", ">=", "<", "<="}, op) {
		return p.errorf("%q is not a duration bound: it must start with > or <, end in a unit, and be longer than 0. Write %s:>500ms or %s:<2s", clip.Runes(v, maxShown), k.name, k.name)
	}
	bound := to[strings.IndexByte("><", op[0])]
	if stricter := *bound == 0 || (op[0] == '>') == (d > *bound); stricter {
		*bound = d
	}
	return nil
}

// count stores a bound of a number. Both bounds are part of what they bound, as those of a duration are.
func (p *parser) count(k *key, v string, to [2]*int64) error {
	op := v[:len(v)-len(strings.TrimLeft(v, "<>="))]
	n, err := strconv.ParseInt(v[len(op):], 10, 64)
	if err != nil || n <= 0 || !slices.Contains([]string{">", ">=", "<", "<="}, op) {
		return p.errorf("%q is not a bound of a number: it must start with > or <, and be at least 1. Write %s:>1000 or %s:<100", clip.Runes(v, maxShown), k.name, k.name)
	}
	bound := to[strings.IndexByte("><", op[0])]
	if *bound == 0 || (op[0] == '>') == (n > *bound) {
		*bound = n
	}
	return nil
}

func (p *parser) choice(k *key, v string) error {
	if all := k.valueWords(); !slices.Contains(all, v) {
		return p.errorf("%q is not a value of %s.%s Write one of %s", clip.Runes(v, maxShown), k.name, didYouMean(v, all), strings.Join(all, ", "))
	}
	return nil
}

func (p *parser) moment(key, v string, to *wire.Moment) error {
	m, ok := wire.ParseMoment(v)
	if !ok {
		return p.errorf("%q is not a time. Write %s:10m or %s:3d for how long ago, or a date and time such as %s:2026-11-21T10:00", clip.Runes(v, maxShown), key, key, key)
	}
	if !to.IsZero() && *to != m {
		return p.errorf("%s: can be given only once; it is already %q", key, to)
	}
	*to = m
	return nil
}

// maxShown bounds the characters of a value that an error quotes.
const maxShown = 60
