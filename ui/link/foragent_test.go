package link

import (
	"net/url"
	"testing"
)

// TestQueryOfAnAgent limits a query to one agent and keeps its other terms.
func TestQueryOfAnAgent(t *testing.T) {
	for typed, want := range map[string]string{
		"":                               `agent:"http://b"`,
		"session:current":                `session:current agent:"http://b"`,
		`agent:"http://a" op:send "x y"`: `op:send "x y" agent:"http://b"`,
		"-agent:c nonsense:what":         `agent:"http://b"`, // invalid text is dropped
		`state:failed agent:"http://b"`:  `state:failed agent:"http://b"`,
	} {
		if got := QueryOf(url.Values{"q": {typed}}).ForAgent("http://b"); got.Text != want || got.Err != "" {
			t.Errorf("%s gives %s, %s", typed, got.Text, got.Err)
		}
	}
}
