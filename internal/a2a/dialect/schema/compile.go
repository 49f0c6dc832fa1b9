package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

// Compile makes a dialect of a table. bases are the versions that it refers to. The types are
// compiled when a document is first read or written. A table is part of the program: one that
// is wrong panics, with its line.
func Compile(table string, bases ...*Schema) *Schema {
	return compilerOf(table, bases, false).Schema
}

// ready is the schema with its types compiled.
func (s *Schema) ready() *Schema {
	s.once.Do(func() {
		c := compilerOf(s.table, s.bases, true)
		for t := range c.lines {
			c.compileType(t)
		}
		for i := range s.ops {
			c.resolve(&s.ops[i], c.opLines[i])
		}
		s.types = c.types
	})
	return s
}

// compiler is a schema while its table is read.
type compiler struct {
	*Schema
	isTyped bool
	lines   map[*Type][]line // of each type, the first its own
	opLines []line           // of the operations
	shared  map[jsonio.Rule]*jsonio.Rule
	read    []block
}

// compilerOf reads the blocks of a table, with its types or without.
func compilerOf(table string, bases []*Schema, isTyped bool) *compiler {
	c := &compiler{
		Schema:  &Schema{types: map[string]*Type{}, rules: map[string]*finding{}, near: map[string]string{}, bases: bases, table: table},
		isTyped: isTyped, lines: map[*Type][]line{}, shared: map[jsonio.Rule]*jsonio.Rule{},
	}
	c.pushes = c.Schema
	for _, b := range blocks(table) {
		c.take(b)
	}
	return c
}

// take reads a block of a table.
func (c *compiler) take(b block) {
	head, ok := heads[b.head.words[0]]
	if !ok {
		panic(fmt.Sprintf("schema: line %d begins with %q, and no block does", b.head.number, b.head.words[0]))
	}
	head(c, b)
	c.read = append(c.read, b)
}

// heads are what a block may begin with.
var heads map[string]func(*compiler, block)

func init() { // some of them read further blocks
	heads = map[string]func(*compiler, block){
		"version":    (*compiler).begin,
		"take":       (*compiler).takeFrom,
		"form":       func(s *compiler, b block) { s.form = s.headRule(b.head) },
		"names":      func(s *compiler, b block) { s.names = s.headRule(b.head) },
		"nulls":      func(s *compiler, b block) { s.nulls = s.headRule(b.head) },
		"protojson":  func(s *compiler, _ block) { s.isProtoJSON = true },
		"utc":        func(s *compiler, _ block) { s.needsUTC = true },
		"errordata":  func(s *compiler, b block) { s.errorData = b.head.words[1] },
		"devicecode": func(s *compiler, _ block) { s.hasDeviceCode = true },
		"implicit":   func(s *compiler, _ block) { s.zeroIsUnset = true },
		"sections":   func(s *compiler, b block) { s.documents = b.head.words[1] },
		"states":     func(s *compiler, b block) { s.states = jsonio.StatesOf(b.head.words[1:]) },
		"roles":      func(s *compiler, b block) { s.user, s.agent = b.head.words[1], b.head.words[2] },
		"pushes":     func(s *compiler, b block) { s.pushes = s.base(b.head.words[1]).pushes },
		"cards":      func(s *compiler, b block) { s.wellKnown = b.head.words[1:] },
		"header":     func(s *compiler, b block) { s.headers = map[string]string{b.head.words[1]: b.head.words[2]} },
		"extensions": func(s *compiler, b block) { s.extensions = b.head.word(1) },
		"service":    func(s *compiler, b block) { s.service = b.head.words[1] },
		"shown":      func(s *compiler, b block) { s.shown = append(s.shown, b.head.words[1:]...) },
		"field":      (*compiler).addField,
		"near":       func(s *compiler, b block) { s.near[b.head.words[1]] = b.head.words[2] },
		"facts":      (*compiler).fact,
		"path":       (*compiler).fact,
		"draft":      (*compiler).fact,
		"kit":        (*compiler).fact,
		"routes":     (*compiler).fact,
		"drop":       (*compiler).drop,
		"rule":       (*compiler).addRule,
		"op":         (*compiler).addOp,
		"error":      (*compiler).addError,
		"type":       (*compiler).addType,
		"change":     (*compiler).addType,
	}
}

// begin reads the first line: "version 1.1 of 1.0" has all that 1.0 has.
func (s *compiler) begin(b block) {
	s.name = a2a.Version(b.head.words[1])
	if b.head.word(2) == "of" {
		old := s.base(b.head.words[3])
		s.set = old.set
		for _, b := range old.read {
			if b.head.words[0] != "version" {
				s.take(b)
			}
		}
	}
}

// takeFrom reads what another table has of some blocks: "take 0.3 error near".
func (s *compiler) takeFrom(b block) {
	for _, old := range s.base(b.head.words[1]).read {
		if slices.Contains(b.head.words[2:], old.head.words[0]) {
			s.take(old)
		}
	}
}

// base is the table of another version, read again.
func (s *compiler) base(name string) *compiler {
	for _, b := range s.bases {
		if string(b.name) == name {
			return compilerOf(b.table, b.bases, s.isTyped).as(b)
		}
	}
	panic("schema: no table of " + name)
}

// as is the compiler of a schema that is compiled already.
func (s *compiler) as(compiled *Schema) *compiler {
	s.set, s.pushes = compiled.set, compiled
	return s
}

func (s *compiler) headRule(l line) *jsonio.Rule {
	r, _ := s.ruleOf(strings.Join(l.words[1:], " "), "", jsonio.Rule{})
	return &r
}

func (s *compiler) addRule(b block) {
	r, placed := s.ruleOf(b.head.rule, "", *s.form)
	s.rules[b.head.words[1]] = &finding{r, placed, b.head.text}
}

// addOp reads "op OPERATION METHODS REQUEST RESPONSE", in the place of the operation's line
// before. Several methods are joined by commas, "-" is none. A type whose protobuf message
// has another name is "TYPE/MESSAGE", one
// that has none "TYPE/".
func (s *compiler) addOp(b block) {
	o := operation{op: a2a.Operation(b.head.words[1])}
	if m := b.head.words[2]; m != "-" {
		o.methods = strings.Split(m, ",")
	}
	at := slices.IndexFunc(s.ops, func(old operation) bool { return old.op == o.op })
	switch {
	case at < 0:
		s.ops, s.opLines = append(s.ops, o), append(s.opLines, b.head)
	case len(b.head.words) < 4: // "op OPERATION -"
		s.ops[at].methods = o.methods
	default:
		s.ops[at], s.opLines[at] = o, b.head
	}
}

// resolve finds the types of an operation.
func (s *compiler) resolve(o *operation, l line) {
	of := func(word string) (*Type, string) {
		name, message, ok := strings.Cut(word, "/")
		if !ok {
			message = name
		}
		return s.types[name], message
	}
	o.request, o.requestName = of(l.word(3))
	o.response, o.responseName = of(l.word(4))
}

// addField reads "field MESSAGE NUMBER NAME TYPE", with "optional" where its presence counts: a
// field that the version's descriptors do not have.
func (s *compiler) addField(b block) {
	w := b.head.words
	number, err := strconv.Atoi(w[2])
	if err != nil {
		panic(fmt.Sprintf("schema: line %d: %v", b.head.number, err))
	}
	s.added = append(s.added, protobuf.Field{Message: w[1], Number: int32(number), Name: w[3], Type: w[4], IsOptional: b.head.word(5) == "optional"})
}

// addError reads "error NAME CODE REASON".
func (s *compiler) addError(b block) {
	code, err := strconv.Atoi(b.head.words[2])
	if err != nil {
		panic(fmt.Sprintf("schema: line %d: %v", b.head.number, err))
	}
	s.errors = append(s.errors, errorCode{name: a2a.ErrorName(b.head.words[1]), code: code, reason: b.head.word(3)})
}

// fact keeps a block for package version.
func (s *compiler) fact(b block) { s.facts = append(s.facts, b) }

// drop takes away what the table has that this one refers to: "drop error NAME", "drop rule
// NAME", "drop path", "drop draft".
func (s *compiler) drop(b block) {
	switch kind, name := b.head.words[1], b.head.word(2); kind {
	case "rule":
		delete(s.rules, name)
	case "error":
		s.errors = slices.DeleteFunc(s.errors, func(e errorCode) bool { return string(e.name) == name })
	default:
		s.facts = slices.DeleteFunc(s.facts, func(b block) bool { return b.head.words[0] == kind })
	}
}

func (s *compiler) addType(b block) {
	if !s.isTyped {
		return
	}
	t := s.typeOf(b)
	lines := s.linesOf(t, b)
	delete(s.lines, s.types[t.name])
	s.types[t.name], s.lines[t] = t, lines
}

// compileType reads a type's lines.
func (s *compiler) compileType(t *Type) {
	form, nulls, named := s.form, s.nulls, t.section
	if t.base != nil { // by the rules of its own table
		form, nulls, named = t.base.form, nil, t.name
	}
	t.form = s.share(s.at(*form, t.section))
	rule, placed := s.ruleOf(s.lines[t][0].rule, t.section, *t.form)
	t.rule, t.isPlaced = s.share(rule), placed
	t.empty = s.lines[t][0].text
	if s.names != nil {
		t.names = s.share(s.at(*s.names, named))
	}
	if nulls != nil {
		t.nulls = s.share(s.at(*nulls, t.section))
	}
	t.rows = make([]row, 0, len(s.lines[t]))
	for _, l := range s.lines[t][1:] {
		switch l.words[0] {
		case "write", "lose":
		case "root":
			t.root = s.compileRow(t, l)
		case "arm":
			t.arms = append(t.arms, s.compileRow(t, l))
		default:
			t.rows = append(t.rows, *s.compileRow(t, l))
		}
	}
	s.indexNames(t)
	for _, l := range s.lines[t][1:] {
		switch l.words[0] {
		case "write":
			for _, word := range l.words[1:] {
				t.write = append(t.write, t.column(l, word))
			}
		case "lose":
			field := t.access(l, l.words[1])
			t.write = append(t.write, &column{row: &row{field: field}, do: lose, text: s.sentence(l.rule)})
		}
	}
}

// share is a rule that is kept once for all lines that have it.
func (s *compiler) share(r jsonio.Rule) *jsonio.Rule {
	if s.shared[r] == nil {
		s.shared[r] = &r
	}
	return s.shared[r]
}

// at is a rule that refers to a section where it refers to none yet.
func (s *compiler) at(r jsonio.Rule, section string) jsonio.Rule {
	if r.Section == "" {
		r.Spec, r.Section = s.refer(section)
	}
	return r
}

// all are a type's lines with members.
func (t *Type) all() (all []*row) {
	for i := range t.rows {
		all = append(all, &t.rows[i])
	}
	return append(all, t.arms...)
}

// indexNames gives the members that a type's lines are about their slots.
func (s *compiler) indexNames(t *Type) {
	var names []string
	for _, r := range t.all() {
		for _, name := range r.names {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			r.slots = append(r.slots, uint8(slices.Index(names, name)))
		}
	}
	t.index = jsonrepair.NewNames(names)
}

// compileRow reads a line of a type.
func (s *compiler) compileRow(t *Type, l line) *row {
	r, whole := &row{in: t, with: &nowhere}, false
	words := l.words[1:]
	if l.words[0] == "arm" || l.words[0] == "root" {
		words = l.words[2:]
		r.verb = verbNamed(l, l.words[1])
	} else {
		r.verb = verbNamed(l, l.words[0])
	}
	for _, word := range words {
		switch {
		case word == "." && r.verb.field: // the value itself
			whole = true
		case !isName(word):
			name, alt, _ := strings.Cut(word, "|")
			r.names = append(r.names, name)
			r.alt = orWord(r.alt, alt)
		case r.verb.field && !whole && r.field == nil:
			r.field = t.access(l, word)
		default:
			r.of = s.mustType(word, l.number)
			if args := l.args[word]; args != "" {
				r.with = s.placeOf(args)
			}
		}
	}
	if r.alt == "" {
		r.about = r.verb.about
	}
	rule, placed := s.ruleOf(l.rule, t.section, *t.form)
	r.rule, r.isPlaced = s.share(rule), placed
	r.text = s.sentence(l.text)
	return r
}

// placeOf reads what stands in the brackets of a type: the rule that its own refer to, and the
// role of a message that names none.
func (s *compiler) placeOf(text string) *place {
	p := &place{}
	if before, ok := strings.CutSuffix(text, " user"); ok {
		p.assume, text = a2a.User, before
	} else if before, ok := strings.CutSuffix(text, " agent"); ok {
		p.assume, text = a2a.Agent, before
	}
	p.rule, _ = s.ruleOf(text, "", *s.form)
	return p
}

// sentence is a text with the version's name in it.
func (s *compiler) sentence(text string) string {
	return strings.ReplaceAll(text, "{version}", string(s.name))
}

func verbNamed(l line, word string) *verb {
	v, ok := verbs[word]
	if !ok {
		panic(fmt.Sprintf("schema: line %d has the verb %q, which there is not", l.number, word))
	}
	return v
}

func (s *compiler) mustType(name string, number int) *Type {
	t, ok := s.types[name]
	if !ok {
		panic(fmt.Sprintf("schema: line %d has the type %s, which the table of %s has not", number, name, s.name))
	}
	return t
}

// access is how a field of the type's value is reached.
func (t *Type) access(l line, field string) *access {
	a, ok := fields[t.goType+"."+field]
	if !ok {
		panic(fmt.Sprintf("schema: line %d has the field %s.%s, which package a2a has not", l.number, t.goType, field))
	}
	return a
}

// column reads a word of a line "write": a member's name, with "!" where it is written even
// when it is not set, or with "=" and a constant; or a verb in braces.
func (t *Type) column(l line, word string) *column {
	if name, constant, ok := strings.Cut(word, "="); ok {
		return &column{name: name, text: constant, do: writeConstant}
	}
	if name, ok := strings.CutPrefix(word, "{"); ok {
		name, text, _ := strings.Cut(strings.TrimSuffix(name, "}"), ":")
		c := &column{row: t.verbLine(name), do: verbNamed(l, name).write, text: text}
		if len(c.row.names) > 0 {
			c.name = c.row.names[0]
		}
		return c
	}
	name, always := strings.CutSuffix(word, "!")
	for _, r := range t.all() {
		if len(r.names) > 0 && r.names[0] == name && r.verb.write != nil {
			return &column{row: r, name: name, always: always, do: r.verb.write}
		}
	}
	panic(fmt.Sprintf("schema: line %d writes %s, which no line before reads", l.number, name))
}

// verbLine is the line with a verb, one without members where no line has it.
func (t *Type) verbLine(word string) *row {
	for i := range t.rows {
		if r := &t.rows[i]; r.verb == verbs[word] {
			return r
		}
	}
	return &row{in: t}
}
