package proxy

import (
	"context"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestWhoseFaultItIs: a lack of resources on this machine, and calls that the console ends itself, are not
// blamed on the agent.
func TestWhoseFaultItIs(t *testing.T) {
	t.Parallel()
	ended, end := context.WithCancel(t.Context())
	end()
	dial := func(e syscall.Errno) error {
		return &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("socket", e)}
	}
	for name, c := range map[string]struct {
		ctx    context.Context
		left   string
		err    error
		status int
		says   string
	}{
		"files":      {t.Context(), "", dial(syscall.EMFILE), 503, "raise the limit (ulimit -n)"},
		"all files":  {t.Context(), "", dial(syscall.ENFILE), 503, "This machine has no room"},
		"ports":      {t.Context(), "", dial(syscall.EADDRNOTAVAIL), 503, "This machine has no room"},
		"memory":     {t.Context(), "", dial(syscall.ENOBUFS), 503, "This machine has no room"},
		"own call":   {ended, (&flow{}).describeCallerLeft(), context.Canceled, 502, "The console's call was canceled before"},
		"its client": {ended, (&flow{in: &inbound{}}).describeCallerLeft(), context.Canceled, 502, "The client disconnected before"},
	} {
		f := newFailure(c.ctx, c.left, "http://agent.example", c.err)
		if f.Status != c.status || !strings.HasPrefix(f.Problem, c.says) && !strings.Contains(f.Problem, c.says) || strings.Contains(f.Problem, "agent's log") {
			t.Errorf("%s: %d %s %q", name, f.Status, f.Outcome, f.Problem)
		}
		if c.status == 503 && (f.Outcome != wire.Unreachable || !strings.Contains(f.Problem, "not the agent's fault")) {
			t.Errorf("%s: %s %q", name, f.Outcome, f.Problem)
		}
	}
}
