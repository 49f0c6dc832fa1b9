package exchange

import (
	"net/http"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// partsView is one page of the parts of a recorded document, for a document with too many for the
// exchange's page.
type partsView struct {
	Parts []a2a.Part  // of this page
	At    part.Source // source of the first of them
	All   int         // number of parts of the document
}

func (s *Screen) partsPage(w http.ResponseWriter, r *http.Request) error {
	all, at, err := s.findParts(r)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return tape.ErrNoPart()
	}
	from, err := strconv.Atoi(r.URL.Query().Get("from"))
	if err != nil || from < 0 || from >= len(all) {
		from = 0
	}
	v := &partsView{Parts: all[from:min(from+part.MaxParts, len(all))], At: at.Next(from), All: len(all)}
	return s.Web.Page(w, r, web.Page{Title: "Parts", Screen: "traffic", Styles: append(list.DetailStyles(), "agents"), Body: partsBody(v)})
}

// Pages returns the URLs of the pages before and after; "" for none.
func (v *partsView) Pages() (before, after string) {
	first := v.At.Index
	if first > 0 {
		before = v.At.Next(-min(first, part.MaxParts)).ListURL()
	}
	if first+len(v.Parts) < v.All {
		after = v.At.Next(len(v.Parts)).ListURL()
	}
	return before, after
}
