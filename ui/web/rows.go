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
	// Order says in what order rows are, where those that change places keep their elements
	// (static/js/order.js); nil: then all are drawn again.
	Order func(ids []string) templ.Component

	ids    []string
	drawn  map[string]any   // by id what tells a row from others: what it is of, else its markup
	nested map[string]*Rows // by id those in a row
	trim   bool             // see Row.Trims
}

// Row is one of them. Its element has the id, made of letters, digits, - and _.
type Row struct {
	ID     string
	Cell   templ.Component
	Basis  any   // in place of Cell, what rows are told apart by: what the row is drawn of, without how long ago something was. nil: Cell
	Nested []Row // rows in it, which are sent by themselves as long as what the row is of stays the same
	Trims  bool  // the page takes away those in it that went (static/js/talk.js)
}

// Cells are rows one after the other.
func Cells(rows []Row) templ.Component {
	all := make([]templ.Component, len(rows))
	for i, row := range rows {
		all[i] = row.Cell
	}
	return templ.Join(all...)
}

// Has reports whether a row is shown.
func (r *Rows) Has(id string) bool { return r.drawn[id] != nil }

// Adopt takes rows for drawn: the page came with them.
func (r *Rows) Adopt(p *Patches, rows []Row) {
	if r.take(p, rows) {
		r.adoptIn(p, rows...)
	}
}

// adoptIn takes what is in rows for drawn.
func (r *Rows) adoptIn(p *Patches, rows ...Row) {
	for _, row := range rows {
		if row.Nested != nil {
			in := &Rows{trim: row.Trims}
			in.Adopt(p, row.Nested)
			r.nested[row.ID] = in
		}
	}
}

// take keeps what tells rows apart. It returns false when one cannot be drawn: the next time all are sent.
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

// Draw brings rows up to date. into selects the element that they are in; whole is
// all of it, and what stands around it, which is sent at first and whenever none stays, or rows
// changed places without an Order.
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
