package ui

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestRowMenu: the menu of a row offers the actions of the exchange's page, and links that narrow
// the list's filter; the list reports the result.
func TestRowMenu(t *testing.T) {
	f := emptyRecord()
	x := sample(1, "one")
	x.Labels.Op, x.Labels.Task, x.Agent = string(a2a.SendMessage), "a task", "http://127.0.0.1:9999"
	f.put(x)
	push := sample(2, "two")
	push.Origin, push.Labels.Op, push.Labels.Task = wire.Push, "", ""
	f.put(push)
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) {
		o.Keeper = &fakeKeeper{f: f}
		o.Rules, o.HoldQueue = intercepting("empty", f)
	})
	menu := patchesOf(t, s, "/exchanges/"+x.ID+"/menu?q=is:stream+op:SendMessage")
	for _, want := range []string{
		"Copy as curl", "data-copy-path=\"/exchanges/" + x.ID + "\"", "/compare?a=" + x.ID, "/exchanges/" + x.ID + "/resend", "/intercept/next?at=list&amp;exchange=" + x.ID,
		`"/traffic?q=is%3Astream+op%3ASendMessage"`, "task%3A%22a+task%22", "Pin</button>",
	} {
		if !strings.Contains(menu, want) {
			t.Errorf("the menu lacks %s", want)
		}
	}
	menu = patchesOf(t, s, "/exchanges/"+push.ID+"/menu?q=")
	if strings.Contains(menu, "Re-send") || strings.Contains(menu, "Hold the next") || strings.Contains(menu, "this task") || !strings.Contains(menu, "this agent") {
		t.Errorf("the menu of a push: %s", menu)
	}
}
