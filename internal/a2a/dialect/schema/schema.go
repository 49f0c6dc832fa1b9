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

// Schema is a version in one form of JSON, compiled from its table. It implements a2a.Dialect,
// version.Dialect and version.Service. It does not change once compiled and is safe for concurrent use. Each
// version and form has a single pointer.
type Schema struct {
	name          a2a.Version
	documents     string       // the document of sections without a §: "a2a.proto"
	form          *jsonio.Rule // the rule for members of the wrong JSON type
	names         *jsonio.Rule // the rule for members under their proto names; nil: only JSON names are read
	cased         *jsonio.Rule // the rule for members whose names differ only in case
	nulls         *jsonio.Rule // the rule for members that are null
	isProtoJSON   bool         // enums may be numbers, and numbers strings
	needsUTC      bool         // times must be in UTC
	errorData     string       // what error.data is: "typed" objects, an "object", or "" for any JSON
	hasDeviceCode bool         // OAuth has the flow deviceCode
	zeroIsUnset   bool         // zero and false mean unset, as in a proto without presence

	states      jsonio.States
	user, agent string // the roles
	ops         []*operation
	errors      []errorCode
	near        map[string]string // replacements for errors and states that the version lacks
	wellKnown   []string
	headers     map[string]string
	extensions  string // the header that lists them
	types       map[string]*Type
	rules       map[string]*finding // rules that are not about a member, by name
	version     *version.Version
	pushes      *Schema          // reads and writes push notifications: itself, or the version's other form
	service     string           // of gRPC
	shown       []string         // protobuf fields that ProtoJSON shows when empty
	added       []protobuf.Field // fields that the descriptors lack
	set         string           // the descriptors
	loaded      sync.Once
	messages    *protobuf.Schema

	file, table      string
	bases            []*Schema
	*source                    // while the table is parsed
	typesOnce, cards sync.Once // for compiling types
}

// source is a parsed table. It is far bigger than the result, and few types of all versions are ever used: it
// is dropped, and parsed again when types are compiled.
type source struct {
	blocks     []block                // including those taken from other tables
	lines      map[string][]line      // of each type, the type's head first
	answers    map[a2a.Operation]line // with the types of requests and responses
	facts      []block                // facts of the version
	references map[*Schema]*Schema    // tables it refers to, with their sources
}

type operation struct {
	op                        a2a.Operation
	methods                   []string // the first is written, all are read
	request, response         *Type
	requestName, responseName string // of the protobuf messages
}

// errorCode is a version's code for an error. reason is 1.0's machine-readable name.
type errorCode struct {
	name   a2a.ErrorName
	code   int
	reason string
}

// finding is a rule and the message for breaking it.
type finding struct {
	rule jsonio.Rule
	text string
}

// report reports a rule of the table at a node, if the table has that rule.
func (s *Schema) report(n jsonio.Node, rule string, args ...any) {
	if f := s.rules[rule]; f != nil {
		n.Report(f.rule, fmt.Sprintf(f.text, args...))
	}
}

// Type is a type of documents: its lines in the order in which they are read, and the members in the order in
// which they are written.
type Type struct {
	name, goType string // in the table, and the type of package a2a
	section      string
	citation                  // for what is not an object
	empty        string       // the message for an absent value
	form         *jsonio.Rule // of members of the wrong JSON type; before compiling, set only for a type from another table, to that table's rule
	names        *jsonio.Rule
	cased        *jsonio.Rule
	nulls        *jsonio.Rule
	members      []string // the members that lines are about
	index        *jsonrepair.Names
	rows         []row
	arms         []*row // the alternatives
	root         *row   // reads a document's root before it is known to be an object
	write        []*column
	written      *jsonrepair.Names // members that documents of the version have
	own          []string          // the same as a list
	inner        []*Type           // types that write some of them
}

// row is a line of a type: a verb with the members that it is about.
type row struct {
	verb    *verb
	about   presence
	parent  *Type
	names   []string
	slots   []uint8 // the slots of names in the type's index
	alt     string  // another name of the first member, other than its proto name
	field   *access
	element *Type
	nested  *place
	citation
	text string
}

// place is the context that a line gives to the type it reads.
type place struct {
	rule   jsonio.Rule
	assume a2a.Role // the role of a message without one
}

// column is a member to write.
type column struct {
	row    *row
	do     func(*Schema, *jsonio.Writer, *column, any, jsonio.Losses)
	name   string
	lost   *access // the field that is not written
	always bool    // even when not set
	text   string  // a constant, or the reason for a loss
}

// citation is the rule that findings cite. isPlaced means that its check is the place's.
type citation struct {
	rule     *jsonio.Rule
	isPlaced bool
}

// ruleAt returns the rule at a place. Its own severity overrides the place's; its section fills in a missing
// one.
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

// all returns a type's lines, arms included.
func (t *Type) all() (all []*row) {
	for i := range t.rows {
		all = append(all, &t.rows[i])
	}
	return append(all, t.arms...)
}

// name returns the first member of a line, "" for none.
func (r *row) name() string {
	if len(r.names) == 0 {
		return ""
	}
	return r.names[0]
}

// verbLine returns the line with a verb, or an empty one.
func (t *Type) verbLine(word string) *row {
	for i := range t.rows {
		if r := &t.rows[i]; r.verb == verbs[word] {
			return r
		}
	}
	return &row{parent: t}
}
