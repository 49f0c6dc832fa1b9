package web

import (
	"reflect"
	"slices"
	"strings"

	"github.com/a-h/templ"
)

// Rows keeps the rows of a table or list current. It sends new and changed rows and removes those
// that are gone. The zero Rows has drawn nothing.
type Rows struct {
	// Order tells the page the order of the rows, so that rows that move keep their elements
	// (static/js/order.js). If nil, a move draws all rows again.
	Order func(ids []string) templ.Component

	ids    []string
	drawn  map[string]any   // by id: Row.Basis, or the markup without one
	nested map[string]*Rows // by the id of the row that contains them
	trim   bool             // see Row.Trims
}

// Row is a row of Rows. Its element has the id ID, made of letters, digits, - and _.
type Row struct {
	ID     string
	Cell   templ.Component
	Basis  any   // compared in place of Cell's markup: the row's data without ages; nil: compare Cell
	Nested []Row // rows inside it, sent separately while Basis stays the same
	Trims  bool  // the page removes its nested rows that are gone (static/js/talk.js)
}

// Cells joins the cells of rows.
func Cells(rows []Row) templ.Component {
	all := make([]templ.Component, len(rows))
	for i, row := range rows {
		all[i] = row.Cell
	}
	return templ.Join(all...)
}

func (r *Rows) Has(id string) bool { return r.drawn[id] != nil }

// Adopt records rows as drawn, because the page already contains them.
func (r *Rows) Adopt(p *Patches, rows []Row) {
	if r.take(p, rows) {
		r.adoptIn(p, rows...)
	}
}

// adoptIn records the nested rows as drawn.
func (r *Rows) adoptIn(p *Patches, rows ...Row) {
	for _, row := range rows {
		if row.Nested != nil {
			in := &Rows{trim: row.Trims}
			in.Adopt(p, row.Nested)
			r.nested[row.ID] = in
		}
	}
}

// take stores what identifies each row's content. It returns false if a row cannot be rendered;
// then the next Draw sends all.
func (r *Rows) take(p *Patches, rows []Row) bool {
	*r = Rows{Order: r.Order, trim: r.trim}
	ids, drawn := make([]string, len(rows)), make(map[string]any, len(rows))
	for i, row := range rows {
		if ids[i] = row.ID; row.Basis != nil {
			drawn[row.ID] = row.Basis
			continue
		}
		html, ok := p.render(row.Cell)
		if !ok {
			return false
		}
		drawn[row.ID] = html
	}
	r.ids, r.drawn, r.nested = ids, drawn, make(map[string]*Rows, len(rows))
	return true
}

// Draw brings rows up to date. into selects their container. whole is the container with its
// surroundings: it is sent the first time, when rows moved and Order is nil, and when no row stays,
// except inside a row with Trims.
func (r *Rows) Draw(p *Patches, into string, whole templ.Component, rows []Row) {
	was := *r
	if !r.take(p, rows) {
		return
	}
	stay := among(was.ids, r.drawn)
	moved := !slices.Equal(stay, among(r.ids, was.drawn))
	if was.drawn == nil || moved && r.Order == nil || !r.trim && len(stay) == 0 && len(was.ids)+len(rows) > 0 {
		p.Morph(whole)
		r.adoptIn(p, rows...)
		return
	}
	if went := slices.DeleteFunc(slices.Clone(was.ids), r.Has); len(went) > 0 && !r.trim {
		p.Remove(into + " > #" + strings.Join(went, ", "+into+" > #"))
	}
	p.addRows(into, was.drawn, rows)
	for _, row := range rows {
		before, shown := was.drawn[row.ID]
		in := was.nested[row.ID]
		switch {
		case shown && (!reflect.DeepEqual(before, r.drawn[row.ID]) || in == nil && row.Nested != nil):
			p.Morph(row.Cell)
			fallthrough
		case !shown:
			r.adoptIn(p, row)
		case row.Nested != nil:
			in.Draw(p, "#"+row.ID, row.Cell, row.Nested)
			r.nested[row.ID] = in
		}
	}
	if moved {
		p.Morph(r.Order(r.ids))
	}
}

// addRows inserts each new row before the next one that is shown, or at the end.
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

func among(ids []string, set map[string]any) (in []string) {
	for _, id := range ids {
		if _, is := set[id]; is {
			in = append(in, id)
		}
	}
	return in
}
