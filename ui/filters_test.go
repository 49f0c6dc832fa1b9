package ui

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

func TestFiltersAreSavedPickedAndDeleted(t *testing.T) {
	f := normalRecord()
	k := &fakeKeeper{f: f, saved: []wire.SavedFilter{{Name: hostile, Text: "text:" + link.Quote(hostile)}}}
	s := newTestServer(t, f, &fakeCaller{})
	for _, path := range []string{"/filters", "/traffic"} {
		if page := get(t, s, path).Body.String(); strings.Contains(page, "saved-filters") {
			t.Errorf("%s offers filters that nobody keeps", path)
		}
	}
	s = newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = k })
	for _, view := range []string{"", "tasks", "sequence"} {
		page := get(t, s, "/traffic?q=op%3Asend&view="+view).Body.String()
		harmless(t, page)
		if !strings.Contains(page, `data-url="/filters?q=op%3Asend`) {
			t.Errorf("the view %q has no menu", view)
		}
	}
	page := act(t, s, "/filters", "name=+sends+&q=op%3Asend&view=tasks").Body.String()
	harmless(t, page)
	if want := (wire.SavedFilter{Name: "sends", Text: "op:send"}); !slices.Contains(k.saved, want) || !strings.Contains(page, `href="/traffic?q=op%3Asend&amp;view=tasks" aria-current`) {
		t.Errorf("%v: %s", k.saved, page)
	}
	page = act(t, s, "/filters/drop", url.Values{"name": {"sends"}}.Encode()).Body.String()
	if len(k.saved) != 1 || strings.Contains(page, "sends") || !strings.Contains(page, `id="saved-filters"`) {
		t.Errorf("%v: %s", k.saved, page)
	}
	if page = act(t, s, "/filters/drop", "name=sends").Body.String(); !strings.Contains(page, `id="saved-filters"`) {
		t.Errorf("a filter that is gone already: %s", page)
	}
	for _, form := range []string{"q=op%3Asend", "name=all", "name=bad&q=nonsense%3Ax"} {
		if w := act(t, s, "/filters", form); len(k.saved) != 1 || !strings.Contains(w.Body.String(), "The filter was not saved.") {
			t.Errorf("%s: %v %s", form, k.saved, w.Body)
		}
	}
}
