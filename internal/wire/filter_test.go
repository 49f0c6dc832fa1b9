package wire

import "testing"

// TestInSession names the session being recorded, and leaves the filter that it was made
// from alone.
func TestInSession(t *testing.T) {
	t.Parallel()
	f := Filter{Without: []Filter{{Session: CurrentSession}, {Session: "s1"}}}
	if !f.SaysCurrent() || (Filter{Session: "s1"}).SaysCurrent() {
		t.Error("which filters say so")
	}
	got := f.InSession("now")
	if got.Session != "" || got.Without[0].Session != "now" || got.Without[1].Session != "s1" || f.Without[0].Session != CurrentSession {
		t.Errorf("%+v of %+v", got, f)
	}
	if got := (Filter{Session: CurrentSession}).InSession("now"); got.Session != "now" || got.SaysCurrent() {
		t.Errorf("%+v", got)
	}
}
