package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestJSONByKeyboard (tree.js): a document is one stop, from which the arrows lead on.
func TestJSONByKeyboard(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "one", "tell me a joke", false)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.visit(p.origin() + js[string](p, "document.querySelector('[data-row] .c-time a').pathname") + "?tab=response")
	const lines = "[...document.querySelectorAll('#detail-body .json summary.ln')]"
	const stops = lines + ".filter(l => l.tabIndex >= 0).length"
	p.until(lines + ".length > 3 && " + stops + " === 1")
	at := func(n string) string { return lines + ".indexOf(document.activeElement) === " + n }
	js[bool](p, "("+lines+"[0].focus(), true)")
	p.press(kb.ArrowDown)
	p.until(at("1") + " && " + stops + " === 1")
	p.press(kb.ArrowLeft)
	p.until(at("1") + " && !document.activeElement.parentElement.open")
	p.press(kb.ArrowLeft)
	p.until(at("0"))
	p.press(kb.ArrowDown)
	p.press(kb.ArrowRight)
	p.until(at("1") + " && document.activeElement.parentElement.open")
	p.press(kb.ArrowRight)
	p.until(at("2"))
	p.press(kb.Home)
	p.until(at("0"))
	p.press(kb.End)
	p.until(at(lines + ".length - 1"))
	p.press(kb.ArrowUp)
	p.until(at(lines + ".length - 2"))
}
