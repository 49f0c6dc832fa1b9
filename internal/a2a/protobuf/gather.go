package protobuf

import (
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// gather finds the fields of a message, in the order in which they first come.
func (d *decoder) gather(message string, spans []span) []group {
	var groups []group
	chosen, fields := protowire.Number(0), 0
	for _, s := range spans {
		for at := s.from; at < s.to; {
			if fields++; fields > maxFields {
				d.beyond(at)
				return groups
			}
			f, o, next := d.next(message, at, s.to)
			at = next
			if f.number == 0 {
				continue
			}
			if f.choice && chosen != 0 && chosen != f.number {
				groups = d.drop(groups, chosen, f, o)
			}
			if f.choice {
				chosen = f.number
			}
			groups = add(groups, f, o)
		}
	}
	return groups
}

func add(groups []group, f field, o occurrence) []group {
	for i := range groups {
		if groups[i].number == f.number {
			groups[i].all = append(groups[i].all, o)
			return groups
		}
	}
	return append(groups, group{field: f, all: []occurrence{o}})
}

// drop takes out what an earlier member of a choice said.
func (d *decoder) drop(groups []group, n protowire.Number, f field, o occurrence) []group {
	for i := range groups {
		if groups[i].number == n {
			d.say(a2a.Warning, o.tag, "Both %s and %s are here, of which a message has one; the last counts.", groups[i].name, f.name)
			return append(groups[:i:i], groups[i+1:]...)
		}
	}
	return groups
}

// next reads one field that begins at an offset. The field's number is 0 when
// it cannot be used; next is then where to go on.
func (d *decoder) next(message string, at, end int) (f field, o occurrence, next int) {
	n, typ, size := protowire.ConsumeTag(d.in[at:end])
	if size < 0 {
		d.say(a2a.Fault, at, "The message breaks off here or is none: no field begins with these bytes.")
		return field{}, o, end
	}
	o.tag = at
	from := at + size
	f, ok := d.schema.byNumber(message, n)
	length := protowire.ConsumeFieldValue(n, typ, d.in[from:end])
	if length < 0 {
		return d.broken(f, typ, o, from, end)
	}
	next = from + length
	switch {
	case !ok:
		d.say(a2a.Info, at, "Field %d (%s, %d bytes) is none that %s has in this version.", n, typeWord(typ), length, message)
		return field{}, o, next
	case typ != f.wire():
		d.say(a2a.Fault, at, "Field %d, %s, is written as %s where %s is expected; it is passed over.", n, f.name, typeWord(typ), typeWord(f.wire()))
		return field{}, o, next
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
	if typ != protowire.BytesType || head < 0 || f.number == 0 || f.wire() != typ {
		d.say(a2a.Fault, from, "The message breaks off in this field.")
		return field{}, o, end
	}
	d.say(a2a.Fault, from, "Field %d, %s, has %d bytes, but only %d are left; they are read as they are.", f.number, f.name, length, end-from-head)
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
