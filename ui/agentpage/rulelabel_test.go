package agentpage

import (
	"testing"

	"github.com/a2a-console/a2a-console/ui/record"
)

// TestForcedShort: a rule listed under an agent does not repeat the agent, however it is written.
func TestForcedShort(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"", `event:any agent:127.0.0.1:9001 => hold`, "event:any => hold"},
		{"", `agent:"My Agent" op:send => hold`, "op:send => hold"},
		{"", `op:send -agent:other => hold`, "op:send -agent:other => hold"},
		{"", `agent:a state:completed => edit text "a`, `state:completed => edit text "a`},
		{"Lose the terminal event", `agent:a => drop`, "Lose the terminal event"},
	} {
		if got := ruleLabel(record.ActiveRule{Title: c.title, Text: c.text}); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}
