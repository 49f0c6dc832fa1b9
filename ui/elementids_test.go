package ui

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

// TestElementsAreTheirOwn: whatever the names of agents and schemes, no two rows or forms share an
// id, or a patch, a label or a menu would find the other's. get checks that.
func TestElementsAreTheirOwn(t *testing.T) {
	f := emptyRecord()
	for _, origin := range []string{"http://my_agent:9000", "http://my.agent:9000", "http://my:9000", "http://[::1]:9000", "http://[::1:9000]:9000"} {
		f.agents = append(f.agents, wire.Agent{Origin: origin, Name: "Agent"})
	}
	if page := get(t, sessionServer(t, f), "/agents").Body.String(); strings.Count(page, `<tr id="agent-`) != 6 {
		t.Error("not all agents are listed")
	}
	// These names were searched for: the first 48 bits of their hashes are equal.
	s, _ := guardedServer(t, `"006522278788":{"httpAuthSecurityScheme":{"scheme":"Bearer"}},"d6298c8dfc21":{"httpAuthSecurityScheme":{"scheme":"Bearer"}}`, "")
	page := get(t, s, link.AgentURL(guardedAgent)+"?tab=signin").Body.String()
	if strings.Count(page, `class="signin-scheme"`) < 2 {
		t.Errorf("not both schemes can be signed in to: %s", mainOf(page))
	}
}
