package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// line is a line of a table, split at " : " into words, rule and text.
type line struct {
	file   string
	number int
	words  []string
	args   map[string]string // by type among the words, the text in its brackets
	rule   string
	text   string
	isOwn  bool // a line of the block itself, while it is merged with the lines of another type
}

// fail panics with what is wrong with a line and what to write instead.
func (l line) fail(format string, args ...any) {
	panic(fmt.Sprintf("%s:%d: %q ", l.file, l.number, strings.Join(l.words, " ")) + fmt.Sprintf(format, args...))
}

func cutLine(file string, number int, text string) line {
	l := line{file: file, number: number}
	what, rest, _ := strings.Cut(text, " : ")
	if text, ok := strings.CutPrefix(rest, ": "); ok {
		l.text = text
	} else {
		l.rule, l.text, _ = strings.Cut(rest, " : ")
	}
	l.words = make([]string, 0, strings.Count(what, " ")+1)
	for what != "" {
		word, after, _ := strings.Cut(what, " ")
		if name, _, ok := strings.Cut(word, "("); ok { // the text in brackets may contain blanks
			inside, behind, _ := strings.Cut(what[len(name)+1:], ")")
			if l.args == nil {
				l.args = map[string]string{}
			}
			word, after, l.args[name] = name, behind, inside
		}
		l.words, what = append(l.words, word), strings.TrimSpace(after)
	}
	return l
}

// block is an unindented line with the indented lines below it.
type block struct {
	head line
	rows []line
}

// blocks parses a table into blocks. Lines that begin with "#" are comments.
func blocks(file, table string) (all []block) {
	for i, text := range strings.Split(table, "\n") {
		trimmed := strings.TrimSpace(text)
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		l := cutLine(file, i+1, trimmed)
		if text[0] != ' ' {
			all = append(all, block{head: l})
		} else if len(all) > 0 {
			last := &all[len(all)-1]
			last.rows = append(last.rows, l)
		} else {
			l.fail("is indented below nothing: write %q first", heads["version"].usage)
		}
	}
	return all
}

// typeOf parses the head of a type, "type NAME as GO like OTHER from VERSION SECTION" or "change NAME", and
// merges its lines with those of the type that it is like: another of the table, one of that name in another
// table, or for a change itself.
func (s *Schema) typeOf(b block) (*Type, []line) {
	t, from, said, at := &Type{name: b.head.words[1]}, s, map[string]string{}, 2
	for ; slices.Contains([]string{"as", "like", "from"}, b.head.word(at)); at += 2 {
		said[b.head.words[at]] = b.head.word(at + 1)
	}
	if at > len(b.head.words) {
		b.head.fail("ends too early: write %q", heads["type"].usage)
	}
	t.goType, t.section = cmp.Or(said["as"], t.name), strings.Join(b.head.words[at:], " ")
	s.checkSection(b.head, t.section)
	like := said["like"]
	if said["from"] != "" {
		from, like = s.readBase(b.head, said["from"]), t.name
		t.form = from.form
	} else if b.head.words[0] == "change" {
		like = t.name
	}
	lines := []line{b.head}
	if like != "" {
		old := from.mustType(b.head, like)
		head, was := &lines[0], from.lines[like]
		t.goType, t.section = old.goType, cmp.Or(t.section, old.section)
		head.rule, head.text = cmp.Or(head.rule, was[0].rule), cmp.Or(head.text, was[0].text)
		lines = append(lines, was[1:]...)
		for i := range lines {
			lines[i].isOwn = false
		}
	}
	if slices.ContainsFunc(b.rows, line.writes) {
		lines = slices.DeleteFunc(lines, line.writes)
	}
	for _, l := range b.rows {
		lines = changed(lines, l)
	}
	return t, lines
}

func (l line) writes() bool { return l.words[0] == "write" || l.words[0] == "lose" }

// changed merges a line into lines: it replaces the first one with the same verb and member, or with "-"
// removes that one, or else comes last.
func changed(source []line, own line) []line {
	l := own
	away := l.words[0] == "-" && len(l.words) > 1
	if away {
		l.words = l.words[1:]
	}
	at := slices.IndexFunc(source[1:], func(old line) bool { return !old.isOwn && !l.writes() && old.key() == l.key() }) + 1
	l.isOwn = true
	switch {
	case away && at == 0:
		own.fail("removes what does not exist: write the verb and the first member of a line of the type before")
	case away:
		return slices.Delete(source, at, at+1)
	case at > 0:
		source[at] = l
		return source
	}
	return append(source, l)
}

// key returns a line's verb and first member. For an arm it returns the word arm and the first
// member.
func (l line) key() [2]string {
	if l.words[0] == "arm" {
		return [2]string{"arm", l.word(2)}
	}
	return [2]string{l.words[0], l.word(1)}
}

func (l line) word(i int) string {
	if i < len(l.words) {
		return l.words[i]
	}
	return ""
}

// isName reports whether a word is a check or a name of the program, which begin with a capital letter unlike
// names on the wire.
func isName(word string) bool { return word[0] >= 'A' && word[0] <= 'Z' }

// ruleOf parses a rule, "CHECK severity section", of which each word is optional and taken from usual if
// missing. placed reports "@", the check of the place.
func (s *Schema) ruleOf(l line, text, section string, usual jsonio.Rule) (r jsonio.Rule, placed bool) {
	r = usual
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "@" {
		placed, words, r.Severity = true, words[1:], ""
	} else if len(words) > 0 && isName(words[0]) {
		r.Check, r.Severity, words = words[0], a2a.SeverityError, words[1:]
	}
	if len(words) > 0 {
		switch severity := a2a.Severity(words[0]); severity {
		case a2a.SeverityError, a2a.SeverityWarning, a2a.SeverityInfo:
			r.Severity, words = severity, words[1:]
		}
	}
	if len(words) > 0 {
		section = strings.Join(words, " ")
	}
	s.checkSection(l, section)
	r.Spec, r.Section = s.refer(section)
	return r, placed
}

// checkSection rejects what is not a section, most likely a misspelt word.
func (s *Schema) checkSection(l line, section string) {
	if section != "" && s.documents == "" && !strings.HasPrefix(section, "§") {
		l.fail("has %q for a section: write § before it, and other words as the doc of package schema has them", section)
	}
}

// refer splits a section into its document and name. A section without a number belongs to the
// document in the head's "sections".
func (s *Schema) refer(section string) (spec, name string) {
	if section != "" && !strings.HasPrefix(section, "§") && s.documents != "" {
		return string(s.name) + " " + s.documents, section
	}
	return string(s.name), section
}
