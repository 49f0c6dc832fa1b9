package e2e

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience bounds every wait for the page. It does not measure speed, because a wait ends as soon as the
// page is ready.
const patience = time.Minute

// answered bounds one evaluation in the page before it is retried.
const answered = 15 * time.Second

// tab is one browser tab. Its methods fail the test on any error. At the end of the test, unexpected
// errors on the console, including violations of the page's policy, and dialogs fail it too.
type tab struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	bad      []string
	expected []string
	allowed  []string // allowed but not required parts of errors

	scriptless bool // JavaScript is off
}

// expect names a text that an error on the console must contain. The test fails if none does: an expected
// error is asserted, not ignored.
func (p *tab) expect(words string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expected = append(p.expected, words)
}

// judge fails the test for unexpected errors, and for expected ones that did not occur.
func (p *tab) judge() {
	p.mu.Lock()
	defer p.mu.Unlock()
	seen := map[string]bool{}
	for _, m := range p.bad {
		known := slices.ContainsFunc(p.allowed, func(words string) bool { return strings.Contains(m, words) })
		for _, words := range p.expected {
			if strings.Contains(m, words) {
				known, seen[words] = true, true
			}
		}
		if !known {
			p.t.Errorf("the browser's console reports: %s", m)
		}
	}
	for _, words := range p.expected {
		if !seen[words] {
			p.t.Errorf("the browser's console was expected to report %q", words)
		}
	}
}

// reported waits until an error on the console contains the text.
func (p *tab) reported(words string) {
	p.t.Helper()
	said := func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return slices.ContainsFunc(p.bad, func(m string) bool { return strings.Contains(m, words) })
	}
	for end := time.Now().Add(patience); !said(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("the browser's console does not report %q after %v", words, patience)
		}
	}
}

// open gives the test a tab of 1440×900 in its own browser context: no other test shares its cookies, its
// storage or its window.
func open(t testing.TB) *tab {
	t.Helper()
	return openIn(t, stage.browser)
}

// openIn is open in a running browser, nil for none.
func openIn(t testing.TB, browser context.Context) *tab {
	t.Helper()
	if browser == nil {
		if os.Getenv("CI") != "" {
			t.Fatal("Chromium is missing: apt-get install chromium")
		}
		t.Skip("Chromium is missing: install it (apt-get install chromium) to run the browser tests")
	}
	return newTab(t, browser, chromedp.WithNewBrowserContext())
}

func (p *tab) another() *tab {
	p.t.Helper()
	return newTab(p.t, p.ctx)
}

func newTab(t testing.TB, parent context.Context, how ...chromedp.ContextOption) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent, how...)
	p := &tab{t: t, ctx: ctx}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	messages, dialogs := chromedp.Console(ctx), chromedp.Events(ctx, page.JavascriptDialogOpening)
	var watching sync.WaitGroup
	watching.Go(func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.IsException() || m.Type == "error" || m.Type == "assert" {
				p.report(m.String() + " " + m.URL)
			}
		}
	})
	watching.Go(func() {
		for d, err := range dialogs {
			if err != nil {
				return
			}
			p.report("a dialog: " + d.Message)
			chromedp.Call(ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{})
		}
	})
	t.Cleanup(func() {
		if t.Failed() {
			p.shot("failed-" + strings.ReplaceAll(t.Name(), "/", "-"))
		}
		cancel()
		watching.Wait()
		p.judge()
	})
	p.do(watchPage, mirrorNothing)
	p.size(1440, 900)
	return p
}

// mirrorNothing stops chromedp from keeping a copy of the page's elements, which takes half the time of a
// growing page. Actions here find their elements without it.
var mirrorNothing chromedp.Action[chromedp.Void] = func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	if _, err := cdp.Call(ctx, t, css.Disable, cdp.Empty{}); err != nil {
		return chromedp.Void{}, err
	}
	_, err := cdp.Call(ctx, t, dom.Disable, cdp.Empty{})
	return chromedp.Void{}, err
}

func (p *tab) report(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bad = append(p.bad, what)
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%v\n%s", err, p.scene())
	}
}

// size sets the size of the window in pixels, and waits until the page has it.
func (p *tab) size(width, height int64) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(width, height))
	p.until(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
}

func (p *tab) reload() { p.t.Helper(); p.do(chromedp.Reload()); p.until(p.ready()) }

// ready is an expression that is true when the page is complete and listens: what a person does
// before its scripts run is lost. Without JavaScript nothing listens.
func (p *tab) ready() string {
	if p.scriptless {
		return "document.readyState === 'complete'"
	}
	return "document.readyState === 'complete' && (!document.querySelector('#live') || window.__streams > 0)"
}

// visit opens an address, and waits until the pages on the way that sign the browser in have passed.
func (p *tab) visit(url string) {
	p.t.Helper()
	p.do(chromedp.Navigate(url))
	p.until(p.ready() + " && !document.querySelector('body.passing')")
}

// at waits for the page to be at a path.
func (p *tab) at(path string) {
	p.t.Helper()
	p.until("location.pathname === " + quote(path) + " && " + p.ready())
}

// dark asks for the dark or the light scheme.
func (p *tab) dark(on bool) {
	p.t.Helper()
	value := "light"
	if on {
		value = "dark"
	}
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}},
		})
		return chromedp.Void{}, err
	})
}

func js[T any](p *tab, expr string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expr, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v\n%s", expr, err, p.scene())
	}
	return v
}

// until waits for an expression to become true. While the page navigates to another address, the answer
// counts as false; an evaluation that the page left unanswered is repeated.
func (p *tab) until(expr string) {
	p.t.Helper()
	if _, err := poll(p, "!!("+expr+")", func(so bool) bool { return so }); err != nil {
		p.t.Fatalf("still not so after %v: %s (%v)\n%s", patience, expr, err, p.scene())
	}
}

// errNotSo means that the page answered, but never as required.
var errNotSo = errors.New("it is not so")

// poll evaluates an expression until the answer is accepted, and returns the last answer.
func poll[T any](p *tab, expr string, will func(T) bool) (T, error) {
	end := time.Now().Add(patience)
	for wait := pause(0); ; wait.sleep() {
		ctx, cancel := context.WithTimeout(p.ctx, answered)
		answer, err := chromedp.Run(ctx, chromedp.Evaluate[T](expr, chromedp.EvalAwaitPromise))
		cancel()
		if err == nil && will(answer) {
			return answer, nil
		}
		if time.Now().After(end) {
			return answer, cmp.Or(err, errNotSo)
		}
	}
}

// clear waits until an expression for what is wrong with the page is an empty string. A page with a new
// size or new content takes time for its layout.
func (p *tab) clear(where, wrong string) {
	p.t.Helper()
	if out, err := poll(p, wrong, func(out string) bool { return out == "" }); err != nil {
		p.t.Errorf("%s: %s (%v)", where, out, err)
	}
}

// holds waits until an element is wide enough for its content.
func (p *tab) holds(where, css string) {
	p.t.Helper()
	p.clear(where+": "+css+" scrolls sideways", "(e => e.scrollWidth > e.clientWidth ? e.scrollWidth + ' in ' + e.clientWidth : '')("+find(css)+")")
}

// pause is the delay before the page is polled again. It grows, because polling takes time from the page.
type pause time.Duration

func (w *pause) sleep() {
	*w = min(2**w+pause(4*time.Millisecond), pause(60*time.Millisecond))
	time.Sleep(time.Duration(*w))
}

// sees waits until the element's text contains all words.
func (p *tab) sees(css string, words ...string) {
	p.t.Helper()
	for _, w := range words {
		p.until(fmt.Sprintf("[...document.querySelectorAll(%s)].some(e => e.innerText.includes(%s))", quote(css), quote(w)))
	}
}

// text is the visible text of the first element that css finds.
func (p *tab) text(css string) string {
	p.t.Helper()
	return js[string](p, fmt.Sprintf("(document.querySelector(%s)?.innerText ?? '')", quote(css)))
}

func (p *tab) count(css string) int {
	p.t.Helper()
	return js[int](p, fmt.Sprintf("document.querySelectorAll(%s).length", quote(css)))
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// shot saves a screenshot of the page if E2E_SHOTS names a folder.
func (p *tab) shot(name string) {
	dir := os.Getenv("E2E_SHOTS")
	if dir == "" {
		return
	}
	png := p.capture()
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		p.t.Logf("screenshot %s: %v", name, err)
	}
}

// judgePart runs axe on a part of the page in a state that no other test reaches. The page around it is
// checked where it is fullest.
func (p *tab) judgePart(css, where string) {
	p.t.Helper()
	p.accessibleIn(find(css), axeSource(p.t.(*testing.T)), where, "")
}

const ctrl = chromedp.ModifierCtrl

const arrowDown = kb.ArrowDown

var back chromedp.Action[chromedp.Void] = func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	_, err := chromedp.Evaluate[bool]("(history.back(), true)")(ctx, t)
	return chromedp.Void{}, err
}

func (p *tab) origin() string { p.t.Helper(); return js[string](p, "location.origin") }

// streams waits until the page's live stream is open.
func (p *tab) streams() {
	p.t.Helper()
	p.until("window.__streams > 0")
}

// drawn waits until the page's live stream has drawn the element with this id, or id prefix. What was
// opened or selected there before may be redrawn.
func (p *tab) drawn(id string) {
	p.t.Helper()
	p.until("window.__drawn.includes(" + quote(` id="`+id) + ")")
}

// capture is a screenshot of the window; nil if none can be taken.
func (p *tab) capture() []byte {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Logf("take a picture: %v", err)
	}
	return png
}

// may allows console errors that contain the words.
func (p *tab) may(words string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.allowed = append(p.allowed, words)
}
