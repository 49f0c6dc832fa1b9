package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/ui/part"
)

const (
	maxItems  = 20  // of a list of objects in a form; longer lists are written as JSON
	maxFields = 240 // of a form, including those of items
)

// item returns the fields of one item of an array of objects, or nil if the array must be typed as
// JSON.
func (p property) item(name string, within []Group) []AnswerField {
	of := propertyOf(p.Items)
	inList := slices.ContainsFunc(within, func(g Group) bool { return g.Item > 0 })
	if p.kind() != "array" || of.kind() != "object" || !isObject(of.Properties) || len(p.Default) > 0 || inList || len(within) >= maxAnswerDepth {
		return nil
	}
	var q Question
	q.read(of, append(slices.Clip(within), Group{Name: name, Title: cmp.Or(of.Title, p.Title), Description: of.Description, Required: true, Item: 1}))
	if q.OmittedMembers > 0 {
		return nil
	}
	return q.Fields
}

// list turns the last field, at index at, into an array of objects with the fewest items allowed.
func (q *Question) list(at int) {
	f := &q.Fields[at]
	f.Type, f.JSON, f.Members = "items", "", ""
	n, list := 0, *f
	if f.Required {
		n = 1
		if l := f.Limits.MinItems; l != nil {
			n = max(n, *l)
		}
		if l := f.Limits.MaxItems; l != nil {
			n = min(n, *l)
		}
	}
	for k := range min(max(n, 0), maxItems) {
		if len(q.Fields)+len(list.Item) <= maxFields {
			q.Fields = append(q.Fields, list.itemFields(k+1)...)
		}
	}
}

func (f AnswerField) itemFields(item int) []AnswerField {
	out := slices.Clone(f.Item)
	for i := range out {
		out[i].Within = slices.Clone(out[i].Within)
		out[i].Within[len(f.Within)].Item = item
	}
	return out
}

// itemOf returns the number of the item of a list that contains a field, from 1; 0 for none.
func (p Part) itemOf(list, field int) int {
	f, depth := p.Fields[field], len(p.Fields[list].Within)
	if field <= list || len(f.Within) <= depth || !slices.EqualFunc(f.Within[:depth], p.Fields[list].Within, Group.equals) || f.Within[depth].Name != p.Fields[list].Name {
		return 0
	}
	return f.Within[depth].Item
}

func (p Part) Items(list int) (n int) {
	for i := range p.Fields {
		n = max(n, p.itemOf(list, i))
	}
	return n
}

// ListOf returns the index of the list field that has the object within as an item, and the item's
// number; -1 and 0 if there is none.
func (p Part) ListOf(within []Group) (list, item int) {
	for i, f := range p.Fields {
		if g := within[len(within)-1]; f.Type == "items" && f.Name == g.Name && len(f.Within) == len(within)-1 && slices.EqualFunc(f.Within, within[:len(f.Within)], Group.equals) {
			return i, g.Item
		}
	}
	return -1, 0
}

func itemless(fields []AnswerField) (out []AnswerField) {
	for _, f := range fields {
		if !slices.ContainsFunc(f.Within, func(g Group) bool { return g.Item > 0 }) {
			out = append(out, f)
		}
	}
	return out
}

// placeOfList returns the index of part num if it is a form whose field list is a list, else -1.
func (d *Draft) placeOfList(num, list int) int {
	i := d.part(num)
	if i < 0 || d.Parts[i].Kind != "form" || list < 0 || list >= len(d.Parts[i].Fields) || d.Parts[i].Fields[list].Type != "items" {
		return -1
	}
	return i
}

func (d *Draft) AddItem(num, list int) {
	i := d.placeOfList(num, list)
	if i < 0 {
		return
	}
	p := &d.Parts[i]
	n, at := p.Items(list), list+1
	for k := range p.Fields {
		if p.itemOf(list, k) > 0 {
			at = k + 1
		}
	}
	if n == maxItems || len(p.Fields)+len(p.Fields[list].Item) > maxFields {
		return
	}
	fields := p.Fields[list].itemFields(n + 1)
	var values []string
	for _, f := range fields {
		values = append(values, f.Default)
	}
	p.Fields, p.Values = slices.Insert(slices.Clone(p.Fields), at, fields...), slices.Insert(slices.Clone(p.Values), at, values...)
	p.FocusField = at + 1
	d.renew(i)
}

func (d *Draft) DropItem(num, list, item int) {
	i := d.placeOfList(num, list)
	if i < 0 || item < 1 {
		return
	}
	p := d.Parts[i]
	var fields []AnswerField
	var values []string
	for k, f := range p.Fields {
		switch of := p.itemOf(list, k); {
		case of == item:
			continue
		case of > item:
			f.Within = slices.Clone(f.Within)
			f.Within[len(p.Fields[list].Within)].Item--
		}
		fields, values = append(fields, f), append(values, p.value(k))
	}
	d.Parts[i].Fields, d.Parts[i].Values, d.Parts[i].FocusField = fields, values, list+1
	d.renew(i)
}

// renew gives a part a new number because its fields have changed.
func (d *Draft) renew(i int) {
	d.NextNum++
	d.Parts[i].Num = d.NextNum
	d.Shape++
}

// list adds the list of objects in field i to all, and checks the number of its items.
func (p Part) list(all *member, i int) []Fault {
	f, n := p.Fields[i], p.Items(i)
	if !p.isNeeded(f) || n == 0 && !f.Required {
		return nil
	}
	all.within(f.Within).child(f.Name).list = true
	if l := f.Limits; l.MinItems != nil && n < *l.MinItems || l.MaxItems != nil && n > *l.MaxItems {
		return []Fault{{i, fmt.Sprintf("%s given; expected %s.", part.Plural(n, "item"), rangeText(l.MinItems, l.MaxItems, "item"))}}
	}
	return nil
}

// members describes the members of the objects in a value, or returns "" if they are unknown.
func (p property) members() string {
	if p.kind() == "array" {
		p = propertyOf(p.Items)
	}
	var q Question
	if p.kind() != "object" || !isObject(p.Properties) {
		return ""
	}
	var out []string
	q.read(property{Properties: p.Properties, Required: p.Required}, make([]Group, maxAnswerDepth+1)) // no deeper
	for _, f := range q.Fields {
		w := f.Name + " (" + f.kindWord()
		if f.Required {
			w += ", required"
		}
		out = append(out, w+")")
	}
	return strings.Join(out, ", ")
}

func (f AnswerField) kindWord() string {
	switch {
	case f.Type == "list":
		return "list of " + f.ElementType + "s"
	case f.Type == "choices":
		return "list"
	case len(f.Choices) > 0:
		return "one of " + strings.Join(f.Choices, " ")
	case f.Type == "json":
		return strings.TrimSpace("JSON " + f.JSON)
	}
	return f.Type
}
