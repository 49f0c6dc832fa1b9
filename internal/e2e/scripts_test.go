package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Tests of modules of static/js that no other story covers. Each names its module.

// TestArrivals (list.js): rows that arrive above while somebody reads further down are counted and do not
// scroll the list; End goes to them.
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
	p.until(box + ".scrollTop > 100 && document.querySelector('#live').dataset.shown.split(' ').length === 3") // held, not just scrolled
	for i := range 2 {
		outside(t, c.Taps[0].URL, "1.0", fmt.Sprint("late", i), "tell me a joke", false)
		p.until(fmt.Sprintf("!document.querySelector('#arrived').hidden && document.querySelector('#arrived').innerText.includes('%d new') && %s.scrollTop > 100", i+1, box))
	}
	p.press(kb.End)
	p.until(box + ".scrollTop === 0 && document.querySelector('#arrived').hidden")
}

// TestFollowTheEnd (follow.js): the events stay scrolled to their end as they grow, whatever the page
// itself scrolls. The person's wheel and keys stop that; new events are then counted, and End or the
// button resumes following.
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
	js[bool](p, "("+box+".scrollTop = 0, true)") // not done by the person
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

	p.focus("#gutter-rows")
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

// TestMarks (talk.js): a piece and the events that it was made from point to each other.
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

// TestTimesRunOn (clock.js): times of open exchanges count on in the page, without the server.
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
	p.until("/\\d s$/.test(" + open + ".textContent)") // its first second is shown in ms
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
	p.timesReadTheSame()
}

// timesReadTheSame checks the page's script (took.js) against the same table as the server's words, so
// that a running time never changes its format.
func (p *tab) timesReadTheSame() {
	p.t.Helper()
	b, err := os.ReadFile("../../ui/part/testdata/took.json")
	if err != nil {
		p.t.Fatal(err)
	}
	var table [][2]any
	if err := json.Unmarshal(b, &table); err != nil || len(table) == 0 {
		p.t.Fatalf("%d rows, %v", len(table), err)
	}
	for _, row := range table {
		got := js[string](p, fmt.Sprintf("import(document.querySelector('script[src$=\"vendor/app.js\"]').src.replace('vendor/app.js', 'js/took.js')).then(m => m.took(%v))", row[0]))
		if got != row[1] {
			p.t.Errorf("%v ms: the page says %s, want %s", row[0], got, row[1])
		}
	}
}

// TestDropOneFile (import.js): dragging files over the page shows a hint; several at once are refused
// with a reason.
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

// TestGroupsChangePlaces (order.js): a task with news moves to the top as the same element, expanded or
// not as before.
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
	// The rows below an expanded task follow it.
	p.until("window.__group.querySelectorAll('[data-row]').length === 2")
	if !js[bool](p, "(s => s[0] < s[1])([...window.__group.querySelectorAll('[data-row]')].map(r => +r.id.slice(1)))") {
		t.Error("the rows of the task are not as they happened")
	}
	p.clickText(".task-group[open] .task-open a", "Show in the list")
	p.until("location.search.includes('task%3Aorder-1') && document.querySelectorAll('[data-row]').length === 2")
}
