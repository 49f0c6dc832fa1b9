package list

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

const maxPicked = 5000

// ReadSelection reads a selection from a form: ids of exchanges, a task, or else a filter.
func (s *Lists) ReadSelection(r *http.Request) (wire.Selection, error) {
	if task := r.FormValue("task"); task != "" {
		return wire.Selection{Tasks: []string{task}}, nil
	}
	if r.Form.Has("ids") {
		ids := strings.Fields(r.Form.Get("ids"))
		switch {
		case len(ids) == 0:
			return wire.Selection{}, web.Fail(http.StatusBadRequest, "Nothing was done.", "No exchange is selected.", "Select rows with x, or hold Shift or Ctrl and click them.")
		case len(ids) > maxPicked:
			return wire.Selection{}, web.Fail(http.StatusBadRequest, "Nothing was done.", fmt.Sprintf("%d exchanges are selected; at most %d are allowed.", len(ids), maxPicked), "Save what a filter selects as a session instead.")
		}
		return wire.Selection{Exchanges: ids}, nil
	}
	q := s.Query(url.Values{"q": {r.FormValue("q")}, "probes": {r.FormValue("probes")}})
	if q.Err != "" {
		return wire.Selection{}, web.Fail(http.StatusBadRequest, "Nothing was saved.", q.Err, "Fix the filter first.")
	}
	return wire.Selection{Filter: &q.Filter}, nil
}

// canSave reports whether a session can be made of what a query selects.
func (s *Lists) canSave(q link.Query) bool { return s.Keeper != nil && q.Typed() != "" && q.Err == "" }
