package cause

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestBeside: a finding across exchanges can be the cause, but the exchange's own findings come
// first.
func TestBeside(t *testing.T) {
	list := []reading.Across{{Problem: a2a.Problem{Check: "STM-03", Severity: a2a.SeverityError, Message: "the task was completed"}, Side: wire.Response, Frame: -1},
		{Problem: a2a.Problem{Check: "PUSH-11", Severity: a2a.SeverityError, Message: "this is no push notification"}, Side: wire.Request, Frame: -1}}
	for _, c := range []struct {
		list []reading.Across
		own  string
		want string
	}{
		{list, "", "The answer breaks a rule of the protocol: the task was completed."},
		{list[1:], "", "The request breaks a rule of the protocol: this is no push notification."},
		{list, "RES-07", "The answer breaks a rule of the protocol: Member is missing."},
	} {
		cs := Case{Exchange: with(answered(200), func(x *wire.Exchange) { x.Labels.AgentSeverity = string(a2a.SeverityError) })}
		if c.own != "" {
			cs.AddFindings([]a2a.Problem{{Check: c.own, Severity: a2a.SeverityError, Message: "Member is missing."}}, Response, 0)
		}
		cs.AddAcross(func() []reading.Across { return c.list })
		failed := Case{Exchange: with(answered(500), func(x *wire.Exchange) { x.Labels.Failed = true })}
		if failed.AddAcross(func() []reading.Across { return c.list }); len(failed.Findings) != len(c.list) {
			t.Errorf("of what failed, %d found", len(failed.Findings))
		}
		if got, ok := Explain(cs); !ok || got.Text != c.want {
			t.Errorf("%q, %v; want %q", got.Text, ok, c.want)
		}
	}
}
