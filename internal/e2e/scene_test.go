package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// watchPage makes every page count the requests for its live stream, and remember its last requests
// for the scene of a failed wait. It also makes the page report on the console what its policy
// forbade, and which patches changed nothing, about which Datastar only warns. The stream of a page
// that was just left may find nothing to patch.
var watchPage chromedp.Action[chromedp.Void] = func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: "window.__streams = 0; document.addEventListener('datastar-fetch', e => { if (e.detail.el?.id === 'live' && e.detail.type === 'started') { window.__streams++; window.__streamOf = location.pathname } });" +
			"document.addEventListener('securitypolicyviolation', e => console.error('the policy forbids ' + e.effectiveDirective + ' ' + e.blockedURI + ' ' + e.sample + ' at ' + e.sourceFile + ':' + e.lineNumber));" +
			"const warn = console.warn; console.warn = (...said) => String(said[0]).includes('NoTargetsFound') && __streamOf === location.pathname ? console.error('a patch finds no target', JSON.stringify(said[1])) : warn(...said);" +
			noteRequests + noteAim,
	})
	return chromedp.Void{}, err
}

// noteRequests keeps the results of the page's last requests and the last events of streams in
// window.__did, and the ids of what they drew in window.__drawn.
const noteRequests = `
window.__did = [];
window.__drawn = '';
{
	const note = (what) => { const n = {at: Math.round(performance.now()), what}; __did.push(n); if (__did.length > 40) __did.shift(); return n; };
	const ask = window.fetch;
	window.fetch = (...a) => {
		const n = note((a[1]?.method ?? 'GET') + ' ' + (a[0]?.url ?? a[0]) + ' is asked for');
		const to = a[0]?.url ?? a[0];
		const answer = ask(...a);
		answer.then((r) => { note(to + ' answers ' + r.status + ' after ' + (Math.round(performance.now()) - n.at) + ' ms'); }, (e) => { note(to + ' fails: ' + e); });
		return answer;
	};
	document.addEventListener('datastar-fetch', (e) => { const d = e.detail; __drawn += d.argsRaw?.elements?.match(/ id="[^"]*"/g)?.join('') ?? ''; if (d.type !== 'started') note(d.type + ' ' + JSON.stringify(d.argsRaw ?? {}).slice(0, 200)); });
	document.addEventListener('visibilitychange', () => { note('hidden ' + document.hidden); });
}`

// noteAim records what is hit by the mouse event that a test aims at an element. It runs before any
// script of the page, which may stop the event, and ignores clicks that scripts make then.
const noteAim = `
for (const kind of ['click', 'pointerdown', 'wheel']) addEventListener(kind, (e) => {
	const aim = window.__aim;
	if (e.isTrusted && aim?.kind === kind && aim.hit === 'nothing') aim.hit = e.composedPath().some((n) => n.matches?.(aim.css)) ? 'it' : 'another';
}, {capture: true, passive: true});`

// sceneOf describes the state of the page, in the page.
const sceneOf = `(() => {
	const bound = (s, n) => s.length > n ? s.slice(0, n) + '… (' + s.length + ' characters)' : s;
	const a = document.activeElement;
	return [
		'at ' + location.href + ', ' + document.readyState + (document.hidden ? ', hidden' : '') + ', for ' + Math.round(performance.now()) + ' ms, streams ' + window.__streams,
		'focus on ' + (a ? bound(a.outerHTML, 200) : 'nothing'),
		'it did:', ...(window.__did ?? []).map((d) => '  ' + d.at + ' ms: ' + d.what),
		'it shows:', bound(document.body?.innerText ?? '', 3000),
		'its HTML:', bound(document.querySelector('main')?.outerHTML ?? document.documentElement.outerHTML, 8000),
	].join('\n');
})()`

// scene describes the state of the page, to explain why a wait failed.
func (p *tab) scene() string {
	ctx, cancel := context.WithTimeout(p.ctx, 10*time.Second)
	defer cancel()
	said, err := chromedp.Run(ctx, chromedp.Evaluate[string](sceneOf))
	if err != nil {
		said = fmt.Sprintf("the page does not say how it stands: %v", err)
	}
	p.mu.Lock()
	bad := slices.Clone(p.bad)
	p.mu.Unlock()
	if len(bad) > 0 {
		said += "\nthe browser's console reports:\n" + strings.Join(bad, "\n")
	}
	return said
}
