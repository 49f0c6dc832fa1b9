package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// clickAt clicks a point of the window, whatever is there.
func (p *tab) clickAt(x, y float64) {
	p.t.Helper()
	p.do(chromedp.MouseClickXY(x, y))
}

// TestDialogs opens help and palette by their buttons: they are modal, close by Escape and by a click
// outside, and restore the focus. The palette opens empty.
func TestDialogs(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.until("document.querySelector('h1')")
	for dialog, button := range map[string]string{"#help": "#rail [commandfor=help]", "#palette": "#bar [commandfor=palette]"} {
		shown := "document.querySelector('" + dialog + "').matches(':modal')"
		for i, close := range []func(){func() { p.press("\x1b") }, func() { p.clickAt(1430, 890) }} {
			p.click(button)
			p.until(shown)
			if i == 0 {
				p.judgePart(dialog, "a dialog")
			}
			close()
			p.until("!" + shown + " && document.activeElement === document.querySelector('" + button + "')")
		}
	}
	const listed = "document.querySelectorAll('#palette-list a').length"
	p.click("#bar [commandfor=palette]")
	p.until("document.activeElement.id === 'palette-input' && " + listed + " > 5")
	p.press("no such thing")
	p.sees("#palette-list", "Nothing has that name or id")
	p.press("\x1b")
	p.press("k", ctrl)
	p.until("document.activeElement.id === 'palette-input' && document.activeElement.value === '' && " + listed + " > 5")
	p.press("keys")
	p.sees("#palette-list a[aria-selected=true]", "Keys and help")
	p.press("\r")
	p.until("!document.querySelector('#palette').open && document.querySelector('#help').matches(':modal')")
}
