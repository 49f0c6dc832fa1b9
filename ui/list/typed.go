package list

import (
	"cmp"
	"hash/fnv"
	"net/http"
	"net/url"
	"strconv"

	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Typed draws the list with a filter that is being typed. One that cannot be read yet leaves
// the list as it is.
func (s *Lists) Typed(w http.ResponseWriter, r *http.Request) error {
	v := r.URL.Query()
	q, selected := s.Query(v).In(""), v.Get("selected")
	p := web.NewPatches(w, r)
	if q.Err != "" {
		wrong := link.QueryOf(url.Values{"q": {v.Get("q")}}).Err // counted in what is typed, without the scope
		p.Morph(typedNote(cmp.Or(wrong, q.Err)))
		return p.Flush()
	}
	p.Morph(typedNote(""))
	l, err := s.List(r.Context(), q, selected, 0)
	if err != nil {
		return err
	}
	p.Morph(Newer(q))
	p.Morph(allRows(l))
	p.Morph(afterRows(l))
	p.Morph(arrived(0))
	p.Morph(banner(l))
	if l.Keep {
		p.Morph(filterButton(q))
	}
	p.Morph(chips(l, strconv.FormatInt(s.Web.Now().UnixNano(), 36)))
	if selected == "" { // beside a detail, which is drawn anew, too
		p.Replace(web.LiveElement(l.Since, l.Sessions))
	}
	return p.Flush()
}

// listOf names the list of a query on the page, so that rows that come late do not get
// into that of another.
func listOf(q link.Query) string {
	h := fnv.New64a()
	h.Write([]byte(q.Filter.Session + " " + q.In("").Values().Encode()))
	return strconv.FormatUint(h.Sum64(), 36)
}

// RowsOf and AfterOf select the rows of a query's list, and what is below them.
func RowsOf(q link.Query) string  { return `#rows[data-of="` + listOf(q) + `"]` }
func AfterOf(q link.Query) string { return `#rows-after[data-of="` + listOf(q) + `"]` }
