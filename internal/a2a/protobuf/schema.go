package protobuf

import (
	"strconv"
	"strings"
	"unicode"

	"google.golang.org/protobuf/encoding/protowire"
)

// Schema gives the table of a message or enum by its name, "" for one that it
// does not have. A message's table has a line for each field: its number, its
// name in JSON and its type. Types are string, bytes, bool, int32, double, the
// name of a message, or "enum:" and the name of an enum, after these marks:
//
//	!   written in JSON even when unset, since bytes do not tell (required lists)
//	?   unset and zero are told apart (optional)
//	|   one of a choice, of which a message has one
//	[]  a list
//	{}  a map from texts
//
// An enum's table has a line for each value: its number and its name.
type Schema func(name string) string

// field is a line of a message's table.
type field struct {
	number   protowire.Number
	name     string
	kind     string
	shown    bool
	optional bool
	choice   bool
	list     bool
	keyed    bool
}

func parse(line string) (field, bool) {
	line = strings.TrimSpace(line)
	number, rest, ok := strings.Cut(line, " ")
	name, kind, typed := strings.Cut(rest, " ")
	n, err := strconv.ParseInt(number, 10, 32)
	if !ok || !typed || err != nil {
		return field{}, false
	}
	f := field{number: protowire.Number(n), name: name}
	for {
		switch {
		case strings.HasPrefix(kind, "!"):
			f.shown, kind = true, kind[1:]
		case strings.HasPrefix(kind, "?"):
			f.optional, kind = true, kind[1:]
		case strings.HasPrefix(kind, "|"):
			f.choice, kind = true, kind[1:]
		case strings.HasPrefix(kind, "[]"):
			f.list, kind = true, kind[2:]
		case strings.HasPrefix(kind, "{}"):
			f.keyed, kind = true, kind[2:]
		default:
			f.kind = kind
			return f, true
		}
	}
}

// table is the table of a message, google's own first.
func (s Schema) table(message string) string {
	if t := known(message); t != "" || s == nil {
		return t
	}
	return s(message)
}

// each calls f for the fields of a message until it returns false.
func (s Schema) each(message string, f func(field) bool) {
	for line := range strings.Lines(s.table(message)) {
		if x, ok := parse(line); ok && !f(x) {
			return
		}
	}
}

func (s Schema) byNumber(message string, n protowire.Number) (out field, ok bool) {
	prefix := strconv.Itoa(int(n)) + " "
	for line := range strings.Lines(s.table(message)) {
		if strings.HasPrefix(strings.TrimLeft(line, "\t "), prefix) {
			return parse(line)
		}
	}
	return field{}, false
}

func (s Schema) byName(message, name string) (out field, ok bool) {
	s.each(message, func(f field) bool {
		if f.name == name || f.name == camel(name) {
			out, ok = f, true
		}
		return !ok
	})
	return out, ok
}

// Has reports whether there is a message of this name.
func (s Schema) Has(message string) bool {
	return message == "Empty" || s.table(message) != ""
}

// Numbers are the field numbers that a path of JSON names leads along. Steps of
// "*" and "[]", which stand for elements, have none.
func (s Schema) Numbers(message, path string) ([]int32, bool) {
	var out []int32
	for step := range strings.SplitSeq(path, ".") {
		if step == "*" || step == "[]" {
			continue
		}
		f, ok := s.byName(message, step)
		if !ok {
			return nil, false
		}
		out = append(out, int32(f.number))
		message = f.kind
	}
	return out, true
}

// word is an enum's name of a number, number its inverse.
func (s Schema) word(enum string, n int32) (string, bool) {
	for line := range strings.Lines(s.table(enum)) {
		number, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if number == strconv.Itoa(int(n)) {
			return name, true
		}
	}
	return "", false
}

func (s Schema) number(enum, word string) (int32, bool) {
	for line := range strings.Lines(s.table(enum)) {
		number, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.ParseInt(number, 10, 32); err == nil && name == word {
			return int32(n), true
		}
	}
	return 0, false
}

// wire is the wire type of a field's values.
func (f field) wire() protowire.Type {
	switch {
	case f.keyed:
		return protowire.BytesType
	case f.kind == "bool", f.kind == "int32", f.kind == "int64", f.enum() != "":
		return protowire.VarintType
	case f.kind == "double":
		return protowire.Fixed64Type
	}
	return protowire.BytesType
}

func (f field) enum() string {
	name, ok := strings.CutPrefix(f.kind, "enum:")
	if !ok {
		return ""
	}
	return name
}

// message reports whether the field's values are messages.
func (f field) message() bool {
	return f.wire() == protowire.BytesType && f.kind != "string" && f.kind != "bytes"
}

// explicit reports whether a zero that was written means something.
func (f field) explicit() bool { return f.optional || f.choice || f.shown || f.message() }

// camel is a name as JSON has it: push_config is pushConfig.
func camel(name string) string {
	if !strings.Contains(name, "_") {
		return name
	}
	var b strings.Builder
	up := false
	for _, r := range name {
		switch {
		case r == '_':
			up = true
		case up:
			b.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
