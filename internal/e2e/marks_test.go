package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPinsAndNotes marks an exchange on its page: its row shows that, the filter finds it, and a note
// being written stays with its exchange.
func TestPinsAndNotes(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "one", "tell me a joke", false)
	outside(t, c.Taps[0].URL, "1.0", "two", "hello", false)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.click("[data-row]:nth-child(2) td:nth-child(4)")
	p.clickText("#exchange-marks button", "Pin")
	p.until("document.querySelector('#exchange-marks button[aria-pressed=true]') !== null")
	p.until("document.querySelectorAll('[data-row] .said-mark').length === 1")
	p.click("#exchange-marks summary")
	p.typeIn("#exchange-marks textarea", "the joke they liked")
	p.click("[data-row]:nth-child(1) td:nth-child(4)")
	p.until("document.querySelector('#exchange-marks button[aria-pressed=false]') !== null")
	p.click("#exchange-marks summary")
	p.until("document.querySelector('#exchange-marks textarea').value === ''")
	p.click("[data-row]:nth-child(2) td:nth-child(4)")
	p.until("document.querySelector('#exchange-marks button[aria-pressed=true]') !== null")
	p.sees(".note-shown", "the joke they liked") // text is saved when the field loses the focus
	p.click("#exchange-marks summary")
	p.until("document.activeElement === document.querySelector('#exchange-marks textarea')")
	p.typeIn("#exchange-marks textarea", "and told again")
	p.press(kb.Enter, chromedp.ModifierCtrl)
	p.sees(".note-shown", "the joke they liked", "and told again")
	p.until("document.querySelectorAll('[data-row]:nth-child(2) .said-mark').length === 2")
	p.judgePart("#exchange-marks", "a marked exchange")
	p.fits("a marked exchange")
	p.shot("marks")
	p.visit(p.origin() + "/traffic?q=is:pinned+note:liked")
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.reload()
	p.click("[data-row] td:nth-child(4)")
	p.clickText("#exchange-marks button", "Pinned")
	p.until("document.querySelector('#exchange-marks button[aria-pressed=false]') !== null")
}
