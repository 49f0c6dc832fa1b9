package ui

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/ui/host"
)

// TestSettingsShowHowTheConsoleWasStarted: the page shows each flag with its value, and a hostile
// value does no harm.
func TestSettingsShowHowTheConsoleWasStarted(t *testing.T) {
	f := emptyRecord()
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) {
		o.Keeper = &fakeKeeper{f: f}
		o.Settings = []host.Setting{{Flag: "listen", Value: "127.0.0.1:7420", Help: "Address of the pages."}, {Flag: "allow-host", Value: hostile, IsGiven: true}, {Flag: "session"}}
	})
	page := get(t, s, "/settings").Body.String()
	harmless(t, page)
	if given, first := strings.Index(page, "--allow-host"), strings.Index(page, "--listen"); given > first || strings.Index(page, "--session<") < first {
		t.Error("given flags are not first, or the others are in no order")
	}
	for _, want := range []string{"<code>--listen</code>", "<code>127.0.0.1:7420</code>", "Address of the pages.", "not set", "given", `data-rekey="Ctrl+k"`, "Retention: unlimited"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
