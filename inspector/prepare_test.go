package inspector

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// TestGenerationsArePrepared: a call that names a generation is written in versions that have them, and refused in others,
// where it would mean something else.
func TestGenerationsArePrepared(t *testing.T) {
	c := &Client{}
	n := int64(4)
	message := &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "go"}}}
	for _, call := range []*a2a.Call{
		{Op: a2a.GetTask, TaskID: "t", CurrentGeneration: &n}, {Op: a2a.SendMessage, Message: message, IfGenerationMatch: &n},
	} {
		for _, v := range registry.Drafts() {
			p, err := c.Prepare(Target{Endpoint: "http://127.0.0.1:9/", Version: v.Version()}, call)
			if err != nil || !strings.Contains(string(p.Body), `Generation`) || len(p.Losses) > 0 {
				t.Errorf("%s: %s, %v, %v", v.Version(), p.Body, p.Losses, err)
			}
		}
		for _, v := range registry.Versions() {
			if _, err := c.Prepare(Target{Endpoint: "http://127.0.0.1:9/", Version: v.Version()}, call); err == nil || !strings.Contains(err.Error(), "a task has no generations in A2A "+string(v.Version())) {
				t.Errorf("%s: %v", v.Version(), err)
			}
		}
	}
}
