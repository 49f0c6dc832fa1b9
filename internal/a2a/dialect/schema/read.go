package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/clip"
)

func init() { // values
	addVerbs(map[string]verb{
		"text":     {usage: "MEMBER FIELD", about: present, read: readText, write: writeText},
		"texts":    {usage: "MEMBER FIELD", about: present, read: readTexts, write: writeTexts},
		"flag":     {usage: "MEMBER FIELD", about: present, read: readFlag, write: writeFlag},
		"big":      {usage: "MEMBER FIELD", about: present, read: readBig, write: writeBig},
		"anything": {usage: "MEMBER FIELD", about: present, read: readAny, write: writeObject},
		"number":   {usage: "MEMBER FIELD", about: present, read: readNumber, write: writeNumber},
		"length":   {usage: "MEMBER FIELD", about: present, read: readLength, write: writeLength},
		"object":   {usage: "MEMBER FIELD", about: present, read: readObject, write: writeObject},
		"state":    {usage: "MEMBER FIELD", about: present, read: readState, write: writeState},
		"role":     {usage: "MEMBER FIELD", read: readRole, write: writeRole},
		"time":     {usage: "MEMBER FIELD", about: present, read: readTime, write: writeTime},
		"after":    {usage: "MEMBER FIELD", about: present, read: readTime, write: writeSince},
		"tail":     {usage: "FIELD TYPE", read: readNothing, write: writeWithin},
		"since":    {usage: "MEMBER… FIELD", about: present, read: readSince, write: writeSince},
		"one":      {usage: "MEMBER FIELD TYPE", read: readOne, write: writeOne},
		"first":    {usage: "MEMBER… FIELD TYPE", about: present, read: readFirst, write: writeOne},
		"within":   {usage: "FIELD TYPE", read: readWithin, write: writeWithin},
		"list":     {usage: "MEMBER FIELD TYPE", about: present, read: readList, write: writeList},
		"parts":    {usage: "MEMBER FIELD TYPE", about: present, read: readList, write: writeList},
		"instead":  {usage: "MEMBER [unless MEMBER] FIELD", about: present, read: readInstead, write: writeText},

		// presence and foreign members
		"need":    {usage: "MEMBER…", about: missing, read: readNeed},
		"foreign": {usage: "MEMBER… : TEXT", about: present, read: readForeign},
		"nulls":   {read: readNulls},
		"snake":   {usage: ": TEXT", about: present, read: readSnake},
		"kind":    {usage: "MEMBER KIND", read: readKind},
		"filled":  {usage: "MEMBER… FIELD [: TEXT]", read: readFilled},
		"between": {usage: "MEMBER LEAST [MOST]", read: readBetween},
	})
}

// open opens a node as an object of a type.
func (s *Schema) open(n jsonio.Node, t *Type, at *place) (jsonio.Object, bool) {
	rule := t.ruleAt(at)
	o, ok := n.ObjectOf(&rule, t.index)
	if !ok {
		return o, false
	}
	if t.names != nil {
		o = o.ProtoNames(t.names)
	}
	if t.cased != nil {
		o.Cased(t.written, t.cased)
	}
	if t.nulls != nil {
		o.Nulls(*t.nulls)
	}
	return o, true
}

// read reads an object by the lines of its type into v, a pointer to its value.
func (s *Schema) read(o jsonio.Object, t *Type, at *place, v any) {
	for i := range t.rows {
		r := &t.rows[i]
		switch { // most lines of most objects are skipped cheaply
		case r.about == present && o.HasNone(r.slots), r.about == missing && o.HasAll(r.slots):
		default:
			r.verb.read(s, o, r, at, v)
		}
	}
}

// readHere is read for an object that was opened as another type.
func (s *Schema) readHere(o jsonio.Object, t *Type, at *place, v any) { s.read(o.Fresh(), t, at, v) }

// readValue reads a node into v. It returns false when the node is not an object of the type.
func (s *Schema) readValue(n jsonio.Node, t *Type, at *place, v any) bool {
	o, ok := s.open(n, t, at)
	if ok {
		s.read(o, t, at, v)
		o.Done()
	}
	return ok
}

func (r *row) member(o jsonio.Object, i int) jsonio.Node { return o.GetSlot(r.names[i], r.slots[i]) }

// first returns the name of the first of a line's members that is present, else the first of all.
func (r *row) first(o jsonio.Object) string {
	return r.names[max(slices.IndexFunc(r.names, o.Has), 0)]
}

// get returns the member that a line is about.
func (r *row) get(o jsonio.Object) jsonio.Node {
	n := r.member(o, 0)
	if r.alt != "" && !n.Written() {
		return o.Renamed(r.names[0], r.alt, r.parent.names)
	}
	return n
}

func readNeed(_ *Schema, o jsonio.Object, r *row, at *place, _ any) {
	for i, name := range r.names {
		if !r.member(o, i).Exists() && (r.alt == "" || !r.get(o).Exists()) {
			o.Require(r.ruleAt(at), name)
		}
	}
}

func readText(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	n := r.get(o)
	text, ok := n.Plain()
	if !ok && n.Exists() { // copies the rule only when it is needed
		text = n.Text(r.ruleAt(at))
	}
	*r.field.text(v) = text
}

func readTexts(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	if n := r.get(o); n.Exists() {
		*r.field.texts(v) = n.Strings(r.ruleAt(at))
	}
}

func readFlag(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	if n := r.get(o); n.Exists() {
		if is := n.Bool(r.ruleAt(at)); r.field != nil {
			*r.field.flag(v) = is
		}
	}
}

func readObject(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	if n := r.get(o); n.Exists() {
		*r.field.object(v) = n.Metadata(r.ruleAt(at))
	}
}

// integer returns an integer member, nil when absent. ProtoJSON also allows a string.
func (s *Schema) integer(o jsonio.Object, name string, rule jsonio.Rule) *int {
	if s.isProtoJSON {
		return o.ProtoInt(name, rule)
	}
	return o.Int(name, rule)
}

// readBig reads a 64-bit integer. ProtoJSON writes a string and accepts a number.
func readBig(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	n := r.get(o)
	if !n.Exists() {
		return
	}
	i, err := strconv.ParseInt(strings.Trim(string(n.Raw()), `"`), 10, 64)
	switch {
	case err != nil:
		n.Report(r.ruleAt(at), "Expected an integer, got "+n.Kind()+".")
	case r.field.bigger != nil:
		*r.field.bigger(v) = &i
	default:
		*r.field.big(v) = i
	}
}

func readAny(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	*r.field.object(v) = r.get(o).Raw()
}

func readNumber(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	n := s.integer(o, r.names[0], r.ruleAt(at))
	if r.field.number != nil {
		*r.field.number(v) = n
	} else if n != nil {
		*r.field.count(v) = *n
	}
}

// readLength reads how much history is requested. Where a proto cannot distinguish unset from zero, zero
// means all of it.
func readLength(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	rule := r.ruleAt(at)
	n := o.NotNegative(r.names[0], s.integer(o, r.names[0], rule), rule)
	if s.zeroIsUnset && n != nil && *n == 0 {
		n = nil
	}
	*r.field.number(v) = n
}

// readState reads a state by name or, in ProtoJSON, by number.
func readState(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	n, rule, to := r.get(o), r.ruleAt(at), r.field.state(v)
	if s.isProtoJSON {
		if state, ok := jsonio.Enum(n, stateNumbers, rule); ok {
			*to = state
			return
		}
	}
	state, word := s.states.Read(n, rule)
	*to = state
	if status, ok := v.(*a2a.Status); ok {
		status.Word = word
	}
}

// stateNumbers are the states by their numbers in the protos.
var stateNumbers = []a2a.State{a2a.Unspecified, a2a.Submitted, a2a.Working, a2a.Completed, a2a.Failed, a2a.Canceled, a2a.InputRequired, a2a.Rejected, a2a.AuthRequired}

func readRole(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	n, rule, role := r.get(o), r.ruleAt(at), r.field.role(v)
	if s.isProtoJSON {
		if known, ok := jsonio.Enum(n, []a2a.Role{"", a2a.User, a2a.Agent}, rule); ok {
			*role = known
			return
		}
	}
	if *role = jsonio.Role(n, s.user, s.agent, rule); *role == "" {
		*role = at.assume
	}
}

// readTime reads a time as written and reports a wrong format.
func readTime(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	n, rule := o.Get(r.names[0]), r.ruleAt(at)
	text, why := n.Text(rule), "is not an RFC 3339 time"
	*r.field.text(v) = text
	switch stamp, guessed, ok := jsonio.UTC(text); {
	case guessed:
		why = "has no time zone; UTC is assumed"
	case ok && s.needsUTC && stamp != text:
		why = "is not in UTC with a Z"
	case ok, text == "":
		return
	}
	n.Report(rule, "Time "+clip.Bytes(text, 60)+" "+why+".")
}

// readOne reads a member that is an object. The field "." means the value itself.
func readOne(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	s.readMember(r.get(o), r, v)
}

func (s *Schema) readMember(n jsonio.Node, r *row, v any) bool {
	inner, ok := s.open(n, r.element, r.nested)
	isValue := r.field != nil && r.field.newValue == nil // the value is in the field, not behind a pointer
	switch {
	case isValue:
		v = r.field.one(v)
	case r.field != nil && ok:
		v = r.field.newValue(v)
	}
	if ok {
		s.read(inner, r.element, r.nested, v)
		inner.Done()
	} else if isValue {
		s.fallback(n, v)
	}
	return ok
}

// readFirst reads the first of several members that is present.
func readFirst(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	for i := range r.names {
		if n := r.member(o, i); n.Exists() && r.field.one(v) == nil {
			s.readMember(n, r, v)
		}
	}
}

// readWithin reads members of the object itself, into a new value of the field if there is one.
func readWithin(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	if r.field != nil {
		v = r.field.newValue(v)
	}
	s.readHere(o, r.element, r.nested, v)
}

// readList reads a list of objects, or a single one in its place. Elements that are not objects are skipped,
// except for artifacts, whose position counts, and parts, which are kept as they are.
func readList(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	if n := r.get(o); n.Exists() {
		s.readElements(n.Elements(r.ruleAt(at)), r, v)
	}
}

func (s *Schema) readElements(list []jsonio.Node, r *row, v any) {
	if len(list) == 0 {
		return
	}
	field := r.field.list
	field.grow(v, len(list))
	for _, e := range list {
		one := field.add(v)
		part, isPart := one.(*a2a.Part)
		if isPart {
			part.Kind, part.Raw = a2a.UnknownPart, e.Raw()
		}
		if o, ok := s.open(e, r.element, r.nested); ok {
			if isPart && o.IsCut() { // it stays as written
				o.Done()
				continue
			}
			s.read(o, r.element, r.nested, one)
			if isPart { // one with several contents becomes several parts
				for _, more := range s.furtherContents(o, r.element, *part) {
					*field.add(v).(*a2a.Part) = more
				}
			}
			o.Done()
			continue
		}
		s.reportNothing(e, r.element, r.nested)
		if _, isCounted := one.(*a2a.Artifact); isCounted {
			s.fallback(e, one)
		} else if !isPart {
			field.drop(v)
		}
	}
}

// reportNothing reports an absent value with its type's text.
func (s *Schema) reportNothing(n jsonio.Node, t *Type, at *place) {
	if !n.Exists() && t.empty != "" {
		n.Report(t.ruleAt(at), t.empty)
	}
}

func readForeign(_ *Schema, o jsonio.Object, r *row, at *place, _ any) {
	for i, name := range r.names {
		if r.member(o, i).Written() {
			o.Foreign(r.ruleAt(at), r.text, name)
		}
	}
}

// readInstead reads another version's member if the field is empty, with a problem if the line has a text.
// With the member after "unless" present, it means something else.
func readInstead(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	to, n := r.field.text(v), r.get(o)
	if *to != "" || !n.Exists() || len(r.names) > 2 && o.Has(r.names[2]) {
		return
	}
	if r.text != "" {
		o.Foreign(r.ruleAt(at), r.text, r.names[0])
	}
	*to = n.Text(*r.parent.form)
}

// readKind reports an object that names another kind than expected, or none. The specification's own samples
// omit kind.
func readKind(_ *Schema, o jsonio.Object, r *row, at *place, _ any) {
	n, kind := r.member(o, 0), r.names[1]
	is, ok := n.Plain()
	if ok && is == kind {
		return
	}
	if rule := r.ruleAt(at); n.Text(*r.parent.form) == "" {
		o.Require(rule.Milder(), r.names[0])
	} else {
		n.Report(rule, "The kind is "+n.Text(*r.parent.form)+"; "+kind+" is expected.")
	}
}

// readSnake reports names in snake_case of the type's members. The row has no members and is
// skipped if ObjectOf knew all names with underscores: those are reported by lines "instead".
func readSnake(_ *Schema, o jsonio.Object, r *row, at *place, _ any) {
	if !o.Spelled('_') || r.parent.names != nil { // proto names are found anyway
		return
	}
	for _, m := range o.Members() {
		plain := strings.ReplaceAll(m.Name(), "_", "")
		if plain != m.Name() && slices.ContainsFunc(r.parent.members, func(own string) bool { return strings.EqualFold(own, plain) }) {
			o.Foreign(r.ruleAt(at), r.text, m.Name())
		}
	}
}

func readNulls(_ *Schema, o jsonio.Object, r *row, at *place, _ any) { o.Nulls(r.ruleAt(at)) }

// readBetween reports a number out of bounds. The line has the member, the lower bound and perhaps an upper
// one.
func readBetween(s *Schema, o jsonio.Object, r *row, at *place, _ any) {
	rule := r.ruleAt(at)
	n := s.integer(o, r.names[0], rule)
	if len(r.names) == 2 {
		o.NotNegative(r.names[0], n, rule)
		return
	}
	least, _ := strconv.Atoi(r.names[1])
	most, _ := strconv.Atoi(r.names[2])
	if n != nil && (*n < least || *n > most) {
		o.Get(r.names[0]).Report(rule, fmt.Sprintf("%s is %d; it must be from %d to %d.", r.names[0], *n, least, most))
	}
}
