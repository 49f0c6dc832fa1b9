package e2e

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// click presses the mouse on an element. It looks for the element again when the page put
// another in its place meanwhile, and presses again when the page moved it away from under
// the mouse, as a person does.
func (p *tab) click(css string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for {
		err := p.pressMouse(ctx, css)
		if err == nil {
			return
		}
		if ctx.Err() != nil || !errors.Is(err, errMissed) && !strings.Contains(err.Error(), "Could not find node with given id") {
			p.t.Fatalf("click %s: %v\n%s", css, err, p.scene())
		}
	}
}

var errMissed = errors.New("something else is where the element was")

// pressMouse clicks once. A page that was left by the click has nothing to say of it.
func (p *tab) pressMouse(ctx context.Context, css string) error {
	watch := fmt.Sprintf(`(window.clickedAt = "", document.addEventListener("click",
		e => window.clickedAt = e.composedPath().some(n => n.matches?.(%s)) ? "it" : "another", {capture: true, once: true}), true)`, quote(css))
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](watch)); err != nil {
		return chromedp.Do(ctx, chromedp.Click(chromedp.CSS(css), chromedp.NodeVisible))
	}
	if err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(css), chromedp.NodeVisible)); err != nil {
		return err
	}
	asked, cancel := context.WithTimeout(ctx, answered)
	defer cancel()
	if at, err := chromedp.Run(asked, chromedp.Evaluate[string]("window.clickedAt ?? ''")); err == nil && at == "another" {
		return errMissed
	}
	return nil
}

func (p *tab) typeIn(css, text string) {
	p.t.Helper()
	p.do(chromedp.SendKeys(chromedp.CSS(css), text, chromedp.NodeVisible))
}

func (p *tab) attach(css, path string) {
	p.t.Helper()
	p.do(chromedp.SetUploadFiles(chromedp.CSS(css), []string{path}))
}

// press types on the keyboard as a person does: a key whose default is prevented
// types nothing.
func (p *tab) press(keys string, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		for _, r := range keys {
			down := *kb.Encode(r)[0]
			for _, k := range kb.Encode(r) {
				down.Text += k.Text
			}
			for _, m := range modifiers {
				down.Modifiers |= int64(m)
				down.Text = ""
			}
			up := down
			up.Type, up.Text = kb.KeyUp, ""
			for _, k := range []input.DispatchKeyEventParams{down, up} {
				if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, k); err != nil {
					return chromedp.Void{}, err
				}
			}
		}
		return chromedp.Void{}, nil
	})
}

// choose sets a select as a person does.
func (p *tab) choose(css, value string) {
	p.t.Helper()
	p.until(fmt.Sprintf("document.querySelector(%s)", quote(css)))
	if !js[bool](p, fmt.Sprintf("(s => { s.value = %s; s.dispatchEvent(new Event('input', {bubbles: true})); s.dispatchEvent(new Event('change', {bubbles: true})); return s.value === %s })(document.querySelector(%s))",
		quote(value), quote(value), quote(css))) {
		p.t.Fatalf("%s does not take %q", css, value)
	}
}

// clickText clicks the first such element with these words. It is looked for and clicked
// in one go: the page may put another in its place between two questions.
func (p *tab) clickText(css, words string) {
	p.t.Helper()
	find := fmt.Sprintf("[...document.querySelectorAll(%s)].find(e => e.checkVisibility() && e.innerText.includes(%s))", quote(css), quote(words))
	for p.until(find); !js[bool](p, "(e => { e?.click(); return !!e })("+find+")"); {
		p.until(find)
	}
}
