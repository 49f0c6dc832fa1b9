package wire

import "testing"

// TestInSession: InSession names the session being recorded, and does not change its receiver.
func TestInSession(t *testing.T) {
	t.Parallel()
	f := Filter{Exclusions: []Filter{{Session: CurrentSession}, {Session: "s1"}}}
	if !f.UsesCurrentSession() || (Filter{Session: "s1"}).UsesCurrentSession() {
		t.Error("which filters say so")
	}
	got := f.InSession("now")
	if got.Session != "" || got.Exclusions[0].Session != "now" || got.Exclusions[1].Session != "s1" || f.Exclusions[0].Session != CurrentSession {
		t.Errorf("%+v of %+v", got, f)
	}
	if got := (Filter{Session: CurrentSession}).InSession("now"); got.Session != "now" || got.UsesCurrentSession() {
		t.Errorf("%+v", got)
	}
}
