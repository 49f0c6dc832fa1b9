package web

import (
	"reflect"
	"slices"
	"strings"

	"github.com/a-h/templ"
)

// Rows keeps the rows of a table or a list current: it sends those that differ or are new,
// and takes away those that went. The zero Rows has drawn nothing.
type Rows struct {
	ids   []string
	drawn map[string]any // by id what tells a row from others: what it is of, else its markup
}

// Row is one of them. Its element has the id, made of letters, digits, - and _.
type Row struct {
	ID   string
	Cell templ.Component
	Of   any // in place of Cell, what rows are told apart by: what the row is drawn of, without how long ago something was. nil: Cell
}

// Adopt takes rows for drawn: the page came with them.
func (r *Rows) Adopt(p *Patches, rows []Row) { *r, _ = p.rowsOf(rows) }

// rowsOf are rows as they are told apart. It returns false when one cannot be: the next time all are sent.
func (p *Patches) rowsOf(rows []Row) (Rows, bool) {
	out := Rows{ids: make([]string, len(rows)), drawn: make(map[string]any, len(rows))}
	for i, row := range rows {
		if out.ids[i] = row.ID; row.Of != nil {
			out.drawn[row.ID] = row.Of
			continue
		}
		html, ok := p.render(row.Cell)
		if !ok {
			return Rows{}, false
		}
		out.drawn[row.ID] = html
	}
	return out, true
}

// Draw brings rows up to date. into selects the element that they are in; whole is
// all of it, and what stands around it, which is sent at first and whenever rows
// changed places or none stays.
func (r *Rows) Draw(p *Patches, into string, whole templ.Component, rows []Row) {
	was := *r
	var ok bool
	if *r, ok = p.rowsOf(rows); !ok {
		return
	}
	stay := among(was.ids, r.drawn)
	if was.drawn == nil || !slices.Equal(stay, among(r.ids, was.drawn)) || len(stay) == 0 && len(was.ids)+len(rows) > 0 {
		p.Morph(whole)
		return
	}
	went := slices.DeleteFunc(slices.Clone(was.ids), func(id string) bool { _, stays := r.drawn[id]; return stays })
	for i, id := range went {
		went[i] = into + " > #" + id
	}
	if len(went) > 0 {
		p.Remove(strings.Join(went, ", "))
	}
	p.addRows(into, was.drawn, rows)
	for _, row := range rows {
		if before, shown := was.drawn[row.ID]; shown && !reflect.DeepEqual(before, r.drawn[row.ID]) {
			p.Morph(row.Cell)
		}
	}
}

// addRows puts those that are not shown before the next that is, or at the end.
func (p *Patches) addRows(into string, shown map[string]any, rows []Row) {
	var fresh []templ.Component
	for i, row := range rows {
		_, is := shown[row.ID]
		switch {
		case !is:
			fresh = append(fresh, row.Cell)
		case len(fresh) > 0 && i == len(fresh):
			p.Prepend(into, templ.Join(fresh...))
			fresh = nil
		case len(fresh) > 0:
			p.Before(into+" > #"+row.ID, templ.Join(fresh...))
			fresh = nil
		}
	}
	if len(fresh) > 0 {
		p.Append(into, templ.Join(fresh...))
	}
}

// among are the ids that are in a set, in their order.
func among(ids []string, set map[string]any) (in []string) {
	for _, id := range ids {
		if _, is := set[id]; is {
			in = append(in, id)
		}
	}
	return in
}
