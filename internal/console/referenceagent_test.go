package console

import (
	"net"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent"
)

func referenceAgent(t *testing.T, drafts ...*version.Version) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	a := agent.New(agent.Options{URL: Origin(l), Drafts: drafts})
	s := NewServer(testEnv{}, a)
	s.Serve(l)
	t.Cleanup(func() {
		a.Close()
		if err := s.Shutdown(); err != nil {
			t.Error(err)
		}
	})
	return Origin(l)
}
