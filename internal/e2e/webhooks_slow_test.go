//go:build slow

package e2e

import "testing"

// TestSlowWebhookExamples: each example is one click from the empty page, and what is wrong with it
// is explained.
func TestSlowWebhookExamples(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	source := axeSource(t)
	p.visit(c.UI)
	p.clickText("#rail a", "Webhooks")
	p.at("/webhooks")
	p.sees("#hook-list", "Nothing has been pushed yet")
	p.fitsNarrow("webhooks-empty", "/webhooks")
	p.size(1280, 800)
	for _, example := range [][2]string{{"twice", "repeated an event"}, {"reversed", "out of order"}, {"forged", "7 deliveries without the registered Authorization. #1–#7."}, {"bare", "7 deliveries without the registered token. #1–#7."}, {"failing", "arrived again"}, {"late", "arrived late"}} {
		p.visit(p.origin() + "/webhooks")
		p.choose("#hook-manner", example[0])
		p.clickText(".hook-tools button", "Send an example")
		p.sees(".hook-detail", "completed", example[1])
		wide := js[[2]int](p, "['.hook-facts .scroll-x', '#hook-list'].map(s => document.querySelector(s)).map(e => e.scrollWidth - e.clientWidth)")
		p.fitsStory(1600, 1440, 1000, 560)
		p.size(1440, 500) // even with a scroll bar
		p.holds(example[0]+" at 1440", ".hooks-pane")
		p.size(1280, 800)
		if wide[0] > 0 || wide[1] > 0 {
			t.Errorf("%s at 1280: %d px of the deliveries and %d px of the list are out of sight", example[0], wide[0], wide[1])
		}
		p.shot("webhooks-" + example[0])
		if manner := js[string](p, "document.querySelector('#hook-manner').value"); manner != example[0] {
			t.Errorf("the manner was %q, and the page offers %q again", example[0], manner)
		}
	}
	p.choose("#hook-manner", "signed")
	p.clickText(".hook-tools button", "Send an example")
	p.sees(".story tr:last-child", "completed") // the detail shows the state before the row comes
	p.clickText(".story tr:last-child td:nth-child(3) a", ":")
	p.sees("#delivery", "a JWT, not checked: give the agent's keys above")
	p.until("document.querySelector('.hook-keys')")
	js[bool](p, "(document.querySelector('.hook-keys').open = true)")
	p.clickText(".hook-keys button", "Use these keys")
	p.clickText(".story tr:last-child td:nth-child(3) a", ":")
	p.sees("#delivery", "✓", "The signature is valid, for this very body")
	p.look(source, "webhooks-busy", js[string](p, "location.pathname"))
}
