//go:build slow

package e2e

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// hiddenAlways makes the pages of a tab believe that it is in the background, because a headless
// browser has no background.
var hiddenAlways chromedp.Action[chromedp.Void] = func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: "Object.defineProperty(document, 'hidden', {value: true})",
	})
	return chromedp.Void{}, err
}

// TestSlowManyTabs: tabs in the background use none of the six connections that a browser allows for a
// host.
func TestSlowManyTabs(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.streams()
	for range 8 {
		p.another().do(hiddenAlways, chromedp.Navigate(p.origin()+"/traffic"))
	}
	second := p.another()
	second.visit(p.origin() + "/agents")
	second.sees("h1", "Agents")
	second.visit(p.origin() + "/traffic")
	second.streams()
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	for _, each := range []*tab{p, second} {
		each.until("document.querySelectorAll('[data-row]').length === 1")
	}
}

// TestSlowFlood: a stream of 100,000 events leaves the tab usable, and all of them are counted.
func TestSlowFlood(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.send("slow 100000 chunks every 0 size 20")
	p.sees("#gutter-head", "working")
	p.until("document.querySelectorAll('#gutter-rows .ev').length > 2")
	theme := "document.documentElement.dataset.theme ?? ''"
	before := js[string](p, theme)
	p.clickText("#rail button", "Theme")
	p.until(theme + " !== " + quote(before))
	p.clickText("#rail button", "Theme")
	p.until(theme + " === " + quote(before))
	const head = "document.querySelector('#gutter-head').innerText"
	for said := ""; !strings.Contains(said, "completed"); said = js[string](p, head) {
		p.until(head + " !== " + quote(said)) // patience bounds each step, however many there are
	}
	p.sees("#gutter-head", "completed", "100,00")
	p.sees("#gutter-end", "Ended by the agent")
	p.until("document.querySelectorAll('*').length < 20000")
	p.shot("flood")
	p.typeIn("#composer textarea", "still here")
	p.reload()
	p.sees("#gutter-head", "100,00")
}

// TestSlowPickOutlivesRows: rows dropped from a full list, and rows that a filter hides, stay selected,
// and actions apply to all selected rows.
func TestSlowPickOutlivesRows(t *testing.T) {
	t.Parallel()
	c, call := busyAgent(t)
	p := open(t)
	call(2)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.streams()
	ids := js[string](p, "[...document.querySelectorAll('[data-row] [data-visit]')].map(a => a.pathname.split('/')[2]).join(' ')")
	p.press("j")
	p.press("x")
	p.press("j")
	p.press("x")
	p.sees("#picked", "2 selected", "Compare")
	call(500)
	p.until("![...document.querySelectorAll('[data-row] [data-visit]')].some(a => '" + ids + "'.includes(a.pathname.split('/')[2]))")
	p.sees("#picked", "2 selected, 2 not shown", "Compare")
	if got := js[string](p, "document.querySelector('#picked [name=ids]').value"); got != ids {
		t.Errorf("selected are %s, want %s", got, ids)
	}
	p.fireAt(find("[data-row] td:nth-child(4)"), "click", "ctrlKey: true")
	p.sees("#picked", "3 selected, 2 not shown")
	p.clickText("#picked button", "Save selected as session")
	p.until("location.search.startsWith('?q=session') && document.querySelectorAll('[data-row]').length === 3")
}
