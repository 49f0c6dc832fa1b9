package list

import (
	"net/url"
	"testing"

	"github.com/a2a-console/a2a-console/ui/link"
)

// "current" is replaced by the id of the session being recorded wherever a filter names it.
func TestToday(t *testing.T) {
	s := &Lists{Desk: oneDesk{}}
	for q, want := range map[string]string{"session:current op:send": "now", "session:x": "x", "op:send": ""} {
		if got := s.Query(url.Values{"q": {q}}); got.Filter.Session != want || got.Text != q {
			t.Errorf("%s is of session %q", q, got.Filter.Session)
		}
	}
	if got := s.Query(nil); got.Filter.Session != "now" || got.Text != link.Current || got.Typed() != "" {
		t.Errorf("without a filter: %+v", got)
	}
	if got := s.Query(url.Values{"q": {"-session:current"}}); got.IsCurrent || len(got.Filter.Exclusions) != 1 || got.Filter.Exclusions[0].Session != "now" {
		t.Errorf("without the session: %+v", got.Filter)
	}
}
