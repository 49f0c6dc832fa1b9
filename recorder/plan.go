package recorder

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

// plan is a filter made into conditions. Every list is walked along one index
// in the order of seq, so that a page costs what it shows.
type plan struct {
	where []string
	args  []any
	along choice // what the walk goes along; without arms it is all rows
	none  bool   // nothing can match

	free   string // words that must not occur, as the index takes them; "" for none
	window *plan  // conditions on a walk's key, written with %s for it
}

// choice is a field of a filter that has an index: the alternatives to walk,
// and the same as a condition for when the walk goes along another.
type choice struct {
	arms []arm
	cond string
	args []any
}

// arm is one value of an indexed column. Within it rows lie in the order of
// seq; SQLite merges several.
type arm struct {
	from  string // "" walks the table itself
	key   string // the column of from that is seq
	where string
	args  []any
}

func (p *plan) and(cond string, args ...any) {
	p.where = append(p.where, cond)
	p.args = append(p.args, args...)
}

// page makes the query of a page.
func (p *plan) page(w wire.Page, limit int) (string, []any) {
	order, window := "DESC", plan{}
	if p.window != nil {
		window = *p.window
	}
	if w.Before > 0 {
		window.and("%s < ?", w.Before)
	}
	if w.After > 0 {
		window.and("%s > ?", w.After)
		if w.Before == 0 {
			order = "ASC"
		}
	}
	return p.query(window, "seq "+order, limit)
}

// changed makes the query of what changed. It walks along version: changes
// since a moment are few, whatever the filter, so the walk's own condition is
// one like the others.
func (p *plan) changed(since int64, limit int) (string, []any) {
	if p.none {
		return "", nil
	}
	where := append([]string{"e.version > ?"}, p.where...)
	args := append([]any{since}, p.args...)
	if p.along.cond != "" {
		where = append(where, p.along.cond)
		args = append(args, p.along.args...)
	}
	if p.free != "" {
		where = append(where, "NOT EXISTS (SELECT 1 FROM words WHERE words MATCH ? AND words.rowid = e.seq)")
		args = append(args, p.free)
	}
	return fmt.Sprintf("SELECT %s FROM exchanges e INDEXED BY exchanges_version WHERE %s ORDER BY e.version LIMIT %d",
		columns, strings.Join(where, " AND "), limit), args
}

// query puts the arms together. Within one, rows come in the order of seq from
// the index; several are merged.
func (p *plan) query(window plan, order string, limit int) (string, []any) {
	if p.none {
		return "", nil
	}
	arms := p.along.arms
	if len(arms) == 0 {
		arms = []arm{{}}
	}
	var parts []string
	var args []any
	for _, a := range arms {
		if a.from == "" {
			a.from, a.key = "exchanges e NOT INDEXED", "e.seq"
		}
		var where []string
		if a.where != "" {
			where = append(where, a.where)
			args = append(args, a.args...)
		}
		for _, c := range window.where {
			where = append(where, fmt.Sprintf(c, a.key))
		}
		args = append(append(args, window.args...), p.args...)
		where = append(where, p.where...)
		part := "SELECT " + a.key + " AS seq FROM " + a.from
		if len(where) > 0 {
			part += " WHERE " + strings.Join(where, " AND ")
		}
		parts = append(parts, part)
	}
	walk := strings.Join(parts, " UNION ALL ") + " ORDER BY " + order + fmt.Sprintf(" LIMIT %d", limit)
	return "SELECT " + columns + " FROM (" + walk + ") w JOIN exchanges e ON e.seq = w.seq ORDER BY e." + order, args
}
