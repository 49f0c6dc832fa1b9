package protobuf

import (
	"slices"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// Decode reads a message as ProtoJSON. Members are in the order in which their
// fields first come. b is not kept. A nil Schema has the messages of google.rpc.
func Decode(s *Schema, message string, b []byte) Document {
	d := &decoder{schema: s, in: b}
	if m := s.message(message); m != nil {
		d.message(m, []span{{0, len(b)}}, 0)
	} else {
		d.say(a2a.SeverityError, 0, "This version has no message %s.", message)
		d.write("{}")
	}
	return Document{JSON: d.out, Problems: d.All(), places: d.places}
}

type decoder struct {
	report
	schema *Schema
	in     []byte
	out    []byte
	places []place
	values int  // of lists and maps, written so far
	over   bool // it was said that there are more than are read
}

// span is a run of the message's bytes.
type span struct{ from, to int }

// occurrence is one value of a field.
type occurrence struct {
	tag   int // where it begins
	value span
	n     uint64 // of a number
}

// group is a field with its values.
type group struct {
	field
	all []occurrence
}

// last is the value that counts where a field has one.
func (g *group) last() occurrence { return g.all[len(g.all)-1] }

// spans are the values that make one message: parts of a message add up.
func (g *group) spans() []span {
	out := make([]span, len(g.all))
	for i, o := range g.all {
		out[i] = o.value
	}
	return out
}

func (d *decoder) write(s string) { d.out = append(d.out, s...) }

// mark notes where the bytes that are written next come from.
func (d *decoder) mark(in int) { d.places = append(d.places, place{len(d.out), in}) }

// message writes a message whose bytes are in spans.
func (d *decoder) message(m message, spans []span, depth int) {
	if depth > maxDepth {
		d.say(a2a.SeverityError, spans[0].from, "Messages nest deeper than %d levels here; the rest is not read.", maxDepth)
		d.write(unsetMessage(m))
		return
	}
	groups := d.gather(m, spans)
	if d.special(m, groups, spans, depth) {
		return
	}
	d.write("{")
	d.members(m, groups, depth)
	d.write("}")
}

// members writes the fields that were found, then those that are always shown.
func (d *decoder) members(m message, groups []group, depth int) {
	always := d.schema.always(m)
	for i := range groups {
		g := &groups[i]
		if g.Cardinality() != protoreflect.Repeated && !g.HasPresence() && d.zero(g) && !slices.Contains(always, g.field) {
			continue
		}
		name := g.JSONName()
		d.mark(g.all[0].tag)
		d.key(name)
		d.within("."+name, func() { d.value(g, depth) })
	}
	for _, f := range always {
		if !slices.ContainsFunc(groups, func(g group) bool { return g.field == f }) {
			d.key(f.JSONName())
			d.write(unset(f))
		}
	}
}

func (d *decoder) comma() {
	if c := d.out[len(d.out)-1]; c != '{' && c != '[' {
		d.write(",")
	}
}

func (d *decoder) key(name string) {
	d.comma()
	d.out = append(jsonio.Quote(d.out, name), ':')
}

// value writes all that a field holds.
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
			d.within("["+strconv.Itoa(i)+"]", func() { d.single(g.field, []span{o.value}, o, depth) })
		}
		d.write("]")
	default:
		d.single(g.field, g.spans(), g.last(), depth)
	}
}

// spent counts a value of a list or map, and reports whether there are more than
// are read.
func (d *decoder) spent(at int) bool {
	if d.values++; d.values <= maxFields {
		return false
	}
	d.beyond(at)
	return true
}

// beyond says once that what stands from here on is not read.
func (d *decoder) beyond(at int) {
	if !d.over {
		d.over = true
		d.say(a2a.SeverityInfo, at, "The message has more than %d fields or values; those from here on are not read. Its bytes are on record.", maxFields)
	}
}

// single writes one value: a message from its spans, anything else from o.
func (d *decoder) single(f field, spans []span, o occurrence, depth int) {
	d.mark(o.value.from)
	if holdsMessages(f) {
		d.message(f.Message(), spans, depth+1)
		return
	}
	d.scalar(f, o)
}

// keyed writes a map. Of entries with one key the last counts.
func (d *decoder) keyed(g *group, depth int) {
	d.write("{")
	rows := make([]mapRow, len(g.all))
	last := map[string]int{}
	for i, o := range g.all {
		rows[i] = d.row(g, o)
		last[rows[i].key] = i
	}
	for i, r := range rows {
		if last[r.key] != i {
			continue
		}
		if d.spent(r.at.tag) {
			break
		}
		d.mark(r.at.tag)
		d.key(r.key)
		d.within("["+strconv.Quote(r.key)+"]", func() { d.entry(g, r, depth) })
	}
	d.write("}")
}

// mapRow is one entry of a map.
type mapRow struct {
	at    occurrence
	key   string
	value group
}

func (d *decoder) row(g *group, o occurrence) mapRow {
	r := mapRow{at: o}
	for _, x := range d.gather(g.Message(), []span{o.value}) {
		if x.Number() == 1 {
			r.key = d.text(x.last().value)
		} else {
			r.value = x
		}
	}
	return r
}

func (d *decoder) entry(g *group, r mapRow, depth int) {
	if len(r.value.all) == 0 {
		d.write(unset(g.MapValue()))
		return
	}
	d.single(r.value.field, r.value.spans(), r.value.last(), depth)
}
