package diff

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// IgnoreRule selects differences to ignore: those that match all its parts. As text, the parts are separated by
// spaces and have this order:
//
//	$.task.artifacts[*].parts[0].text   the place, or one below it
//	type:timestamp                      the Kind of difference
//	/req-[0-9]+/                        pieces of text that count as equal
//
// In a place, * stands for any member, [*] for any index, and .. for any number of steps: $..metadata. With a
// regular expression, values that differ only in pieces that match it are equal.
type IgnoreRule struct {
	path    pattern
	kind    Kind
	pieces  *regexp.Regexp
	written string
}

const (
	maxRule     = 4096 // bytes
	maxSegments = 100
)

// ParseIgnoreRule parses a rule. The error says what is wrong and what is allowed.
func ParseIgnoreRule(s string) (IgnoreRule, error) {
	r := IgnoreRule{written: strings.TrimSpace(s)}
	rest := r.written
	if len(rest) > maxRule {
		return IgnoreRule{}, fmt.Errorf("an ignore rule of %d bytes; at most %d are allowed", len(rest), maxRule)
	}
	if strings.HasPrefix(rest, "$") {
		var err error
		if r.path, rest, err = parsePattern(rest); err != nil {
			return IgnoreRule{}, fmt.Errorf("ignore rule %q: %w", s, err)
		}
	}
	rest = strings.TrimSpace(rest)
	if after, ok := strings.CutPrefix(rest, "type:"); ok {
		word, more, _ := strings.Cut(after, " ")
		if !slices.Contains(kinds(), Kind(word)) {
			return IgnoreRule{}, fmt.Errorf("ignore rule %q: there is no type %q; the types are %s", s, word, kindWords())
		}
		r.kind, rest = Kind(word), strings.TrimSpace(more)
	}
	if len(rest) > 2 && rest[0] == '/' && rest[len(rest)-1] == '/' {
		re, err := regexp.Compile(rest[1 : len(rest)-1])
		if err != nil {
			return IgnoreRule{}, fmt.Errorf("ignore rule %q: %w", s, err)
		}
		r.pieces, rest = re, ""
	}
	if rest != "" || r.path == nil && r.kind == "" && r.pieces == nil {
		return IgnoreRule{}, fmt.Errorf("ignore rule %q: %q is neither a path ($.task…) nor type:NAME nor /regular expression/", s, rest)
	}
	return r, nil
}

func kindWords() string {
	var words []string
	for _, k := range kinds() {
		words = append(words, string(k))
	}
	return strings.Join(words, ", ")
}

func ParseIgnoreRules(list []string) ([]IgnoreRule, error) {
	var out []IgnoreRule
	for _, s := range list {
		r, err := ParseIgnoreRule(s)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// IgnoreRuleFor returns the rule that ignores a difference's place, including the same place in other items of its
// lists.
func IgnoreRuleFor(d Difference) (IgnoreRule, error) {
	p, _, err := parsePattern(d.Path)
	if err != nil {
		return IgnoreRule{}, err
	}
	for i := range p {
		if p[i].index >= 0 {
			p[i].index = anyItem
		}
	}
	return ParseIgnoreRule(path(p).String())
}

// String returns the rule as written.
func (r IgnoreRule) String() string { return r.written }

// MarshalText returns the rule as written.
func (r IgnoreRule) MarshalText() ([]byte, error) { return []byte(r.written), nil }

// UnmarshalText parses a rule.
func (r *IgnoreRule) UnmarshalText(b []byte) (err error) {
	*r, err = ParseIgnoreRule(string(b))
	return err
}

// matches reports whether the rule hides a difference at a place. a and b are the texts that differ, nil where the
// value is missing.
func (r IgnoreRule) matches(at path, k Kind, a, b *string) bool {
	if r.path != nil && !r.path.matches(at) || r.kind != "" && r.kind != k {
		return false
	}
	switch {
	case r.pieces == nil:
		return true
	case a != nil && b != nil:
		return r.stripPieces(*a) == r.stripPieces(*b)
	case a != nil:
		return r.stripPieces(*a) == pieceMark
	case b != nil:
		return r.stripPieces(*b) == pieceMark
	}
	return false
}

const pieceMark = "\uFFFC"

func (r IgnoreRule) stripPieces(s string) string {
	return r.pieces.ReplaceAllLiteralString(s, pieceMark)
}
