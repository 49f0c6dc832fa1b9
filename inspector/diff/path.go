package diff

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// segment is one step of a path: a member by name, or an item by index.
type segment struct {
	name  string
	index int // from 0, or one of the constants below
}

const (
	namedMember = -1 - iota // the segment is a member
	anyItem                 // any item of a list
	anyMember               // in patterns: any member
	anyDepth                // in patterns: any number of steps
)

type path []segment

func (p *path) member(name string) { *p = append(*p, segment{name, namedMember}) }
func (p *path) index(i int)        { *p = append(*p, segment{"", i}) }
func (p *path) pop()               { *p = (*p)[:len(*p)-1] }

// String returns the path as text: $.task.artifacts[0].
func (p path) String() string {
	b := []byte("$")
	for _, s := range p {
		switch {
		case s.index == anyItem:
			b = append(b, "[*]"...)
		case s.index == anyMember:
			b = append(b, ".*"...)
		case s.index == anyDepth:
			b = append(b, ".."...)
		case s.index != namedMember:
			b = append(strconv.AppendInt(append(b, '['), int64(s.index), 10), ']')
		case isPlainName(s.name):
			b = append(append(b, '.'), s.name...)
		default:
			b = append(appendString(append(b, '['), s.name), ']')
		}
	}
	return string(b)
}

// isPlainName reports whether a member's name needs no quotes in a path.
func isPlainName(name string) bool {
	return name != "" && strings.IndexFunc(name, func(r rune) bool {
		return r != '_' && r != '-' && r < 0x80 && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}

// pattern is a path with wildcards.
type pattern path

// parsePattern parses the pattern at the beginning of s, up to the first space.
func parsePattern(s string) (p pattern, rest string, err error) {
	p, rest = pattern{}, s[1:]
	for rest != "" && rest[0] != ' ' && err == nil {
		if len(p) > maxSegments {
			return nil, "", fmt.Errorf("the path has more than %d steps", maxSegments)
		}
		var s segment
		switch {
		case strings.HasPrefix(rest, ".."):
			s, rest = segment{"", anyDepth}, rest[1:]
			if len(rest) == 1 || rest[1] == '[' || rest[1] == ' ' {
				rest = rest[1:]
			}
		case rest[0] == '.':
			s, rest, err = parseMember(rest)
		case rest[0] == '[':
			s, rest, err = parseIndex(rest)
		default:
			err = fmt.Errorf("expected a dot or [, not %q", rest)
		}
		p = append(p, s)
	}
	return p, rest, err
}

// parseMember parses .name or .*.
func parseMember(s string) (segment, string, error) {
	end := len(s)
	if i := strings.IndexAny(s[1:], ".[ "); i >= 0 {
		end = i + 1
	}
	switch name := s[1:end]; name {
	case "":
		return segment{}, "", fmt.Errorf("expected a member's name after the dot, not %q", s[1:])
	case "*":
		return segment{"", anyMember}, s[end:], nil
	default:
		return segment{name, namedMember}, s[end:], nil
	}
}

// parseIndex parses [3], [*] or ["a name"].
func parseIndex(s string) (segment, string, error) {
	if strings.HasPrefix(s, `["`) {
		d := json.NewDecoder(strings.NewReader(s[1:]))
		var name string
		if err := d.Decode(&name); err != nil {
			return segment{}, "", fmt.Errorf("%q is not a quoted name", s)
		}
		rest, ok := strings.CutPrefix(s[1+d.InputOffset():], "]")
		if !ok {
			return segment{}, "", fmt.Errorf("] is missing after %q", name)
		}
		return segment{name, namedMember}, rest, nil
	}
	word, rest, ok := strings.Cut(s[1:], "]")
	if !ok {
		return segment{}, "", fmt.Errorf("] is missing in %q", s)
	}
	if word == "*" {
		return segment{"", anyItem}, rest, nil
	}
	i, err := strconv.Atoi(word)
	if err != nil || i < 0 {
		return segment{}, "", fmt.Errorf("[%s] is not an index; write a number, * or a quoted name", word)
	}
	return segment{"", i}, rest, nil
}

// matches reports whether the pattern names the place or one above it. It follows all ways through the pattern
// at once, so that no pattern is slow.
func (p pattern) matches(at path) bool {
	now := make([]bool, len(p)+1)
	now[0] = true
	for i := 0; ; i++ {
		for j, s := range p { // any number of steps includes none
			now[j+1] = now[j+1] || now[j] && s.index == anyDepth
		}
		if now[len(p)] {
			return true
		}
		if i == len(at) {
			return false
		}
		next := make([]bool, len(p)+1)
		for j, s := range p {
			if now[j] && s.index == anyDepth {
				next[j] = true
			} else if now[j] && s.matches(at[i]) {
				next[j+1] = true
			}
		}
		now = next
	}
}

func (s segment) matches(at segment) bool {
	switch s.index {
	case namedMember:
		return at.index == namedMember && s.name == at.name
	case anyMember:
		return at.index == namedMember
	case anyItem:
		return at.index >= 0 || at.index == anyItem
	}
	return s.index == at.index || at.index == anyItem
}
