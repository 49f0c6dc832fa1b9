package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// TestFilterAsOneTypes: the list and the address follow the typed filter. An incomplete filter shows a
// mild hint and leaves the list alone, and the open exchange stays open.
func TestFilterAsOneTypes(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	for i := range 3 {
		outside(t, c.Taps[0].URL, "1.0", fmt.Sprint("m", i), "tell me a joke", false)
	}
	outside(t, c.Taps[0].URL, "1.0", "s", "write a paper", true)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row]').length === 4")
	p.streams()
	p.click("[data-filter]")
	p.press("is:stream")
	p.until("document.querySelectorAll('[data-row]').length === 1 && location.search === '?q=session%3Acurrent+is%3Astream'")
	p.until("document.activeElement.matches('[data-filter]') && document.activeElement.value === 'is:stream'")
	p.sees("#chips", "current session")
	p.until("document.querySelector('#chips .quick [aria-current]')?.innerText === 'Streams' && document.querySelector('#totals').innerText.startsWith('1 shown')")

	// The stream is for what is shown now.
	outside(t, c.Taps[0].URL, "1.0", "m4", "tell me a joke", false)
	outside(t, c.Taps[0].URL, "1.0", "s2", "write a paper", true)
	p.until("document.querySelectorAll('[data-row]').length === 2")

	// In one step: a slow machine would parse half of it.
	p.typeIn("[data-filter]", " state:nowhere")
	p.until("document.querySelector('#filter-error')?.role === 'status' && document.querySelector('[data-filter]').ariaInvalid === 'true'")
	if n := p.count("[data-list] [data-row]"); n != 2 {
		t.Errorf("%d rows while the filter cannot be read", n)
	}
	p.selectAll("[data-filter]")
	p.press("-is:stream")
	p.until("document.querySelectorAll('[data-row]').length === 4 && !document.querySelector('#filter-error') && location.search === '?q=session%3Acurrent+-is%3Astream'")

	// Next to an open exchange.
	p.click("[data-row] a[data-visit]")
	p.until("location.pathname.startsWith('/exchanges/') && document.querySelector('[data-detail-open]')")
	p.selectAll("[data-filter]")
	p.press("is:stream")
	p.until("document.querySelectorAll('[data-list] [data-row]').length === 2 && location.search.includes('is%3Astream') && location.pathname.startsWith('/exchanges/')")
	p.until("document.querySelector('[data-back]').search === '?q=session%3Acurrent+is%3Astream'")
	p.until("document.activeElement.matches('[data-filter]')")
	p.reload()
	p.until("document.querySelectorAll('[data-list] [data-row]').length === 2 && document.querySelector('[data-filter]').value === 'is:stream'")
}

// TestOverviewFiltersByTime: a drag over the overview, and the keyboard, write a time into the filter; a
// double click and Escape remove it.
func TestOverviewFiltersByTime(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.streams()
	p.until("document.querySelectorAll('[data-row]').length === 1 && document.querySelector('[data-strip]')")
	at := time.Now()
	outside(t, c.Taps[0].URL, "1.0", "n", "fail", false)
	p.until("document.querySelectorAll('[data-row]').length === 2 && document.querySelector('.strip .failed')")

	drag := `(() => {
		const plot = document.querySelector('[data-strip]'), box = plot.getBoundingClientRect();
		plot.setPointerCapture = () => {};
		const at = (type, x) => plot.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, clientX: box.left + box.width * x, clientY: box.top + 9 }));
		at('pointerdown', .5), at('pointermove', .99), at('pointerup', .99);
		return document.querySelector('[data-filter]').value;
	})()`
	written := js[string](p, drag)
	m := regexp.MustCompile(`^since:"([^"]+)" before:"([^"]+)"$`).FindStringSubmatch(written)
	if m == nil {
		t.Fatalf("the filter is %s", written)
	}
	if from, err := time.Parse(time.RFC3339, m[1]); err != nil || from.After(at.Add(time.Second)) {
		t.Errorf("since %s, %v; the second call came at %s", m[1], err, at)
	}
	p.until("document.querySelectorAll('[data-row]').length === 1 && location.search.includes('since')")
	p.sees("#chips", "since ")
	p.until("document.querySelector('[data-strip]')")
	js[bool](p, "document.querySelector('[data-strip]').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))")
	p.until("document.querySelectorAll('[data-row]').length === 2 && document.querySelector('[data-filter]').value === ''")

	p.until("document.querySelector('[data-strip]')?.ariaLabel.includes('2 exchanges')")
	js[bool](p, "document.querySelector('[data-strip]').focus() || true")
	p.press(kb.ArrowLeft)
	p.press(kb.Enter)
	p.until("document.querySelectorAll('[data-row]').length === 1 && document.querySelector('[data-filter]').value.includes('since')")
	p.until("document.activeElement === document.querySelector('[data-strip]')")
	p.press(kb.Escape)
	p.until("document.querySelectorAll('[data-row]').length === 2 && document.querySelector('[data-filter]').value === ''")

	// The rest of the filter does not change.
	typeInto(p, find("[data-filter]"), `-is:wrong since:1h -"not before:noon"`)
	p.until("document.querySelectorAll('[data-row]').length === 2 && document.querySelector('[data-strip]')?.ariaLabel.includes('2 exchanges')")
	if got := js[string](p, drag); !strings.HasPrefix(got, `-is:wrong -"not before:noon" since:"`) {
		t.Errorf("the filter is %s", got)
	}
}

// TestFilterIsCompleted: a partly typed term keeps the list, and keys and clicks complete it. Escape
// closes the suggestions, which move nothing.
func TestFilterIsCompleted(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	outside(t, c.Taps[0].URL, "1.0", "f", "fail", false)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.streams()
	const open = "document.querySelector('#filter-words').checkVisibility()"
	value := func(v string) string { return "document.querySelector('[data-filter]').value === '" + v + "'" }
	top := js[float64](p, "document.querySelector('#heads').getBoundingClientRect().top")
	p.press("/")
	p.press("sta")
	p.until(open + " && [...document.querySelectorAll('#filter-words code')].map(e => e.innerText).join() === 'state:,status:'")
	p.sees("#filter-note", "may become state:, status:")
	if n := p.count("[data-list] [data-row]"); n != 2 {
		t.Errorf("half typed: %d rows", n)
	}
	p.until("document.querySelector('#totals').innerText.startsWith('2 shown · 1 failed')")
	p.judgePart("#filter", "ways to go on")
	p.press(kb.ArrowDown)
	p.until("document.querySelector('[data-filter]').getAttribute('aria-activedescendant') === 'filter-words-0'")
	p.press(kb.Enter)
	p.until(value("state:") + " && " + open + " && document.querySelector('#filter-words').innerText.includes('state:failed')")
	p.press("fai")
	p.until(open + " && document.querySelectorAll('#filter-words [role=option]').length === 1")
	p.press(kb.ArrowDown + "\t")
	p.until(value("state:failed") + " && !" + open + " && document.querySelectorAll('[data-list] [data-row]').length === 1")
	p.until("document.activeElement.matches('[data-filter]') && location.search.includes('state%3Afailed')")
	p.press(" du")
	p.until(open)
	p.press("\x1b")
	p.until("!" + open + " && document.activeElement.matches('[data-filter]')")
	p.press("r")
	p.until(open)
	p.click("#filter-words [role=option]")
	p.until(value("state:failed dur:"))
	p.until(fmt.Sprintf("document.querySelector('#heads').getBoundingClientRect().top === %v", top))
}

// TestViewsFilterAsOneTypes: By task and Sequence follow the filter as the list does.
func TestViewsFilterAsOneTypes(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "0.1", "one", "tell me a joke", false)
	outside(t, c.Taps[0].URL, "0.1", "two", "order a phone", false)
	p.visit(c.UI)
	for i, view := range []string{"tasks", "sequence"} {
		item := []string{".task-group", ".hop"}[i]
		n := func(n int) string {
			return fmt.Sprintf("document.querySelectorAll('%s').length === %d && location.search.includes('view=%s')", item, n, view)
		}
		p.visit(p.origin() + "/traffic?view=" + view)
		p.until(n(2 + i))
		p.streams()
		p.focus("[data-filter]")
		p.press("joke")
		p.until(n(1+i) + " && location.search.includes('joke') && document.activeElement.matches('[data-filter]') && document.querySelector('[data-filter]').value === 'joke'")
		p.streams()
		outside(t, c.Taps[0].URL, "0.1", view+"-more", "tell me a joke", false)
		p.until(n(2 + i))
		p.reload()
		p.until(n(2+i) + " && document.querySelector('[data-filter]').value === 'joke'")
		p.selectAll("[data-filter]")
		p.press("stat:4")
		p.until("document.querySelector('#filter-error')?.textContent.includes('character 1:') && document.querySelector('#chips .chip')")
	}
}
