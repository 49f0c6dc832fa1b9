package agents

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestWantsSignIn: a card needs a sign-in if each of its alternative requirements names a scheme.
func TestWantsSignIn(t *testing.T) {
	for want, cards := range map[bool][]*a2a.Card{
		true:  {{Security: []a2a.Requirement{{"key": nil}}}, {Security: []a2a.Requirement{{"key": nil}, {"token": {"read"}}}}},
		false: {{}, {Security: []a2a.Requirement{{}}}, {Security: []a2a.Requirement{{"key": nil}, {}}}},
	} {
		for _, c := range cards {
			if WantsSignIn(c) != want {
				t.Errorf("%v: %v", c.Security, !want)
			}
		}
	}
}
