package schema

import (
	"cmp"
	"fmt"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

// Schema is a version in one form of JSON, compiled from its table. It implements
// a2a.Dialect and what package version asks of a dialect and a service. It is not changed
// once compiled, and safe for concurrent use; one pointer stands for one version and form.
type Schema struct {
	name          a2a.Version
	documents     string       // what its sections are of, as findings have it, where they are no sections of the specification: "a2a.proto"
	form          *jsonio.Rule // of members of the wrong JSON type
	names         *jsonio.Rule // of members by their proto names; nil: JSON names only
	cased         *jsonio.Rule // of members whose names are the version's but for the case of their letters
	nulls         *jsonio.Rule // of members that are null
	isProtoJSON   bool         // enums may be numbers, and numbers strings, as in ProtoJSON
	needsUTC      bool         // times must be in UTC
	errorData     string       // what error.data is: "typed" objects, an "object", or "" for any JSON
	hasDeviceCode bool         // there is an OAuth flow deviceCode
	zeroIsUnset   bool         // zero and false are the same as unset, as in a proto without presence

	states      jsonio.States
	user, agent string // the roles
	ops         []*operation
	errors      []errorCode
	near        map[string]string // the error or state that stands for one that the version does not have
	wellKnown   []string
	headers     map[string]string
	extensions  string // the header that lists them
	types       map[string]*Type
	rules       map[string]*finding // of what is no member, by name
	version     *version.Version
	pushes      *Schema          // that reads and writes push notifications: itself, or the version's other form
	service     string           // of gRPC
	shown       []string         // fields of protobuf messages that ProtoJSON shows when they are empty
	added       []protobuf.Field // that the descriptors do not have
	set         string           // the descriptors
	loaded      sync.Once
	messages    *protobuf.Schema

	file, table      string
	bases            []*Schema
	*source                    // while the table is read
	typesOnce, cards sync.Once // for the types
}

// source is a table taken apart. It is far bigger than what is made of it, and few of the types
// of all versions are ever asked for: it is let go, and made anew for those that are.
type source struct {
	blocks     []block                // with those of others that it takes over
	lines      map[string][]line      // of each type, the first its own
	answers    map[a2a.Operation]line // with the types of requests and responses
	facts      []block                // of the version
	references map[*Schema]*Schema    // that it refers to, with their sources
}

// operation is an operation as a version has it.
type operation struct {
	op                        a2a.Operation
	methods                   []string // the first is written, the others are read
	request, response         *Type
	requestName, responseName string // of the protobuf messages
}

// errorCode is an error as a version numbers it. Its reason is 1.0's machine-readable name.
type errorCode struct {
	name   a2a.ErrorName
	code   int
	reason string
}

// finding is a rule with what is said where it is not kept.
type finding struct {
	rule jsonio.Rule
	text string
}

// report says of a place what a rule of the table says, nothing where there is no such rule.
func (s *Schema) report(n jsonio.Node, rule string, args ...any) {
	if f := s.rules[rule]; f != nil {
		n.Report(f.rule, fmt.Sprintf(f.text, args...))
	}
}

// Type is a type of documents: its lines in the order in which they are read, and the
// members in the order in which they are written.
type Type struct {
	name, goType string // in the table, and the type of package a2a
	section      string
	citation                  // of what is no object
	empty        string       // what is said where nothing stands
	form         *jsonio.Rule // of members of the wrong JSON type; before it is compiled that of another table whose type it is
	names        *jsonio.Rule
	cased        *jsonio.Rule
	nulls        *jsonio.Rule
	members      []string          // that lines are about
	index        *jsonrepair.Names // of them
	rows         []row
	arms         []*row // the alternatives of one of which it is
	root         *row   // that reads a document of the type before it is known to be an object
	write        []*column
	written      *jsonrepair.Names // that documents of the version have
	own          []string          // of them
	inner        []*Type           // the types that write some of them
}

// row is a line of a type: a verb with the members that it is about.
type row struct {
	verb    *verb
	about   presence
	parent  *Type
	names   []string
	slots   []uint8 // of the names in the index of the type
	alt     string  // another name of the first member, that is none of its spellings
	field   *access
	element *Type
	nested  *place
	citation
	text string
}

// place is what a type is told by the line that it is read for.
type place struct {
	rule   jsonio.Rule
	assume a2a.Role // of a message that names none
}

// column is a member to write.
type column struct {
	row    *row
	do     func(*Schema, *jsonio.Writer, *column, any, jsonio.Losses)
	name   string
	lost   *access // the field that is not written
	always bool    // also when it is not set
	text   string  // a constant, or why something is lost
}

// citation is a rule, whose check may be that of the place.
type citation struct {
	rule     *jsonio.Rule
	isPlaced bool
}

// ruleAt is the rule at a place: its own severity goes before that of the place, its section is for
// places that have none.
func (c *citation) ruleAt(at *place) jsonio.Rule {
	if !c.isPlaced {
		return *c.rule
	}
	rule := at.rule
	rule.Severity = cmp.Or(c.rule.Severity, rule.Severity)
	if rule.Section == "" {
		rule.Spec, rule.Section = c.rule.Spec, c.rule.Section
	}
	return rule
}

// all are a type's lines with members.
func (t *Type) all() (all []*row) {
	for i := range t.rows {
		all = append(all, &t.rows[i])
	}
	return append(all, t.arms...)
}

// name is the first member of a line, "" where it has none.
func (r *row) name() string {
	if len(r.names) == 0 {
		return ""
	}
	return r.names[0]
}

// verbLine is the line with a verb, one without members where no line has it.
func (t *Type) verbLine(word string) *row {
	for i := range t.rows {
		if r := &t.rows[i]; r.verb == verbs[word] {
			return r
		}
	}
	return &row{parent: t}
}
