package protobuf

import (
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// Decode decodes a message to ProtoJSON, with members in the order in which their fields first occur. It does
// not retain b. A nil Schema has the messages of google.rpc.
func Decode(s *Schema, message string, b []byte) Document {
	d := &decoder{input: b}
	if s != nil {
		d.shown = s.shown
	}
	if m := s.message(message); m != nil {
		d.message(m, []occurrence{{value: span{0, len(b)}}}, 0)
	} else {
		d.add(a2a.SeverityError, 0, "This version has no message %s.", message)
		d.write("{}")
	}
	return Document{JSON: d.output, Problems: d.All(), places: d.places}
}

type decoder struct {
	report
	shown       map[protoreflect.FullName][]field // the schema's fields to write even when unset
	input       []byte
	output      []byte
	places      []place
	values      int  // values of lists and maps so far
	isOverLimit bool // exceeding the limit was reported
}

type span struct{ from, to int }

// occurrence is one value of a field.
type occurrence struct {
	tag   int // offset of the field's tag
	value span
	n     uint64 // the number, or the length in bytes
}

type group struct {
	field
	all []occurrence
}

// last returns the value that counts for a field with one value.
func (g *group) last() occurrence { return g.all[len(g.all)-1] }

func (d *decoder) write(s string) { d.output = append(d.output, s...) }

// mark notes the origin of the next bytes written.
func (d *decoder) mark(in int) { d.places = append(d.places, place{len(d.output), in}) }

// message writes a message. Its parts are merged.
func (d *decoder) message(m message, parts []occurrence, depth int) {
	if depth > maxDepth {
		d.add(a2a.SeverityError, parts[0].value.from, "Messages nest deeper than %d levels here; the rest is not read.", maxDepth)
		d.write("null")
		return
	}
	groups := d.gather(m, parts)
	if d.special(m, groups, parts[0].value.from, depth) {
		return
	}
	d.write("{")
	d.members(m, groups, depth)
	d.write("}")
}

// members writes the fields present, then those that are always shown.
func (d *decoder) members(m message, groups []group, depth int) {
	always := d.shown[m.FullName()]
	for i := range groups {
		g := &groups[i]
		if g.Cardinality() != protoreflect.Repeated && !g.HasPresence() && g.last().n == 0 && !slices.Contains(always, g.field) {
			continue
		}
		name := g.JSONName()
		d.mark(g.all[0].tag)
		d.key(name)
		d.within("."+name, func() { d.value(g, depth) })
	}
	for _, f := range always {
		if slices.ContainsFunc(groups, func(g group) bool { return g.field == f }) {
			continue
		}
		d.key(f.JSONName())
		if f.Cardinality() == protoreflect.Repeated {
			d.value(&group{field: f}, depth)
		} else {
			d.scalar(f, occurrence{})
		}
	}
}

func (d *decoder) key(name string) {
	if d.output[len(d.output)-1] != '{' {
		d.write(",")
	}
	d.output = append(jsonio.Quote(d.output, name), ':')
}

// value writes all values of a field.
func (d *decoder) value(g *group, depth int) {
	switch {
	case g.IsMap():
		d.keyed(g, depth)
	case g.IsList():
		d.write("[")
		for i, o := range g.all {
			if d.spent(o.tag) {
				break
			}
			if i > 0 {
				d.write(",")
			}
			d.within("["+strconv.Itoa(i)+"]", func() { d.single(g.field, g.all[i:i+1], depth) })
		}
		d.write("]")
	default:
		d.single(g.field, g.all, depth)
	}
}

// spent counts a value of a list or map and reports whether the limit is exceeded.
func (d *decoder) spent(at int) bool {
	if d.values++; d.values <= maxFields {
		return false
	}
	d.beyond(at)
	return true
}

// beyond reports once that nothing from here on is read.
func (d *decoder) beyond(at int) {
	if !d.isOverLimit {
		d.isOverLimit = true
		d.add(a2a.SeverityInfo, at, "The message has more than %d fields or values; those from here on are not read. Its bytes are on record.", maxFields)
	}
}

// single writes one value: a message merged from all occurrences, otherwise the last one.
func (d *decoder) single(f field, all []occurrence, depth int) {
	last := all[len(all)-1]
	d.mark(last.value.from)
	if f.Message() != nil {
		d.message(f.Message(), all, depth+1)
		return
	}
	d.scalar(f, last)
}

// keyed writes a map. Of entries with the same key the last counts.
func (d *decoder) keyed(g *group, depth int) {
	type entry struct {
		key string
		all []occurrence // of its value
	}
	entries := make([]entry, len(g.all))
	last := map[string]int{}
	for i, o := range g.all {
		e := &entries[i]
		for _, x := range d.gather(g.Message(), g.all[i:i+1]) {
			if x.Number() == 1 {
				e.key = d.text(x.last().value)
			} else {
				e.all = x.all
			}
		}
		if e.all == nil {
			e.all = []occurrence{{value: span{o.tag, o.tag}}}
		}
		last[e.key] = i
	}
	d.write("{")
	for i, e := range entries {
		if last[e.key] != i {
			continue
		}
		at := g.all[i].tag
		if d.spent(at) {
			break
		}
		d.mark(at)
		d.key(e.key)
		d.within("["+strconv.Quote(e.key)+"]", func() { d.single(g.MapValue(), e.all, depth) })
	}
	d.write("}")
}

// gather returns the fields of a message in the order in which they first occur. Of a oneof it keeps the last
// member.
func (d *decoder) gather(m message, parts []occurrence) []group {
	var groups []group
	fields := 0
	for _, part := range parts {
		for at := part.value.from; at < part.value.to; {
			if fields++; fields > maxFields {
				d.beyond(at)
				return groups
			}
			f, o, next := d.next(m, at, part.value.to)
			at = next
			if f == nil {
				continue
			}
			of := choice(f)
			i := slices.IndexFunc(groups, func(g group) bool { return g.field == f || of != nil && g.ContainingOneof() == of })
			if i >= 0 && groups[i].field != f {
				d.add(a2a.SeverityWarning, o.tag, "Both %s and %s are present, but a message has only one; the last counts.", groups[i].JSONName(), f.JSONName())
				groups = slices.Delete(groups, i, i+1)
				i = -1
			}
			if i < 0 {
				i, groups = len(groups), append(groups, group{field: f})
			}
			groups[i].all = append(groups[i].all, o)
		}
	}
	return groups
}

// next reads the field at an offset. The field is nil when it is unusable; next is the offset to continue at.
func (d *decoder) next(m message, at, end int) (f field, o occurrence, next int) {
	n, typ, size := protowire.ConsumeTag(d.input[at:end])
	if size < 0 {
		d.add(a2a.SeverityError, at, "The message ends too early here, or is not a message: no field begins with these bytes.")
		return nil, o, end
	}
	o.tag = at
	from := at + size
	f = m.Fields().ByNumber(n)
	length := protowire.ConsumeFieldValue(n, typ, d.input[from:end])
	if length < 0 {
		return d.broken(f, typ, o, from, end)
	}
	next = from + length
	switch {
	case f == nil:
		d.add(a2a.SeverityInfo, at, "%s has no field %d (%s, %d bytes) in this version; it is ignored.", title(m), n, typeWords[typ], length)
		return nil, o, next
	case typ != wire(f):
		d.add(a2a.SeverityError, at, "Field %d, %s: expected %s, got %s; it is ignored.", n, f.JSONName(), typeWords[wire(f)], typeWords[typ])
		return nil, o, next
	}
	o.value = span{from, next}
	if typ == protowire.Fixed64Type {
		o.n, _ = protowire.ConsumeFixed64(d.input[from:next])
		return f, o, next
	}
	var head int
	if o.n, head = protowire.ConsumeVarint(d.input[from:next]); typ == protowire.BytesType {
		o.value.from += head
	}
	return f, o, next
}

// broken reads a field that ends outside its message. If the length is too great, it reads what is there.
func (d *decoder) broken(f field, typ protowire.Type, o occurrence, from, end int) (field, occurrence, int) {
	length, head := protowire.ConsumeVarint(d.input[from:end])
	if typ != protowire.BytesType || head < 0 || f == nil || wire(f) != typ {
		d.add(a2a.SeverityError, from, "The message ends within this field.")
		return nil, o, end
	}
	d.add(a2a.SeverityError, from, "Field %d, %s, has %d bytes, but only %d are left; they are read as they are.", f.Number(), f.JSONName(), length, end-from-head)
	o.value, o.n = span{from + head, end}, uint64(end-from-head)
	return f, o, end
}

// typeWords describe wire types, by number.
var typeWords = [...]string{"a varint", "eight bytes", "length and bytes", "a group", "a group", "four bytes"}
