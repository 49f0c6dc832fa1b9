//go:build slow

package e2e

import "testing"

// TestSlowEmptyScreens: axe finds nothing on the pages of a record with nothing on it, whose
// templates package ui judges in process.
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

// TestSlowContrast: axe finds no faint text as it is drawn, in either scheme. What package
// static judges by the tokens alone is proved here to be all there is.
func TestSlowContrast(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
	c, p := fillAll(t)
	p.expect("/no-such-page")
	for _, s := range allScreens(t, c) {
		if s.within == "" {
			continue
		}
		p.visit(p.origin() + s.at)
		p.until("document.readyState === 'complete' && document.querySelector('main')")
		for _, dark := range []bool{false, true} {
			p.dark(dark)
			p.accessibleIn(partOf(s.within), source, s.at, "color-contrast")
		}
		p.dark(false)
	}
}
