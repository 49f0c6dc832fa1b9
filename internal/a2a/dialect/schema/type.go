package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

func (s *Schema) addType(b block) {
	t, lines := s.typeOf(b)
	s.types[t.name], s.lines[t.name] = t, lines
	s.usual(b.head)
}

// compileType compiles a type's lines. The first is its head.
func (s *Schema) compileType(t *Type, lines []line) {
	form, nulls, named := s.form, s.nulls, t.section
	if t.form != nil { // the type is from another table and keeps that table's rules
		form, nulls, named = t.form, nil, t.name
	}
	head, lines := lines[0], lines[1:]
	t.form = s.withSection(*form, t.section)
	t.citation, t.empty = s.cite(head, t), head.text
	if s.names != nil {
		t.names = s.withSection(*s.names, named)
	}
	if s.cased != nil {
		t.cased = s.withSection(*s.cased, named)
	}
	if nulls != nil {
		t.nulls = s.withSection(*nulls, t.section)
	}
	var rows []row
	for _, l := range lines {
		switch l.words[0] {
		case "write", "lose":
		case "root":
			t.root = s.compileRow(t, l)
		case "arm":
			t.arms = append(t.arms, s.compileRow(t, l))
		default:
			rows = append(rows, *s.compileRow(t, l))
		}
	}
	t.rows = slices.Clone(rows) // without spare capacity
	t.index = jsonrepair.NewNames(t.members)
	t.shareNames()
	s.compileWrite(t, lines)
}

func (s *Schema) compileWrite(t *Type, lines []line) {
	for _, r := range t.arms {
		t.own = append(t.own, r.name())
	}
	for _, l := range lines {
		switch l.words[0] {
		case "write":
			for _, word := range l.words[1:] {
				c := t.column(l, word)
				if t.write = append(t.write, c); word[0] != '{' {
					t.own = append(t.own, c.name)
				} else if slices.Contains([]string{"{within}", "{tail}", "{page}", "{flat}", "{push}"}, word) {
					t.inner = append(t.inner, c.row.element)
				}
			}
		case "lose":
			t.write = append(t.write, &column{lost: t.access(l, l.word(1)), do: lose, text: s.sentence(l.rule)})
		}
	}
	t.written = jsonrepair.NewNames(t.own)
}

// nameInner adds the members that other types write for this one to its own, so that misspelt ones are
// recognised.
func (t *Type) nameInner() {
	for _, inner := range t.inner {
		t.own = append(t.own, inner.own...)
		for _, name := range inner.own {
			if !slices.Contains(t.members, name) {
				t.members = append(t.members, name)
			}
		}
		t.index, t.written = jsonrepair.NewNames(t.members), jsonrepair.NewNames(t.own)
	}
}

// slots are consecutive slots, shared by lines.
var slots = func() (all [256]uint8) {
	for i := range all {
		all[i] = uint8(i)
	}
	return all
}()

// shareNames lets lines share the type's list of members where their names are consecutive there, as most
// are.
func (t *Type) shareNames() {
	for _, r := range t.all() {
		if len(r.names) == 0 {
			continue
		}
		from := int(r.slots[0])
		to := min(from+len(r.names), len(t.members))
		if slices.Equal(r.names, t.members[from:to]) {
			r.names, r.slots = t.members[from:to:to], slots[from:to:to]
		}
	}
}

// withSection adds a section to a rule without one.
func (s *Schema) withSection(r jsonio.Rule, section string) *jsonio.Rule {
	if r.Section == "" {
		r.Spec, r.Section = s.refer(section)
	}
	return &r
}

// cite returns the rule of a type's line.
func (s *Schema) cite(l line, t *Type) citation {
	r, placed := s.ruleOf(l, l.rule, t.section, *t.form)
	if r == *t.form {
		return citation{t.form, placed}
	}
	return citation{&r, placed}
}

func (s *Schema) compileRow(t *Type, l line) *row {
	verbAt := 0
	if l.words[0] == "arm" || l.words[0] == "root" {
		verbAt = 1
	}
	r, whole := &row{verb: verbNamed(l, l.word(verbAt)), parent: t, nested: &nowhere}, false
	if isRoot := l.words[0] == "root"; isRoot != (r.verb.root != nil) || !isRoot && r.verb.read == nil {
		l.fail("has the verb %q where it does nothing: write it after root, or in the braces of a line write", l.words[verbAt])
	}
	for _, word := range l.words[verbAt+1:] {
		switch {
		case word == "." && r.verb.hasField: // the value itself
			whole = true
		case !isName(word):
			name, alt, _ := strings.Cut(word, "|")
			if !slices.Contains(t.members, name) {
				t.members = append(t.members, name)
			}
			r.names, r.slots = append(r.names, name), append(r.slots, uint8(slices.Index(t.members, name)))
			r.alt = cmp.Or(r.alt, alt)
		case r.verb.hasField && !whole && r.field == nil:
			r.field = t.access(l, word)
		default:
			r.element = s.mustType(l, word)
			if args := l.args[word]; args != "" {
				r.nested = s.placeOf(l, args)
			}
		}
	}
	if r.alt == "" {
		r.about = r.verb.about
	}
	r.citation, r.text = s.cite(l, t), s.sentence(l.text)
	if v := r.verb; len(r.names) < v.members || v.hasField && r.field == nil && !whole || v.hasType && r.element == nil || v.hasText && r.text == "" {
		l.fail("has too few words or no text: write %q", l.words[verbAt]+" "+v.usage)
	}
	return r
}

// placeOf parses the text in a type's brackets: the rule that "@" refers to, and the role of a message
// without one.
func (s *Schema) placeOf(l line, text string) *place {
	p := &place{}
	if before, ok := strings.CutSuffix(text, " user"); ok {
		p.assume, text = a2a.User, before
	} else if before, ok := strings.CutSuffix(text, " agent"); ok {
		p.assume, text = a2a.Agent, before
	}
	p.rule, _ = s.ruleOf(l, text, "", *s.form)
	return p
}

// sentence inserts the version's name into a text.
func (s *Schema) sentence(text string) string {
	return strings.ReplaceAll(text, "{version}", string(s.name))
}
