package diff

import (
	"strconv"
	"strings"
)

// segment is one step of a path: an item's index, or a member by name.
type segment struct {
	name  string
	index int // from 0, or one of those below
}

const (
	namedMember = -1 - iota // the segment is a member
	anyItem                 // any item of a list
	anyMember               // in patterns: any member
	anyDepth                // in patterns: any number of steps
)

// path is the current place of a comparison.
type path []segment

func (p *path) member(name string) { *p = append(*p, segment{name, namedMember}) }
func (p *path) at(i int)           { *p = append(*p, segment{"", i}) }
func (p *path) up()                { *p = (*p)[:len(*p)-1] }

// String is the path as text: $.task.artifacts[0].
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
		case plain(s.name):
			b = append(append(b, '.'), s.name...)
		default:
			b = append(appendString(append(b, '['), s.name), ']')
		}
	}
	return string(b)
}

// plain reports whether a member's name needs no quotes in a path.
func plain(name string) bool {
	return name != "" && strings.IndexFunc(name, func(r rune) bool {
		return r != '_' && r != '-' && r < 0x80 && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}
