package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestSequenceAndCompare draws the calls of an outside client, steps through them, sends one again and
// compares the two.
func TestSequenceAndCompare(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	outside(t, c.Taps[0].URL, "1.0", "first", "tell me a joke", true)
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.visit(p.origin() + "/traffic?view=sequence")
	p.streams()
	p.until("document.querySelectorAll('.plot a.hop').length === 1")
	p.press("p")
	p.sees("#seq-caption", "sends a message")
	p.until("document.querySelectorAll('[data-step].later').length > 2")
	before := "document.querySelectorAll('[data-step].later').length"
	p.until(before + " === document.querySelectorAll('[data-step]').length - 1")
	p.press(kb.ArrowRight)
	p.until(before + " === document.querySelectorAll('[data-step]').length - 2")
	p.press(kb.Escape)
	p.until("document.querySelectorAll('[data-step].later').length === 0")
	outside(t, c.Taps[0].URL, "1.0", "second", "hello", false)
	p.until("document.querySelectorAll('.plot a.hop').length === 2")

	p.visit(p.origin() + "/traffic")
	p.click("[data-row] td:nth-child(4)")
	p.clickText("#detail-head button", "Re-send")
	p.sees("#detail-head", "repeats")
	p.clickText("#detail-head a", "Compare with it")
	p.sees("#compare", "no differences")
	p.judgePart("main", "two exchanges without a difference")
	p.fits("two exchanges without a difference")
}
