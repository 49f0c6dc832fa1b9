package e2e

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// An action finds its element and acts on it in one evaluation where it can, because between two
// evaluations the page could replace the element. It retries if the element does not exist yet.

// find is an expression for the first element that a selector matches.
func find(css string) string { return "document.querySelector(" + quote(css) + ")" }

// act runs a statement on the element e that an expression finds, once the page is ready and e is
// visible.
func (p *tab) act(element, do string) {
	p.t.Helper()
	p.until("(e => { if (!(" + p.ready() + ") || !e?.checkVisibility({visibilityProperty: true})) return false; " + do + "; return true })(" + element + ")")
}

// aim returns the middle of the element e, if the mouse would hit e there. It makes the page's noteAim
// record the target of the next such event, because the page may move between two evaluations.
const aim = `(e => {
	e?.scrollIntoViewIfNeeded();
	const r = e?.checkVisibility({visibilityProperty: true}) ? e.getClientRects()[0] : null;
	if (!r || !(%[3]s)) return [];
	const at = [r.x + r.width / 2, r.y + r.height / 2];
	if (document.elementFromPoint(...at)?.closest(%[1]s) !== e) return [];
	window.__aim = {css: %[1]s, kind: %[2]s, hit: "nothing"};
	return at;
})(document.querySelector(%[1]s))`

// mouse performs a mouse action over the middle of an element until an event of this kind hits it. Like a
// person, it repeats the action if the page moved or replaced the element meanwhile.
func (p *tab) mouse(css, kind string, do func(ctx context.Context, x, y float64) error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for wait := pause(0); ; wait.sleep() {
		err := p.try(ctx, css, kind, do)
		if err == nil {
			return
		}
		if ctx.Err() != nil {
			p.t.Fatalf("%s %s: %v\n%s", kind, css, err, p.scene())
		}
	}
}

var errMissed = errors.New("something else, or nothing, is where the element was")

// try is one attempt of mouse. A page that was left cannot report.
func (p *tab) try(ctx context.Context, css, kind string, do func(ctx context.Context, x, y float64) error) error {
	at, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](fmt.Sprintf(aim, quote(css), quote(kind), p.ready())))
	if err != nil {
		return err
	}
	if len(at) == 0 {
		return errMissed
	}
	if err := do(ctx, at[0], at[1]); err != nil || p.scriptless {
		return err
	}
	asked, cancel := context.WithTimeout(ctx, answered)
	defer cancel()
	if hit, err := chromedp.Run(asked, chromedp.Evaluate[string]("window.__aim?.hit ?? 'gone'")); err == nil && (hit == "another" || hit == "nothing") {
		return errMissed
	}
	return nil
}

func (p *tab) click(css string) {
	p.t.Helper()
	p.mouse(css, "click", func(ctx context.Context, x, y float64) error {
		return chromedp.Do(ctx, chromedp.MouseClickXY(x, y))
	})
}

// drag moves the mouse with its button held, from the middle of an element.
func (p *tab) drag(css string, dx float64) {
	p.t.Helper()
	p.mouse(css, "pointerdown", func(ctx context.Context, x, y float64) error {
		held := func(m *input.DispatchMouseEventParams) {
			m.Button, m.Buttons, m.ClickCount = input.MouseButtonLeft, 1, 1
		}
		return chromedp.Do(ctx, chromedp.MouseEvent(chromedp.MousePressed, x, y, held),
			chromedp.MouseEvent(chromedp.MouseMoved, x+dx, y, held), chromedp.MouseEvent(chromedp.MouseReleased, x+dx, y, held))
	})
}

func (p *tab) wheel(css string, dy float64) {
	p.t.Helper()
	p.mouse(css, "wheel", func(ctx context.Context, x, y float64) error {
		return chromedp.Do(ctx, chromedp.MouseEvent(chromedp.MouseWheel, x, y, func(m *input.DispatchMouseEventParams) { m.DeltaX, m.DeltaY = 0.1, dy }))
	})
}

// fire dispatches an event to an element, as if a pointer or the focus reached it.
func (p *tab) fire(css, kind string) {
	p.t.Helper()
	p.fireAt(find(css), kind, "")
}

// fireAt dispatches a mouse event to the element that an expression finds. more has further properties of it.
func (p *tab) fireAt(element, kind, more string) {
	p.t.Helper()
	p.until(fmt.Sprintf("(e => { if (!(%s) || !e) return false; e.dispatchEvent(new MouseEvent(%s, {bubbles: true, cancelable: true, %s})); return true })(%s)", p.ready(), quote(kind), more, element))
}

func (p *tab) focus(css string) { p.t.Helper(); p.act(find(css), "e.focus()") }

func (p *tab) selectAll(css string) { p.t.Helper(); p.act(find(css), "e.focus(); e.select()") }

// typeIn types into a field after its text. A final \r is the Enter key.
func (p *tab) typeIn(css, text string) {
	p.t.Helper()
	p.insert(find(css), "", text)
}

// typeInto replaces the text of the field that an expression finds.
func typeInto(p *tab, field, text string) {
	p.t.Helper()
	p.insert(field, "e.select();", text)
}

func (p *tab) insert(field, first, text string) {
	p.t.Helper()
	text, enter := strings.CutSuffix(text, "\r")
	p.act(field, "e.focus(); "+first+" if (document.activeElement !== e || !document.execCommand('insertText', false, "+quote(text)+")) return false")
	if enter {
		p.press("\r")
	}
}

// attach chooses a file in a file input, which pages hide behind a button.
func (p *tab) attach(css, path string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for wait := pause(0); ; wait.sleep() {
		field, err := chromedp.Run(ctx, chromedp.Evaluate[*runtime.RemoteObject](find(css)))
		if err == nil && field.ObjectID != "" {
			if _, err = chromedp.Call(ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, ObjectID: field.ObjectID}); err == nil {
				return
			}
		}
		if ctx.Err() != nil {
			p.t.Fatalf("attach %s to %s: %v\n%s", path, css, err, p.scene())
		}
	}
}

// press types on the keyboard like a person: a key whose default is prevented types nothing.
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

// choose sets a field like a person who selected or pasted a value.
func (p *tab) choose(css, value string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`(e => {
		if (!(%[3]s) || !e || (e.value = %[1]s, e.value !== %[1]s)) return false;
		for (const kind of ['input', 'change']) e.dispatchEvent(new Event(kind, {bubbles: true}));
		return true;
	})(%[2]s)`, quote(value), find(css), p.ready()))
}

// clickText clicks the first visible element that css finds and that contains the words.
func (p *tab) clickText(css, words string) {
	p.t.Helper()
	p.act(fmt.Sprintf("[...document.querySelectorAll(%s)].find(e => e.checkVisibility() && e.innerText.includes(%s))", quote(css), quote(words)), "e.click()")
}
