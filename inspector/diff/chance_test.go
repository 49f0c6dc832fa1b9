package diff_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestCanceledTasks: how far a task had got when it was canceled is chance; its output until then is not.
func TestCanceledTasks(t *testing.T) {
	for _, c := range []struct {
		name, state, a, b string
		want              diff.Outcome
		noted             bool
	}{
		{"further", "CANCELED", `[{"artifactId":"x","parts":[{"text":"one "}]}]`, `[{"artifactId":"x","parts":[{"text":"one two "}]}]`, diff.OutcomeSame, true},
		{"less far", "CANCELED", `[{"artifactId":"x","parts":[{"text":"one "},{"text":"two"}]}]`, `[{"artifactId":"x","parts":[{"text":"one "}]}]`, diff.OutcomeSame, true},
		{"nothing yet", "CANCELED", `[]`, `[{"artifactId":"x","parts":[{"text":"one "}]}]`, diff.OutcomeSame, true},
		{"as far", "CANCELED", `[{"artifactId":"x","parts":[{"text":"one "}]}]`, `[{"artifactId":"x","parts":[{"text":"one "}]}]`, diff.OutcomeSame, false},
		{"other words", "CANCELED", `[{"artifactId":"x","parts":[{"text":"one "}]}]`, `[{"artifactId":"x","parts":[{"text":"eins zwei "}]}]`, diff.OutcomeDiffers, false},
		{"another name", "CANCELED", `[{"artifactId":"x","name":"n","parts":[{"text":"one "}]}]`, `[{"artifactId":"x","parts":[{"text":"one "}]}]`, diff.OutcomeDiffers, false},
		{"done", "COMPLETED", `[{"artifactId":"x","parts":[{"text":"one "}]}]`, `[{"artifactId":"x","parts":[{"text":"one two "}]}]`, diff.OutcomeDiffers, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			one, two := newTape("a"), newTape("b")
			for tape, artifacts := range map[*tape]string{one: c.a, two: c.b} {
				x := wire.Exchange{Method: "POST", URL: "http://127.0.0.1:7430/v1.0", Request: wire.Head{Header: http.Header{"A2a-Version": {"1.0"}}},
					Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}}
				tape.put(x, []byte(`{"jsonrpc":"2.0","id":1,"method":"CancelTask","params":{"id":"t"}}`),
					[]byte(`{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_`+c.state+`"},"artifacts":`+artifacts+`}}`))
			}
			p, err := diff.Exchanges(t.Context(), one, one.list[0], two, two.list[0], diff.Options{})
			if err != nil || p.Outcome != c.want {
				t.Errorf("%s: %+v, %v", p.Outcome, p.Differences, err)
			}
			if noted := strings.Contains(strings.Join(p.Notes, " "), "canceled while it ran"); noted != c.noted {
				t.Errorf("notes %q", p.Notes)
			}
		})
	}
}
