// Package settings is the page of settings: theme and keys of this browser, retention, and how the
// console was started (read-only).
package settings

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/ui/frame"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the settings. Safe for concurrent use.
type Screen struct {
	Web     *web.Site
	Keeper  host.Keeper // nil leaves retention out
	Library host.Library
	Flags   []host.Setting // the flags with which the console was started
}

func (s *Screen) Routes() []web.Route {
	return []web.Route{
		{Pattern: "GET /settings", Handle: s.page},
		{Pattern: "POST /settings/retention-preview", Handle: s.previewRetention},
		{Pattern: "POST /settings/retention", Handle: s.setRetention},
	}
}

func (s *Screen) page(w http.ResponseWriter, r *http.Request) error {
	kept, err := s.currentRetention(r.Context())
	if err != nil {
		return err
	}
	return s.Web.Page(w, r, s.pageOf(kept))
}

// sortedFlags puts the given flags first; each part is in alphabetical order.
func sortedFlags(all []host.Setting) []host.Setting {
	return slices.SortedFunc(slices.Values(all), func(a, b host.Setting) int {
		if a.IsGiven != b.IsGiven {
			return map[bool]int{true: -1, false: 1}[a.IsGiven]
		}
		return strings.Compare(a.Flag, b.Flag)
	})
}

func (s *Screen) pageOf(kept *retention) web.Page {
	return web.Page{Title: "Settings", Screen: "settings", Styles: []string{"settings"}, Body: body(kept, frame.BoundKeys(), sortedFlags(s.Flags))}
}
