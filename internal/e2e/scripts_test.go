package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What the pages' own JavaScript does, where no story of another test comes by:
// a test for each module of static/js.

// fire lets an element have an event as if a pointer or the focus came to it.
func (p *tab) fire(css, kind string) {
	p.t.Helper()
	p.until("document.querySelector(" + quote(css) + ")")
	js[bool](p, fmt.Sprintf("document.querySelector(%s).dispatchEvent(new MouseEvent(%s, {bubbles: true, cancelable: true}))", quote(css), quote(kind)))
}

// drag moves the mouse with its button held, from the middle of an element.
func (p *tab) drag(css string, dx float64) {
	p.t.Helper()
	at := js[[]float64](p, fmt.Sprintf("(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(%s).getBoundingClientRect())", quote(css)))
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		x := at[0]
		for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseMoved, input.DispatchMouseEventTypeMouseReleased} {
			if kind != input.DispatchMouseEventTypeMousePressed {
				x = at[0] + dx
			}
			m := input.DispatchMouseEventParams{Type: kind, X: x, Y: at[1], Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1}
			if _, err := cdp.Call(ctx, t, input.DispatchMouseEvent, m); err != nil {
				return chromedp.Void{}, err
			}
		}
		return chromedp.Void{}, nil
	})
}

// oneExchange records an exchange and opens its page in a view.
func (p *tab) oneExchange(c *program, view string) {
	p.t.Helper()
	outside(p.t, c.Taps[0].URL, "1.0", "one", "tell me a joke", true)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.visit(p.origin() + js[string](p, "document.querySelector('[data-row] .c-time a').pathname") + "?" + view)
	p.until("document.querySelector('#detail-body')")
}

// TestFindInBody (find.js): all matches are marked and counted, Enter goes through
// them in a ring.
func TestFindInBody(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.oneExchange(c, "tab=response")
	p.typeIn("input[data-find]", "taskid")
	want := js[int](p, "document.querySelector('#body-text').textContent.toLowerCase().split('taskid').length - 1")
	if want < 2 {
		t.Fatalf("the body has %d matches", want)
	}
	found := func(words string) {
		t.Helper()
		p.until(fmt.Sprintf("document.querySelector('[data-found]').textContent === %s && CSS.highlights.get('found').size === %d", quote(words), want))
	}
	found(fmt.Sprint(want))
	p.press("\r")
	found(fmt.Sprintf("1 of %d", want))
	p.press("\r", chromedp.ModifierShift)
	found(fmt.Sprintf("%d of %d", want, want))
	p.until("CSS.highlights.get('found-now').size === 1")
	p.press("x")
	p.until("CSS.highlights.get('found').size === 0 && document.querySelector('[data-found]').textContent === '0'")
}

// TestSplitter (split.js, remember.js, theme.js): the border moves by key and mouse
// between its bounds, stays where it was put, and goes back on a double click.
func TestSplitter(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.oneExchange(c, "tab=reading")
	const split = "document.documentElement.style.getPropertyValue('--split')"
	js[bool](p, "(document.querySelector('[data-split]').focus(), true)")
	p.press(kb.ArrowRight)
	p.until(split + " === '44%' && document.querySelector('[data-split]').getAttribute('aria-valuenow') === '44'")
	p.press(kb.ArrowLeft)
	p.until(split + " === '42%'")
	p.drag("[data-split]", -100)
	p.until("parseFloat(" + split + ") < 40")
	moved := js[string](p, split)
	p.reload()
	p.until("document.querySelector('[data-split]') && " + split + " === " + quote(moved))
	p.drag("[data-split]", -2000)
	p.until(split + " === '20%'")
	p.fire("[data-split]", "dblclick")
	p.until(split + " === '' && localStorage.getItem('split') === null")
}

// TestCopy (copy.js): a value, or what is at an address, goes to the clipboard, and
// the button says so.
func TestCopy(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.oneExchange(c, "tab=response")
	// The clipboard belongs to the machine; what is asked of it is noted.
	js[bool](p, "(navigator.clipboard.writeText = async (text) => { window.__copied = text }, true)")
	p.click("#detail [data-copy]")
	p.until("window.__copied === document.querySelector('#detail [data-copy]').dataset.copy && document.querySelector('#said:popover-open')?.textContent === 'Copied'")
	p.click("#detail-body [data-copy-url]")
	p.until("fetch(document.querySelector('#detail-body [data-copy-url]').dataset.copyUrl).then(r => r.text()).then(raw => raw.length > 100 && raw === window.__copied)")
}

// TestArrivals (list.js): what arrives above while somebody reads further down is
// counted, not scrolled to; End goes there.
func TestArrivals(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.size(1440, 400)
	outside(t, c.Taps[0].URL, "1.0", "first", "tell me a joke", false)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.streams()
	for i := range 23 {
		outside(t, c.Taps[0].URL, "1.0", fmt.Sprint("m", i), "tell me a joke", false)
	}
	p.until("document.querySelectorAll('[data-row]').length === 24 && document.querySelector('#arrived').hidden")
	const box = "document.querySelector('[data-list]').closest('[data-follow]')"
	js[bool](p, "("+box+".scrollTop = 200, true)")
	p.until(box + ".scrollTop > 100 && document.querySelector('#live').dataset.shown.split(' ').length === 3") // held, not only scrolled
	for i := range 2 {
		outside(t, c.Taps[0].URL, "1.0", fmt.Sprint("late", i), "tell me a joke", false)
		p.until(fmt.Sprintf("!document.querySelector('#arrived').hidden && document.querySelector('#arrived').innerText.includes('%d new') && %s.scrollTop > 100", i+1, box))
	}
	p.press(kb.End)
	p.until(box + ".scrollTop === 0 && document.querySelector('#arrived').hidden")
}

// TestFollowTheEnd (follow.js): the events stay at their end while they grow, whatever
// the page itself scrolls; the person's wheel and keys let go, what came since is
// counted, and End or the button goes back to following.
func TestFollowTheEnd(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "Puppet", "recite")
	c, p := serve(t), open(t)
	p.size(1440, 500)
	p.meet(c, agent, "1.0")
	p.send("recite")
	<-agent.called
	agent.events <- agent.begin()
	const box, button = "document.querySelector('#gutter-rows')", "document.querySelector('[data-below=gutter-rows]')"
	n, states := 1, []string{"working", "submitted"}
	grow := func(more int) {
		t.Helper()
		for range more {
			agent.events <- agent.status(states[n%2], false)
			n++
		}
		p.sees("#gutter-head", fmt.Sprint(n, " events"))
	}
	end := box + ".scrollHeight - " + box + ".scrollTop - " + box + ".clientHeight < 2 && " + button + ".hidden"
	away := box + ".scrollHeight - " + box + ".scrollTop - " + box + ".clientHeight > 60"
	grow(40)
	p.until(box + ".scrollHeight > 2 * " + box + ".clientHeight && " + end)
	js[bool](p, "("+box+".scrollTop = 0, true)") // not the person's doing
	grow(5)
	p.until(end)

	p.wheel("#gutter-rows", -200)
	p.until(away)
	grow(5)
	p.until(away + " && " + button + ".innerText.includes('5 new')")
	p.press(kb.Escape)
	p.press(kb.End)
	p.until(end)
	grow(5)
	p.until(end)

	js[bool](p, "("+box+".focus(), true)")
	p.press(kb.PageUp)
	p.until(away)
	grow(3)
	p.until(button + ".innerText.includes('3 new')")
	p.click("[data-below=gutter-rows]")
	p.until(end)
	grow(2)
	p.until(end)
	agent.events <- ""
}

// wheel turns the wheel over the middle of an element.
func (p *tab) wheel(css string, dy float64) {
	p.t.Helper()
	at := js[[]float64](p, "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('"+css+"').getBoundingClientRect())")
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventTypeMouseWheel, X: at[0], Y: at[1], DeltaX: 0.1, DeltaY: dy})
		return chromedp.Void{}, err
	})
}

// TestMarks (talk.js): a piece and the events that it was made of point to each other.
func TestMarks(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.send("tell me a joke")
	p.sees(".turn header", "completed")
	const piece = ".turn [data-rows-from]"
	p.fire(piece, "mouseover")
	from := js[int](p, "+document.querySelector('"+piece+"').dataset.rowsFrom")
	p.until(fmt.Sprintf("document.querySelector('#gutter #ev-%d.linked') && [...document.querySelectorAll('#gutter [data-row]')].some(e => !e.matches('.linked'))", from))
	p.fire("#turns", "mouseover")
	p.until("!document.querySelector('.linked')")
	p.fire(fmt.Sprintf("#gutter #ev-%d", from), "mouseover")
	p.until("document.querySelector('" + piece + ".linked')")
}

// TestTimesRunOn (clock.js): what is still under way counts on in the page, without
// anything from the server.
func TestTimesRunOn(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "Patient", "wait")
	c, p := serve(t), open(t)
	p.meet(c, agent, "1.0")
	p.send("wait")
	<-agent.called
	agent.events <- agent.begin()
	p.visit(p.origin() + "/traffic")
	p.streams()
	const open = "document.querySelector('[data-row] [data-since-ms]')"
	p.until(open)
	js[bool](p, "(document.querySelector('[data-row]').__patched = 0, new MutationObserver(l => { if (l.some(c => c.target.nodeType === 1 && !c.target.matches('[data-since-ms]'))) document.querySelector('[data-row]').__patched++ }).observe(document.querySelector('[data-list]'), {subtree: true, childList: true}), true)")
	first := js[string](p, open+".textContent")
	for range 2 {
		p.until(open + ".textContent !== " + quote(first))
		if first = js[string](p, open+".textContent"); !strings.HasSuffix(first, " s") {
			t.Errorf("the time reads %q", first)
		}
	}
	if n := js[int](p, "document.querySelector('[data-row]').__patched"); n > 0 {
		t.Errorf("the server drew the list %d times meanwhile", n)
	}
	agent.events <- ""
	p.until("!" + open)
}

// TestDropOneFile (import.js): files over the page are announced; several at once
// are refused with a reason.
func TestDropOneFile(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.until("document.querySelector('h1')")
	drag := func(kind string) {
		t.Helper()
		js[bool](p, `(() => { const d = new DataTransfer(); for (const n of ['a.jsonl', 'b.jsonl']) d.items.add(new File(['x'], n));
			document.body.dispatchEvent(new DragEvent('`+kind+`', {dataTransfer: d, bubbles: true, cancelable: true})); return true })()`)
	}
	drag("dragover")
	p.until("document.body.hasAttribute('data-dropping')")
	drag("dragleave")
	p.until("!document.body.hasAttribute('data-dropping')")
	drag("dragover")
	drag("drop")
	p.sees("#notice", "One file at a time.", "Drop them one after the other.")
	p.until("!document.body.hasAttribute('data-dropping')")
	p.click("#notice button")
	p.until("document.querySelector('#notice').children.length === 0")
	if n := len(c.sessions(t)); n != 1 {
		t.Errorf("%d sessions are on record", n)
	}
}

// TestSequenceSaysWhatIsPointedAt (sequence.js).
func TestSequenceSaysWhatIsPointedAt(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.oneExchange(c, "")
	p.visit(p.origin() + "/traffic?view=sequence")
	p.fire("[data-sequence] .hop", "mouseover")
	p.until("document.querySelector('#seq-caption').textContent.length > 10")
	p.until("[...document.querySelectorAll('[data-sequence] .hop')].some(h => [h.dataset.spoken, ...[...h.querySelectorAll('[data-step]')].map(s => s.dataset.say)].includes(document.querySelector('#seq-caption').textContent))")
	p.fire("[data-sequence] [data-step]", "mouseover")
	p.until("document.querySelector('#seq-caption').textContent === document.querySelector('[data-sequence] [data-step]').dataset.say")
}

// TestLinesOpenEvents (events.js, visit.js): an event opens by a click and by Enter.
func TestLinesOpenEvents(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.oneExchange(c, "tab=events")
	p.until("document.querySelectorAll('[data-event-url] .ev[data-from]:not(.ev-pause)').length > 1")
	js[bool](p, "window.__same = true")
	p.fire("[data-event-url] .ev[data-from='1']", "click")
	p.until("location.search.includes('event=1') && !document.querySelector('[data-event-url]')")
	p.do(back)
	p.until("!location.search.includes('event=') && document.querySelector(\"[data-event-url] .ev[data-from='2']\")")
	js[bool](p, "document.querySelector(\"[data-event-url] .ev[data-from='2']\").dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))")
	p.until("location.search.includes('event=2') && window.__same")
}

// TestGroupsChangePlaces (order.js): a task that has something new moves to the top
// as the element that it was, open as somebody left it.
func TestGroupsChangePlaces(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	for _, task := range []string{"order-1", "order-2"} {
		outside(t, c.Taps[0].URL, "0.1", task, "request a new phone for me", false)
	}
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.visit(p.origin() + "/traffic?view=tasks")
	p.streams()
	p.until("document.querySelectorAll('.task-group').length === 2 && document.querySelectorAll('.task-group')[1].innerText.includes('order-1')")
	js[bool](p, "(window.__group = document.querySelectorAll('.task-group')[1], window.__group.open = true)")
	outside(t, c.Taps[0].URL, "0.1", "order-1", "Android", false)
	p.until("document.querySelectorAll('.task-group')[0] === window.__group && window.__group.open && window.__group.innerText.includes('completed')")
	// What is listed below an open task follows.
	p.until("window.__group.querySelectorAll('[data-row]').length === 2")
	p.clickText(".task-group[open] .task-open a", "Show in the list")
	p.until("location.search.includes('task%3Aorder-1') && document.querySelectorAll('[data-row]').length === 2")
}
