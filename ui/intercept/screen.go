// Package intercept is the screen that changes what passes: presets and rules, and the
// queue of what a rule holds until somebody decides.
package intercept

import (
	"net/http"

	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the pages of this package. Safe for concurrent use.
type Screen struct {
	Web       *web.Site
	Lists     *list.Lists
	Tapes     *tape.Tapes
	Library   host.Library
	Rules     host.Rules // nil leaves the screen out, as Holds does
	HoldQueue host.HoldQueue

	history history
}

// editLimit is the longest document that is edited here, in bytes as it is shown.
const editLimit = 1 << 20

// Routes are the addresses of Intercept.
func (s *Screen) Routes() []web.Route {
	if s.Rules == nil || s.HoldQueue == nil {
		return nil
	}
	all := []web.Route{
		{Pattern: "GET /intercept", Handle: s.page, Live: s.live},
		{Pattern: "GET /intercept/held/{id}", Handle: s.page, Live: s.live},
		{Pattern: "GET /intercept/words", Handle: s.complete},
		{Pattern: "GET /intercept/rules/export", Handle: s.export},
		{Pattern: "POST /intercept/rules", Handle: s.add},
		{Pattern: "POST /intercept/rules/check", Handle: s.check},
		{Pattern: "POST /intercept/rules/load", Handle: s.load},
		{Pattern: "POST /intercept/rules/{id}/text", Handle: s.change},
		{Pattern: "POST /intercept/held/{id}/check", Handle: s.checkEdit, Limit: 4 * editLimit},
		{Pattern: "POST /intercept/held/{id}/send", Handle: s.send, Limit: 4 * editLimit},
		{Pattern: "POST /intercept/next", Handle: s.holdNext},
		{Pattern: "POST /intercept/next/{id}/undo", Handle: s.undoNext},
		{Pattern: "POST /intercept/forward", Handle: s.forwardAll},
	}
	all = append(all, web.Verbs(web.Route{Pattern: "POST /intercept/presets/{name}/{do}", Handle: s.preset}, "on", "off")...)
	all = append(all, web.Verbs(web.Route{Pattern: "POST /intercept/all/{do}", Handle: s.arrangeAll}, "on", "off", "remove")...)
	all = append(all, web.Verbs(web.Route{Pattern: "POST /intercept/rules/{id}/{do}", Handle: s.arrange}, "on", "off", "up", "down", "remove")...)
	return append(all, web.Verbs(web.Route{Pattern: "POST /intercept/held/{id}/{do}", Handle: s.release}, "forward", "drop")...)
}

// page shows the rules and what is held, with one of it open where the address names it.
func (s *Screen) page(w http.ResponseWriter, r *http.Request) error {
	v, err := s.read(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	v.DepartedItems = s.readDeparted(r)
	return s.Web.Page(w, r, s.pageOf(v))
}

// pageOf is the page of a view.
func (s *Screen) pageOf(v *view) web.Page {
	title := "Intercept"
	if v.Open != nil {
		title = v.Open.title() + ", held"
	}
	return web.Page{Title: title, Screen: "intercept", Styles: []string{"list", "comparison", "intercept"}, Body: body(v), Live: true}
}
