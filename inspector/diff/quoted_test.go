package diff_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestStatesAreQuoted: people see states as the agent wrote them, while JSON keeps the spelling of 1.0. This also holds
// for states inside other values and for words that no version knows.
func TestStatesAreQuoted(t *testing.T) {
	for _, c := range []struct {
		version                     a2a.Version
		was, is                     string // on the wire
		quotedWas, quotedIs         string
		path, canonical, canonical2 string
	}{
		{a2a.V03, `"completed"`, `"done"`, `"completed"`, `"done"`, "$.task.status.state", `"TASK_STATE_COMPLETED"`, `"done"`},
		{a2a.V03, `"completed"`, `"input-required"`, `"completed"`, `"input-required"`, "$.task.status.state", `"TASK_STATE_COMPLETED"`, `"TASK_STATE_INPUT_REQUIRED"`},
		{a2a.V01, `"completed"`, `"canceled"`, `"completed"`, `"canceled"`, "$.task.status.state", `"TASK_STATE_COMPLETED"`, `"TASK_STATE_CANCELED"`},
		{a2a.V03, `"completed"`, `"cancelled"`, `"completed"`, `"cancelled"`, "$.task.status.state", `"TASK_STATE_COMPLETED"`, `"TASK_STATE_CANCELED"`},
		{a2a.V10, `"TASK_STATE_COMPLETED"`, `"failed"`, `"TASK_STATE_COMPLETED"`, `"failed"`, "$.task.status.state", `"TASK_STATE_COMPLETED"`, `"TASK_STATE_FAILED"`},
		{a2a.V10, `"TASK_STATE_COMPLETED"`, `"TASK_STATE_FAILED"`, `"TASK_STATE_COMPLETED"`, `"TASK_STATE_FAILED"`, "$.task.status.state", `"TASK_STATE_COMPLETED"`, `"TASK_STATE_FAILED"`},
	} {
		a := record(t, "a", way{c.version, a2a.JSONRPC}, func(p *client) { p.say(a2a.SendMessage, false, words("tell me a joke")) })
		b := a.changed("b", func(_ wire.Exchange, s wire.Side, body []byte) []byte {
			if s == wire.Request {
				return body
			}
			return bytes.ReplaceAll(body, []byte(c.was), []byte(c.is))
		})
		r := compare(t, a, b, diff.Options{})
		found := false
		for _, d := range r.Pairs[0].Differences {
			if d.Path != c.path {
				continue
			}
			found = true
			if q := d.ForDisplay(); string(q.A) != c.quotedWas || string(q.B) != c.quotedIs {
				t.Errorf("%s: people read %s and %s", c.version, q.A, q.B)
			}
			out, _ := json.Marshal(d)
			if want := `"a":` + c.canonical + `,"b":` + c.canonical2; !bytes.Contains(out, []byte(want)) {
				t.Errorf("%s: JSON is %s, want %s", c.version, out, want)
			}
		}
		if !found {
			t.Errorf("%s: no difference at %s:\n%s", c.version, c.path, show(r))
		}
	}
}
