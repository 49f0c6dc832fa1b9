//go:build slow

package interop

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// clientFails lists the steps and checks at which each peer fails when it is examined as a client, and
// those that it does not reach: docs/dev/interop.md explains them.
var clientFails = map[string]string{
	"a2a-go-v2.4.0":          "untested:credentials",
	"a2a-go-v2.4.0-rest":     "untested:credentials",
	"a2a-go-v2.4.0-grpc":     "untested:credentials",
	"a2a-go-v2.4.0-rest-0.3": "untested:credentials",
	"a2a-go-v2.4.0-grpc-0.3": "untested:credentials",
	"a2a-js-1.3.0-grpc":      "REQ-19",
	"a2a-js-0.3.13-grpc":     "unknown-state",
	"a2a-js-0.3.13-rest":     "unknown-state",
}

// TestSlowExaminedClients leads clients on other people's SDKs through the steps of check --client. They
// fail where docs/dev/interop.md says.
func TestSlowExaminedClients(t *testing.T) {
	for _, p := range peers() {
		if strings.HasPrefix(p.name, "trpc") {
			continue // its clients have no program for the steps
		}
		t.Run(p.name, func(t *testing.T) {
			client, _ := p.ready(t)
			t.Parallel()
			out, said, _ := ran(t, "", built.console, "check", "--client", "--run", stepping(client), "--db", filepath.Join(t.TempDir(), "record.db"),
				"--level", "should", "--step-timeout", "10m", "--json")
			if out == "" {
				t.Fatal(said)
			}
			var failed []string
			for _, o := range lines[outcome](t, out) {
				if o.Result == "fail" {
					failed = append(failed, o.Step+o.Check)
					t.Logf("%s%s %s %s: %s %v", o.Step, o.Check, o.Level, o.Severity, o.Message, o.Exchanges)
				}
				if o.Step != "" && o.Result != "fail" {
					t.Logf("%s %s: %s", o.Step, o.Result, o.Message)
				}
				if o.Result == "skip" && o.Step != "" {
					failed = append(failed, "untested:"+o.Step)
				}
			}
			slices.Sort(failed)
			if got := strings.Join(failed, " "); got != clientFails[p.name] {
				t.Errorf("fails at %q, expected %q", got, clientFails[p.name])
			}
		})
	}
}

// stepping is the command that takes one step, derived from the command that walks through the skills.
func stepping(client []string) string {
	if client[0] == "node" {
		return strings.Join(append([]string{"node", filepath.Join(filepath.Dir(client[1]), "steps.js")}, client[2:]...), " ")
	}
	return strings.Join([]string{client[0], "steps", client[2]}, " ")
}
