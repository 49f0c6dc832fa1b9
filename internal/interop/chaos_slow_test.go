//go:build slow

package interop

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// underFaults is what clients on these SDKs do under each preset when they stream a message and
// read to the end: docs/dev/interop.md has the table.
var underFaults = map[string]map[string]string{
	"a2a-go-v2.4.0":      plainly(),
	"a2a-go-v2.4.0-rest": plainly(),
	"a2a-go-v2.4.0-grpc": plainly(),
	"a2a-js-1.3.0":       plainly(),
	"a2a-js-1.3.0-rest":  plainly(),
	"a2a-js-1.3.0-grpc":  plainly(),
}

// plainly is the behaviour of an SDK that leaves everything to its user.
func plainly() map[string]string {
	return map[string]string{
		"never-finish": "hung", "cut-after-first-artifact": "gave_up", "duplicate-last-chunk": "recovered", "lose-terminal-event": "lost",
		"expired-credentials": "gave_up", "version-mismatch": "gave_up", "input-required-forever": "gave_up", "artifacts-out-of-order": "recovered",
		"too-many-requests": "gave_up", "reconnect-storm": "gave_up", "slow-agent": "recovered", "flaky-network": "not_touched",
	}
}

// TestSlowClientsUnderFaults: clients on other people's SDKs hold conversations under each preset, and
// behave as docs/dev/interop.md says.
func TestSlowClientsUnderFaults(t *testing.T) {
	for _, p := range current() {
		want, ok := underFaults[p.name]
		if !ok {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			client, _ := p.ready(t)
			t.Parallel()
			at, _ := serving(t, "agent", "--listen", "127.0.0.1:0")
			var end, hang []string
			for _, preset := range slices.Sorted(maps.Keys(want)) {
				if want[preset] == "hung" {
					hang = append(hang, "--preset", preset)
				} else {
					end = append(end, "--preset", preset)
				}
			}
			got := map[string]string{}
			// A client that waits for ever is stopped early; no other may reach the limit.
			for limit, presets := range map[string][]string{"5s": hang, "10m": end} {
				args := append([]string{"chaos", at.Agent, "--run", talker(client), "--db", filepath.Join(t.TempDir(), "record.db"), "--text", "write a paper about tea", "--limit", limit, "--json"}, presets...)
				out, said, _ := ran(t, "", built.console, args...)
				if out == "" {
					t.Fatal(said)
				}
				for _, l := range lines[struct{ Preset, Verdict, Message string }](t, out) {
					t.Logf("%s: %s. %s", l.Preset, l.Verdict, l.Message)
					got[l.Preset] = l.Verdict
				}
			}
			if !maps.Equal(got, want) {
				t.Errorf("the verdicts are %v, want %v", got, want)
			}
		})
	}
}

// talker is the command that holds one conversation, derived from the command that walks through the
// skills.
func talker(client []string) string {
	if client[0] == "node" {
		return strings.Join(append([]string{"node", filepath.Join(filepath.Dir(client[1]), "talk.js")}, client[2:]...), " ")
	}
	return strings.Join([]string{client[0], "talk", client[2]}, " ")
}
