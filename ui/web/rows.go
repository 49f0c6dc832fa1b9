package web

import (
	"slices"

	"github.com/a-h/templ"
)

// Rows keeps the rows of a table or a list current: it sends those that differ, and
// new ones at either end, and takes away those that went. The zero Rows has drawn nothing.
type Rows struct {
	ids   []string
	drawn map[string]string // markup by id
}

// Row is one of them. Its element has the id, made of letters, digits, - and _.
type Row struct {
	ID   string
	Cell templ.Component
	Like templ.Component // in place of Cell, by which rows are told apart: Cell says how long ago something was. nil: Cell
}

// like is what a row is compared by.
func (r *Row) like() templ.Component {
	if r.Like != nil {
		return r.Like
	}
	return r.Cell
}

// Draw brings rows up to date. into selects the element that they are in; whole is
// all of it, and what stands around it, which is sent at first and whenever rows
// changed places or none stays.
func (r *Rows) Draw(p *Patches, into string, whole templ.Component, rows []Row) {
	ids, drawn := make([]string, len(rows)), make(map[string]string, len(rows))
	for i, row := range rows {
		html, ok := p.render(row.like())
		if !ok {
			*r = Rows{} // the next time all of it is sent
			return
		}
		ids[i], drawn[row.ID] = row.ID, html
	}
	had, went := r.drawn, r.leave(drawn)
	first, places := r.newAt(ids)
	r.ids, r.drawn = ids, drawn
	if !places || had == nil {
		p.Morph(whole)
		return
	}
	for _, id := range went {
		p.Remove("#" + id)
	}
	for _, row := range slices.Backward(rows[:first]) {
		p.Prepend(into, row.Cell)
	}
	for _, row := range rows[first:] {
		switch before, shown := had[row.ID]; {
		case !shown:
			p.Append(into, row.Cell)
		case before != drawn[row.ID]:
			p.Morph(row.Cell)
		}
	}
}

// leave forgets the rows that are not drawn any more, and returns their ids.
func (r *Rows) leave(drawn map[string]string) (went []string) {
	stay := make([]string, 0, len(r.ids))
	for _, id := range r.ids {
		if _, drawn := drawn[id]; drawn {
			stay = append(stay, id)
		} else {
			went = append(went, id)
		}
	}
	r.ids = stay
	return went
}

// newAt is how many of ids come before those that are drawn. It returns false when the
// drawn ones are not all among ids, one after the other.
func (r *Rows) newAt(ids []string) (first int, ok bool) {
	if len(r.ids) == 0 || len(ids) == 0 {
		return 0, len(r.drawn) == 0 && len(ids) == 0
	}
	first = slices.Index(ids, r.ids[0])
	return max(first, 0), first >= 0 && len(ids) >= first+len(r.ids) && slices.Equal(ids[first:first+len(r.ids)], r.ids)
}
