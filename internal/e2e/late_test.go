package e2e

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// holdStream delays the request for the next page's live stream, as on a busy machine, until the returned
// function is called.
func (p *tab) holdStream() (release func()) {
	p.t.Helper()
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `{
			const ask = window.fetch, held = new Promise((r) => { window.__release = r; });
			window.fetch = async (...a) => { if (new URL(a[0]?.url ?? a[0], location).pathname.startsWith('/live/')) await held; return ask(...a); };
		}`})
		return chromedp.Void{}, err
	})
	return func() { p.t.Helper(); js[bool](p, "(__release(), true)") }
}

// TestPartAddedBeforeTheStreamOpened: a part that is added as soon as the page is there appears when the
// page's stream opens.
func TestPartAddedBeforeTheStreamOpened(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	release := p.holdStream()
	p.compose(c, "1.0")
	p.typeIn("#composer .edit-text textarea", "kept")
	p.add("Data")
	p.until("__did.some(d => /\\/data\\?.* answers 204/.test(d.what))")
	if n := p.count("#composer .edit-data"); n != 0 {
		t.Fatalf("the stream is not held: %d editors", n)
	}
	release()
	p.until("document.querySelector('#composer .edit-data')")
	p.until("document.querySelector('#composer .edit-text textarea').value === 'kept'")
}

// TestUnfoldedBeforeTheStreamOpened: what was expanded on Start stays expanded when the stream draws it.
func TestUnfoldedBeforeTheStreamOpened(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	release := p.holdStream()
	p.visit(c.UI)
	p.at("/start")
	p.click("#call-it summary")
	p.until("document.querySelector('#call-it').open")
	release()
	outside(t, c.Taps[0].URL, "1.0", "m", "hello", false)
	p.sees("#call-state", "Last call", "SendMessage")
}
