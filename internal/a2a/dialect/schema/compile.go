package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"google.golang.org/protobuf/types/descriptorpb"
)

// Compile compiles a table into a dialect. file is used in messages; bases are the versions that the table
// refers to. Types are compiled when a document is first read or written. Tables are part of the program: an
// invalid one panics, with file, line and what to write instead.
func Compile(file, table string, bases ...*Schema) *Schema {
	s := (&Schema{file: file, table: table, bases: bases}).readTable()
	s.version = s.readFacts()
	s.source, s.types = nil, nil
	return s
}

// readTable returns the schema parsed again, with its source.
func (s *Schema) readTable() *Schema {
	s = &Schema{
		file: s.file, table: s.table, bases: s.bases, set: s.set,
		types: map[string]*Type{}, rules: map[string]*finding{}, near: map[string]string{},
		source: &source{lines: map[string][]line{}, answers: map[a2a.Operation]line{}, references: map[*Schema]*Schema{}},
	}
	s.pushes = s
	own := blocks(s.file, s.table)
	for _, b := range own {
		s.take(b)
	}
	for _, word := range [...]string{"version", "form", "states", "roles", "header"} {
		among := s.blocks
		if word == "header" { // the version needs its own
			among = own
		}
		if !slices.ContainsFunc(among, func(b block) bool { return b.head.words[0] == word }) && (word != "header" || s.headers != nil) {
			append(own, block{head: line{file: s.file, number: 1}})[0].head.fail("begins a table without a line %s: write %q", word, heads[word].usage)
		}
	}
	return s
}

// ready returns the schema with the types of calls, answers and push notifications compiled. Cards have many
// types and few documents are cards, so readyCards compiles those.
func (s *Schema) ready() *Schema {
	s.typesOnce.Do(func() {
		anew := s.readTable()
		s.types = anew.types
		for _, o := range s.ops {
			o.request, o.requestName = s.answer(anew.answers[o.op], 3)
			o.response, o.responseName = s.answer(anew.answers[o.op], 4)
		}
		for _, o := range s.ops {
			s.compileAll(anew.lines, o.request, o.response)
		}
		s.compileAll(anew.lines, s.types["Notification"])
	})
	return s
}

// cardType is the type from which all types of cards are reached.
const cardType = "AgentCard"

func (s *Schema) readyCards() *Schema {
	s.ready()
	s.cards.Do(func() {
		lines := s.readTable().lines
		for name, t := range s.types {
			if t.index == nil {
				s.compileType(t, lines[name])
			}
		}
	})
	return s
}

func (s *Schema) compileAll(lines map[string][]line, types ...*Type) {
	for _, t := range types {
		if t != nil && t.index == nil && t.name != cardType {
			s.compileType(t, lines[t.name])
			for _, r := range t.all() {
				s.compileAll(lines, r.element)
			}
			t.nameInner()
			if t.root != nil {
				s.compileAll(lines, t.root.element)
			}
		}
	}
}

func (s *Schema) take(b block) {
	h := lookUp(b.head, heads, b.head.words[0], "begins with no head: write one that the doc of package schema lists")
	must, _, _ := strings.Cut(h.usage, " [")
	if n := len(strings.Fields(must)); len(b.head.words) < n || len(b.head.words) > n && must == h.usage && !strings.Contains(must, "…") {
		b.head.fail("has too few or too many words: write %q", h.usage)
	}
	h.do(s, b)
	s.blocks = append(s.blocks, b)
}

// head is a word that may begin a block.
type head struct {
	usage string // its words, optional ones in brackets
	do    func(*Schema, block)
}

var heads = map[string]head{}

func init() { // a function, since some heads take further blocks
	for _, h := range []head{
		{"version NAME [of NAME]", (*Schema).begin},
		{"take NAME HEAD…", (*Schema).takeFrom},
		{"form CHECK [SEVERITY SECTION]", func(s *Schema, b block) { s.form = s.headRule(b.head) }},
		{"names CHECK [SEVERITY SECTION]", func(s *Schema, b block) { s.names = s.headRule(b.head) }},
		{"cased CHECK [SEVERITY SECTION]", func(s *Schema, b block) { s.cased = s.headRule(b.head) }},
		{"nulls CHECK [SEVERITY SECTION]", func(s *Schema, b block) { s.nulls = s.headRule(b.head) }},
		{"protojson", func(s *Schema, _ block) { s.isProtoJSON = true }},
		{"utc", func(s *Schema, _ block) { s.needsUTC = true }},
		{"errordata FORM", func(s *Schema, b block) { s.errorData = b.head.words[1] }},
		{"devicecode", func(s *Schema, _ block) { s.hasDeviceCode = true }},
		{"implicit", func(s *Schema, _ block) { s.zeroIsUnset = true }},
		{"sections FILE", func(s *Schema, b block) { s.documents = b.head.words[1] }},
		{"states WORD…", func(s *Schema, b block) { s.states = jsonio.StatesOf(b.head.words[1:]) }},
		{"roles USER AGENT", func(s *Schema, b block) { s.user, s.agent = b.head.words[1], b.head.words[2] }},
		{"pushes NAME", func(s *Schema, b block) { s.pushes = s.base(b.head, b.head.words[1]) }},
		{"cards PATH…", func(s *Schema, b block) { s.wellKnown = b.head.words[1:] }},
		{"header NAME VALUE", func(s *Schema, b block) { s.headers = map[string]string{b.head.words[1]: b.head.words[2]} }},
		{"extensions HEADER", func(s *Schema, b block) { s.extensions = b.head.words[1] }},
		{"service NAME", func(s *Schema, b block) { s.service = b.head.words[1] }},
		{"shown MESSAGE.FIELD…", func(s *Schema, b block) { s.shown = append(s.shown, b.head.words[1:]...) }},
		{"field MESSAGE NUMBER NAME TYPE [optional]", (*Schema).addField},
		{"near ERROR ERROR", func(s *Schema, b block) { s.near[b.head.words[1]] = b.head.words[2] }},
		{"facts [PART]", (*Schema).fact},
		{"path PATH OPERATION", (*Schema).fact},
		{"draft METHOD OPERATION", (*Schema).fact},
		{"kit RELEASE [FLAG…]", (*Schema).fact},
		{"routes ROOT CARD", (*Schema).fact},
		{"drop HEAD [NAME]", (*Schema).drop},
		{"rule NAME", (*Schema).addRule},
		{"op OPERATION METHOD [REQUEST RESPONSE]", (*Schema).addOp},
		{"error NAME CODE [REASON]", (*Schema).addError},
		{"type NAME [as GO like TYPE from NAME SECTION]", (*Schema).addType},
		{"change TYPE", (*Schema).addType},
	} {
		word, _, _ := strings.Cut(h.usage, " ")
		heads[word] = h
	}
}

// begin processes the first line: "version 1.1 of 1.0" starts with all that 1.0 has.
func (s *Schema) begin(b block) {
	s.name = a2a.Version(b.head.words[1])
	if b.head.word(2) == "of" {
		old := s.readBase(b.head, b.head.word(3))
		s.set = old.set
		for _, b := range old.blocks {
			if b.head.words[0] != "version" {
				s.take(b)
			}
		}
	}
}

// takeFrom takes another table's blocks of some kinds: "take 0.3 error near".
func (s *Schema) takeFrom(b block) {
	for _, old := range s.readBase(b.head, b.head.words[1]).blocks {
		if slices.Contains(b.head.words[2:], old.head.words[0]) {
			s.take(old)
		}
	}
}

// base returns the version that a line refers to.
func (s *Schema) base(l line, name string) *Schema {
	at := slices.IndexFunc(s.bases, func(b *Schema) bool { return string(b.name) == name })
	if at < 0 {
		l.fail("refers to a version without a table: give Compile the table of %q", name)
	}
	return s.bases[at]
}

func (s *Schema) readBase(l line, name string) *Schema {
	b := s.base(l, name)
	if s.references[b] == nil {
		s.references[b] = b.readTable()
	}
	return s.references[b]
}

func (s *Schema) headRule(l line) *jsonio.Rule {
	r, _ := s.ruleOf(l, strings.Join(l.words[1:], " "), "", jsonio.Rule{})
	return &r
}

func (s *Schema) addRule(b block) {
	r, _ := s.ruleOf(b.head, b.head.rule, "", s.usual(b.head))
	s.rules[b.head.words[1]] = &finding{r, b.head.text}
}

// usual returns the rule for members of the wrong JSON type, from which other rules take what they omit.
func (s *Schema) usual(l line) jsonio.Rule {
	if s.form == nil {
		l.fail("needs the usual rule: write %q above it", heads["form"].usage)
	}
	return *s.form
}

// addOp processes "op OPERATION METHODS REQUEST RESPONSE", replacing an earlier line for the operation.
// Several methods are joined by commas, "-" is none. "TYPE/MESSAGE" is a type whose protobuf message has
// another name, "TYPE/" one without a message.
func (s *Schema) addOp(b block) {
	o := &operation{op: a2a.Operation(b.head.words[1])}
	if m := b.head.words[2]; m != "-" {
		o.methods = strings.Split(m, ",")
	}
	at := slices.IndexFunc(s.ops, func(old *operation) bool { return old.op == o.op })
	switch {
	case at >= 0 && len(b.head.words) < 4: // "op OPERATION -"
		s.ops[at].methods = o.methods
		return
	case at >= 0:
		s.ops[at] = o
	default:
		s.ops = append(s.ops, o)
	}
	s.answers[o.op] = b.head
}

// answer returns the type and protobuf message named by a word of an operation's line.
func (s *Schema) answer(l line, word int) (*Type, string) {
	name, message, ok := strings.Cut(l.word(word), "/")
	if !ok {
		message = name
	}
	if name == "null" || name == "Empty" {
		return nil, message
	}
	return s.mustType(l, name), message
}

// addField processes "field MESSAGE NUMBER NAME TYPE [optional]": a field that the version's descriptors
// lack. optional means that its presence counts.
func (s *Schema) addField(b block) {
	w := b.head.words
	s.mustType(b.head, w[1])
	if _, ok := descriptorpb.FieldDescriptorProto_Type_value["TYPE_"+strings.ToUpper(w[4])]; !ok {
		b.head.fail("has the type %q: write one of protobuf's own, such as int64", w[4])
	}
	s.added = append(s.added, protobuf.Field{Message: w[1], Number: int32(b.head.int(2)), Name: w[3], Type: w[4], IsOptional: b.head.word(5) == "optional"})
}

func (s *Schema) addError(b block) {
	s.errors = append(s.errors, errorCode{name: a2a.ErrorName(b.head.words[1]), code: b.head.int(2), reason: b.head.word(3)})
}

func (l line) int(word int) int {
	n, err := strconv.Atoi(l.word(word))
	if err != nil {
		l.fail("has %q for a number: write digits", l.word(word))
	}
	return n
}

func (s *Schema) fact(b block) { s.facts = append(s.facts, b) }

// drop removes what the base table has: "drop error NAME", "drop rule NAME", "drop path", "drop draft".
func (s *Schema) drop(b block) {
	before := len(s.rules) + len(s.errors) + len(s.facts)
	switch kind, name := b.head.words[1], b.head.word(2); kind {
	case "rule":
		delete(s.rules, name)
	case "error":
		s.errors = slices.DeleteFunc(s.errors, func(e errorCode) bool { return string(e.name) == name })
	default:
		s.facts = slices.DeleteFunc(s.facts, func(b block) bool { return b.head.words[0] == kind })
	}
	if before == len(s.rules)+len(s.errors)+len(s.facts) {
		b.head.fail("removes what does not exist: write rule or error with a name, or draft, path, kit, routes or facts")
	}
}

// lookUp returns the value of a name in a line. Without one the line fails, with what to write instead.
func lookUp[V any](l line, all map[string]V, name, format string, args ...any) V {
	v, ok := all[name]
	if !ok {
		l.fail(format, args...)
	}
	return v
}

func verbNamed(l line, word string) *verb {
	return lookUp(l, verbs, word, "has the verb %q, which does not exist: write one that the doc of package schema lists, or add a function for it", word)
}

func (s *Schema) mustType(l line, name string) *Type {
	return lookUp(l, s.types, name, "has the type %q, which the table of %s does not have: write a block \"type %s\"", name, s.name, name)
}

func (t *Type) access(l line, field string) *access {
	return lookUp(l, fields, t.goType+"."+field, "has the field %s.%s, which package a2a does not have: write another, or add it there and run go test ./internal/a2a/dialect/schema -update", t.goType, field)
}
