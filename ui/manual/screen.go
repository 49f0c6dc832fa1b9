// Package manual shows and searches the documentation embedded in the program. It needs no network.
package manual

import (
	"net/http"
	"strings"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the documentation.
type Screen struct{ Web *web.Site }

func (s *Screen) Routes() []web.Route {
	return []web.Route{
		{Pattern: "GET /docs", Handle: s.list},
		{Pattern: "GET /docs/{name}", Handle: s.document},
	}
}

func (s *Screen) list(w http.ResponseWriter, r *http.Request) error {
	q := strings.TrimSpace(r.URL.Query().Get("q"))
	all, err := library()
	if err != nil {
		return err
	}
	if web.FromDatastar(r) {
		return s.Web.Morph(w, r, documentList(all, q))
	}
	return s.Web.Page(w, r, pageOf("Documentation", index(all, q)))
}

func (s *Screen) document(w http.ResponseWriter, r *http.Request) error {
	all, err := library()
	if err != nil {
		return err
	}
	for _, d := range all {
		if d.Name == r.PathValue("name") {
			return s.Web.Page(w, r, pageOf(d.Title, show(d)))
		}
	}
	return web.Fail(http.StatusNotFound, "There is no such document.", "No document has this name.", "Search the documentation.")
}

func pageOf(title string, body templ.Component) web.Page {
	return web.Page{Title: title, Styles: []string{"manual"}, Body: body}
}
