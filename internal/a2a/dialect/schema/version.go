package schema

import (
	"reflect"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

var _ version.Service = (*Schema)(nil)

// WithMessages adds the descriptors of the version's gRPC messages to s and returns s.
func (s *Schema) WithMessages(descriptors string) *Schema {
	s.set = descriptors
	return s
}

// Service returns the full name of the gRPC service.
func (s *Schema) Service() string { return s.service }

// Schema returns the descriptors of the service's messages.
func (s *Schema) Schema() *protobuf.Schema {
	s.loaded.Do(func() {
		s.messages = protobuf.MustLoad(s.set, strings.TrimSuffix(s.service, ".A2AService"), s.added, s.shown...)
	})
	return s.messages
}

// Messages returns the protobuf messages of an operation's request and response. A stream's events have the
// latter.
func (s *Schema) Messages(op a2a.Operation) (request, response string) {
	if o := s.ready().operation(op); o != nil {
		return o.requestName, o.responseName
	}
	return "", ""
}

// VersionOf returns the version with the facts of the table.
func (s *Schema) VersionOf() *version.Version { return s.version }

func (s *Schema) readFacts() *version.Version {
	v := &version.Version{Dialect: s}
	for _, b := range s.facts {
		switch words := b.head.words; words[0] {
		case "path":
			v.Paths = append(v.Paths, version.CardPath{Suffix: words[1], Op: a2a.Operation(words[2])})
		case "draft":
			v.Drafts = append(v.Drafts, version.Draft{Method: words[1], Op: a2a.Operation(words[2]), From: b.head.text, Spec: b.head.rule})
		case "kit":
			v.Kits = append(v.Kits, version.Kit{Release: words[1]})
			for _, flag := range words[2:] {
				s.setFact(reflect.ValueOf(&v.Kits[len(v.Kits)-1]), b.head, flag)
			}
		case "routes":
			if v.REST == nil {
				b.head.fail("belongs to no binding: write \"facts REST\" above it")
			}
			v.REST.Root, v.REST.Routes = strings.Trim(words[1], "-"), version.RoutesBelow(strings.Trim(words[1], "-"), words[2])
		default:
			s.addFacts(v, b)
		}
	}
	return v
}

func (s *Schema) addFacts(v *version.Version, b block) {
	switch b.head.word(1) {
	case "REST":
		v.REST = &version.REST{Dialect: s}
	case "GRPC":
		v.GRPC = &version.GRPC{Service: s}
	}
	to := reflect.ValueOf(v)
	for step := range strings.SplitSeq(b.head.word(1), ".") {
		if step != "" {
			to = factOf(to, b.head, step)
		}
	}
	for _, l := range b.rows {
		s.setFact(to, l, l.words...)
	}
}

func factOf(of reflect.Value, l line, name string) (field reflect.Value) {
	if of = reflect.Indirect(of); of.IsValid() {
		field = of.FieldByName(name)
	}
	if !field.IsValid() {
		l.fail("has the fact %s, which does not exist: write a field of package version, or add it there", name)
	}
	return field
}

// setFact sets a field to its value, or flags to true; "no" resets fields of the base table. Sections get the
// version before their numbers.
func (s *Schema) setFact(to reflect.Value, l line, words ...string) {
	field, value := reflect.Value{}, strings.Join(words[1:], " ")
	if words[0] != "no" {
		field = factOf(to, l, words[0])
	}
	switch {
	case words[0] == "no":
		for _, name := range words[1:] {
			factOf(to, l, name).SetZero()
		}
	case strings.HasSuffix(reflect.Indirect(to).Type().Name(), "Sections"):
		field.SetString(string(s.name) + " " + value)
	case field.Type() == reflect.TypeFor[version.Form]() && !slices.Contains(version.Forms, version.Form(value)):
		l.fail("has the form %s, which does not exist: write one of %v", value, version.Forms)
	case field.Kind() == reflect.String && value != "":
		field.SetString(value)
	default:
		for _, name := range words {
			if field = factOf(to, l, name); field.Kind() != reflect.Bool {
				l.fail("has the fact %s, which is not a flag: write its value after it, in a line of its own", name)
			}
			field.SetBool(true)
		}
	}
}
