package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// patience bounds every wait for the page. It is no measure of speed: a page
// that gets there sooner is not waited for.
const patience = 20 * time.Second

// tab is one browser tab. Its methods fail the test on any error; when the test
// ends, so does any message on the console that reports one.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// open gives the test a tab of 1440×900.
func open(t *testing.T) *tab {
	t.Helper()
	if stage.browser == nil {
		if os.Getenv("CI") != "" {
			t.Fatal("Chromium is missing: apt-get install chromium")
		}
		t.Skip("Chromium is missing: install it (apt-get install chromium) to run the browser tests")
	}
	ctx, cancel := chromedp.NewContext(stage.browser)
	p := &tab{t: t, ctx: ctx}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var bad []string
	messages, done := chromedp.Console(ctx), make(chan struct{})
	go func() {
		defer close(done)
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.IsException() || m.Type == "error" || m.Type == "assert" {
				mu.Lock()
				bad = append(bad, m.String())
				mu.Unlock()
			}
		}
	}()
	t.Cleanup(func() {
		if t.Failed() {
			p.shot("failed-" + strings.ReplaceAll(t.Name(), "/", "-"))
		}
		cancel()
		<-done
		mu.Lock()
		defer mu.Unlock()
		for _, m := range bad {
			t.Errorf("the browser's console reports: %s", m)
		}
	})
	p.size(1440, 900)
	return p
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

func (p *tab) size(width, height int64) { p.t.Helper(); p.do(chromedp.EmulateViewport(width, height)) }
func (p *tab) visit(url string)         { p.t.Helper(); p.do(chromedp.Navigate(url)) }
func (p *tab) reload()                  { p.t.Helper(); p.do(chromedp.Reload()) }
func (p *tab) click(css string) {
	p.t.Helper()
	p.do(chromedp.Click(chromedp.CSS(css), chromedp.NodeVisible))
}
func (p *tab) typeIn(css, text string) {
	p.t.Helper()
	p.do(chromedp.SendKeys(chromedp.CSS(css), text, chromedp.NodeVisible))
}
func (p *tab) attach(css, path string) {
	p.t.Helper()
	p.do(chromedp.SetUploadFiles(chromedp.CSS(css), []string{path}))
}
func (p *tab) press(keys string, o ...chromedp.KeyOption) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys, o...))
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

// js evaluates an expression in the page.
func js[T any](p *tab, expr string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expr, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expr, err)
	}
	return v
}

// until waits for an expression to become true.
func (p *tab) until(expr string) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if js[bool](p, "!!("+expr+")") {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("still not so after %v: %s\n%s", patience, expr, p.text("body"))
		}
	}
}

// sees waits until the element's text holds all words.
func (p *tab) sees(css string, words ...string) {
	p.t.Helper()
	for _, w := range words {
		p.until(fmt.Sprintf("[...document.querySelectorAll(%s)].some(e => e.innerText.includes(%s))", quote(css), quote(w)))
	}
}

// text is what a person reads in the first such element.
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

// shot saves a picture of the page where E2E_SHOTS names a folder.
func (p *tab) shot(name string) {
	dir := os.Getenv("E2E_SHOTS")
	if dir == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Logf("screenshot %s: %v", name, err)
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		p.t.Logf("screenshot %s: %v", name, err)
	}
}
