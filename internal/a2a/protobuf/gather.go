package protobuf

import (
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// gather finds the fields of a message, in the order in which they first come.
func (d *decoder) gather(m message, spans []span) []group {
	var groups []group
	fields := 0
	for _, s := range spans {
		for at := s.from; at < s.to; {
			if fields++; fields > maxFields {
				d.beyond(at)
				return groups
			}
			f, o, next := d.next(m, at, s.to)
			at = next
			if f == nil {
				continue
			}
			if of := choice(f); of != nil {
				groups = d.drop(groups, of, f, o)
			}
			groups = add(groups, f, o)
		}
	}
	return groups
}

func add(groups []group, f field, o occurrence) []group {
	for i := range groups {
		if groups[i].field == f {
			groups[i].all = append(groups[i].all, o)
			return groups
		}
	}
	return append(groups, group{field: f, all: []occurrence{o}})
}

// drop takes out what another member of a field's choice said before.
func (d *decoder) drop(groups []group, of protoreflect.OneofDescriptor, f field, o occurrence) []group {
	for i := range groups {
		if g := groups[i].field; g != f && g.ContainingOneof() == of {
			d.say(a2a.SeverityWarning, o.tag, "Both %s and %s are here, of which a message has one; the last counts.", g.JSONName(), f.JSONName())
			return append(groups[:i:i], groups[i+1:]...)
		}
	}
	return groups
}

// next reads one field that begins at an offset. The field is nil when it cannot be
// used; next is then where to go on.
func (d *decoder) next(m message, at, end int) (f field, o occurrence, next int) {
	n, typ, size := protowire.ConsumeTag(d.in[at:end])
	if size < 0 {
		d.say(a2a.SeverityError, at, "The message breaks off here or is none: no field begins with these bytes.")
		return nil, o, end
	}
	o.tag = at
	from := at + size
	f = m.Fields().ByNumber(n)
	length := protowire.ConsumeFieldValue(n, typ, d.in[from:end])
	if length < 0 {
		return d.broken(f, typ, o, from, end)
	}
	next = from + length
	switch {
	case f == nil:
		d.say(a2a.SeverityInfo, at, "%s has no field %d (%s, %d bytes) in this version; it is ignored.", title(m), n, typeWord(typ), length)
		return nil, o, next
	case typ != wire(f):
		d.say(a2a.SeverityError, at, "Field %d, %s: expected %s, got %s; it is ignored.", n, f.JSONName(), typeWord(wire(f)), typeWord(typ))
		return nil, o, next
	}
	o.value = span{from, next}
	switch typ {
	case protowire.VarintType:
		o.n, _ = protowire.ConsumeVarint(d.in[from:next])
	case protowire.Fixed64Type:
		o.n, _ = protowire.ConsumeFixed64(d.in[from:next])
	case protowire.BytesType:
		_, head := protowire.ConsumeVarint(d.in[from:next])
		o.value.from += head
	}
	return f, o, next
}

// broken reads a field that does not end inside its message: of a length that
// is too great, what there is.
func (d *decoder) broken(f field, typ protowire.Type, o occurrence, from, end int) (field, occurrence, int) {
	length, head := protowire.ConsumeVarint(d.in[from:end])
	if typ != protowire.BytesType || head < 0 || f == nil || wire(f) != typ {
		d.say(a2a.SeverityError, from, "The message breaks off in this field.")
		return nil, o, end
	}
	d.say(a2a.SeverityError, from, "Field %d, %s, has %d bytes, but only %d are left; they are read as they are.", f.Number(), f.JSONName(), length, end-from-head)
	o.value = span{from + head, end}
	return f, o, end
}

func typeWord(t protowire.Type) string {
	switch t {
	case protowire.VarintType:
		return "a varint"
	case protowire.Fixed64Type:
		return "eight bytes"
	case protowire.BytesType:
		return "length and bytes"
	case protowire.Fixed32Type:
		return "four bytes"
	case protowire.StartGroupType, protowire.EndGroupType:
		return "a group"
	}
	return "an unknown wire type"
}
