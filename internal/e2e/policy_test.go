package e2e

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// onLoad runs a script in the page itself when it is loaded. What a test evaluates is exempt from the
// page's policy, but what the page runs is not.
func onLoad(script string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: "addEventListener('load', () => {" + script + "})",
		})
		return chromedp.Void{}, err
	}
}

// TestPolicyLetsNoTextRun: no text becomes code on a page, neither by means of the language nor of the
// library that runs the expressions.
func TestPolicyLetsNoTextRun(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.do(onLoad("try { Function('1')(); window.__made = 'code' } catch (e) { window.__made = e.name }"))
	p.expect("the policy forbids script-src eval")
	p.visit(c.UI)
	p.streams()
	if got := js[string](p, "window.__made"); got != "EvalError" {
		t.Errorf("Function('1') in the page: %s", got)
	}
	if got := js[string](p, "fetch(location.href).then(r => r.headers.get('Content-Security-Policy'))"); !strings.Contains(got, "script-src 'self';") || strings.Contains(got, "unsafe") {
		t.Errorf("the policy is %s", got)
	}

	// One of our expressions runs, wherever it comes from.
	p.expect("This expression is not one of the console and is not run: window.__pwned = 1")
	p.expect("This expression is not one of the console and is not run: window.__pwned = 2")
	js[bool](p, `(document.querySelector('main').insertAdjacentHTML('beforeend',
		'<button id="foreign" data-init="window.__pwned = 1" data-on:click="window.__pwned = 2">foreign</button>' +
		'<button id="own" data-url="/sessions/pause" data-on:click="@post(el.dataset.url)">own</button>'), true)`)
	p.click("#foreign")
	p.click("#own")
	p.sees("#recording", "Paused")

	// Signals that are not JSON cause an error and do not run.
	p.expect("is not valid JSON")
	js[bool](p, `(addEventListener('error', () => { window.__heard = true }), setTimeout(() => document.dispatchEvent(new CustomEvent('datastar-fetch', {detail: {type: 'datastar-patch-signals', el: document.body, argsRaw: {signals: '(window.__pwned = 3)'}}}))), true)`)
	p.until("window.__heard")
	p.harmless("a page with foreign expressions")
}
