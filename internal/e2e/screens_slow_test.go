//go:build slow

package e2e

import "testing"

// TestSlowEmptyScreens: axe finds nothing on the pages of an empty record. Package ui tests their
// templates in process.
func TestSlowEmptyScreens(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.until("document.querySelector('h1')")
	for _, at := range []string{"/", "/traffic", "/traffic?view=tasks", "/traffic?view=sequence", "/compose", "/agents", "/sessions", "/webhooks", "/intercept", "/checks", "/replays"} {
		p.look(source, "empty", at)
	}
}
