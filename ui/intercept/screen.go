// Package intercept is the screen that changes traffic: presets and rules, and the queue of held
// items with their editor. It reaches rules and holds only through ui/host.
package intercept

import (
	"net/http"

	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves Intercept. Safe for concurrent use.
type Screen struct {
	Web       *web.Site
	Lists     *list.Lists
	Tapes     *tape.Tapes
	Library   host.Library
	Rules     host.Rules // nil, as for HoldQueue, leaves the screen out
	HoldQueue host.HoldQueue

	history history
}

// editLimit bounds the documents that can be edited, in bytes of the text in the editor.
const editLimit = 1 << 20

// Routes returns the addresses of Intercept, or nil without Rules or HoldQueue.
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

// page shows the rules and the held items, with the one open that the address names.
func (s *Screen) page(w http.ResponseWriter, r *http.Request) error {
	v, err := s.read(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	v.DepartedItems = s.readDeparted(r)
	return s.Web.Page(w, r, s.pageOf(v))
}

func (s *Screen) pageOf(v *view) web.Page {
	title := "Intercept"
	if v.Open != nil {
		title = v.Open.title() + ", held"
	}
	return web.Page{Title: title, Screen: "intercept", Styles: []string{"list", "comparison", "intercept"}, Body: body(v), Live: true}
}
