package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// TestTLSIsPartOfTheStatus: scripts and people see how TLS is configured, above all that nothing is
// verified.
func TestTLSIsPartOfTheStatus(t *testing.T) {
	a := auth.Account{Agent: "https://a.example:443", TLS: &auth.TLSState{Client: "joe", Insecure: true, Remembered: true}}
	for _, json := range []bool{false, true} {
		var out, errs bytes.Buffer
		p := &stdio.Streams{Stdout: &out, Stderr: &errs, JSON: json}
		some, err := printAccount(p, a)
		text := errs.String()
		if json {
			text = out.String()
		}
		if !some || err != nil || !strings.Contains(text, "client certificate joe") || !strings.Contains(text, "certificate not verified") {
			t.Errorf("json %v: %v %v, %q", json, some, err, text)
		}
	}
	if some, _ := printAccount(&stdio.Streams{Stdout: new(bytes.Buffer), Stderr: new(bytes.Buffer)}, auth.Account{Agent: "https://b.example:443"}); some {
		t.Error("nothing is something")
	}
}
