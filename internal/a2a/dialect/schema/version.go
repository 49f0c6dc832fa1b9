package schema

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

var _ version.Service = (*Schema)(nil)

// CompileService is Compile of a version that also has gRPC, with the descriptors of its
// messages.
func CompileService(table, descriptors string, bases ...*Schema) *Schema {
	s := Compile(table, bases...)
	s.set = descriptors
	return s
}

// Service is the gRPC service by its full name.
func (s *Schema) Service() string { return s.service }

// Schema describes the service's messages.
func (s *Schema) Schema() *protobuf.Schema {
	s.loaded.Do(func() {
		s.messages = protobuf.MustLoad(s.set, strings.TrimSuffix(s.service, ".A2AService"), s.added, s.shown...)
	})
	return s.messages
}

// Messages are the protobuf messages that an operation's method takes and answers with, a
// stream's events being of the second.
func (s *Schema) Messages(op a2a.Operation) (request, response string) {
	if o := s.ready().operation(op); o != nil {
		return o.requestName, o.responseName
	}
	return "", ""
}

// VersionOf is the version of a table, with the facts that the table gives of it.
func (s *Schema) VersionOf() *version.Version {
	v := &version.Version{Dialect: s}
	for _, b := range s.facts {
		s.addFact(v, b)
	}
	return v
}

// addFact reads a block of facts.
func (s *Schema) addFact(v *version.Version, b block) {
	words := b.head.words
	switch words[0] {
	case "path":
		v.Paths = append(v.Paths, version.CardPath{Suffix: words[1], Op: a2a.Operation(words[2])})
	case "draft":
		v.Drafts = append(v.Drafts, version.Draft{Method: words[1], Op: a2a.Operation(words[2]), From: b.head.text, Spec: b.head.rule})
	case "kit":
		v.Kits = append(v.Kits, version.Kit{Release: words[1]})
		setFlags(reflect.ValueOf(&v.Kits[len(v.Kits)-1]).Elem(), b.head, words[2:])
	case "routes":
		v.REST.Root, v.REST.Routes = strings.Trim(words[1], "-"), version.RoutesBelow(strings.Trim(words[1], "-"), words[2])
	case "facts":
		switch name := b.head.word(1); {
		case name == "REST":
			v.REST = &version.REST{Dialect: s}
		case name == "GRPC":
			v.GRPC = &version.GRPC{Service: s}
		}
		to := reflect.ValueOf(v).Elem()
		for step := range strings.SplitSeq(b.head.word(1), ".") {
			if step != "" {
				to = reflect.Indirect(to.FieldByName(step))
			}
		}
		for _, l := range b.rows {
			s.setFact(to, l)
		}
	}
}

// setFact reads a line of facts: a field with its value, or flags that hold; "no" before them
// takes back what a table before had. Sections have the version before their numbers.
func (s *Schema) setFact(to reflect.Value, l line) {
	if l.words[0] == "no" {
		for _, name := range l.words[1:] {
			to.FieldByName(name).SetZero()
		}
		return
	}
	field := to.FieldByName(l.words[0])
	switch value := strings.Join(l.words[1:], " "); {
	case !field.IsValid():
		panic(fmt.Sprintf("schema: line %d has the fact %s, which package version has not", l.number, l.words[0]))
	case field.Kind() == reflect.Bool:
		setFlags(to, l, l.words)
	case strings.HasSuffix(to.Type().Name(), "Sections"):
		field.SetString(string(s.name) + " " + value)
	default:
		field.SetString(value)
	}
}

func setFlags(to reflect.Value, l line, names []string) {
	for _, name := range names {
		if to.FieldByName(name).Kind() != reflect.Bool {
			panic(fmt.Sprintf("schema: line %d has the fact %s, which is no flag of package version", l.number, name))
		}
		to.FieldByName(name).SetBool(true)
	}
}
