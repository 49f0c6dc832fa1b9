//go:build slow

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// reader scrolls up to the beginning of the text in a box, like a person, and returns the text near the
// box's top.
const reader = `(() => {
  const box = document.querySelector(%q);
  box.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
  const seg = box.querySelector('.seg');
  box.scrollTop += seg.getBoundingClientRect().top - box.getBoundingClientRect().top + 600;
  window.read = () => {
    const r = box.getBoundingClientRect();
    const at = document.caretRangeFromPoint(r.left + r.width / 4, r.top + 200);
    return at.startContainer.textContent.slice(at.startOffset - 120, at.startOffset + 120);
  };
  return window.read();
})()`

// TestSlowLongTextStaysUnderItsReader: while a text grows beyond what the page holds, and when it ends, a
// reader far up keeps the same text on screen.
func TestSlowLongTextStaysUnderItsReader(t *testing.T) {
	t.Parallel()
	readLongText(t, "compose")
}

// readLongText reads on the named page, compose or task.
func readLongText(t *testing.T, page string) {
	agent := newPuppet(t, "1.0", "Puppet", "recite a long poem")
	c, p := serve(t, agent.URL), open(t) // separate, because a finished task would be found first
	p.meet(c, agent, "1.0")
	p.send("recite a long poem")
	<-agent.called
	agent.events <- agent.begin()
	agent.recite(0, 20)
	box := "#turns"
	p.until("document.querySelector('#turns .seg')")
	if page == "task" {
		task := js[string](p, "[...document.querySelectorAll('#main a')].find(a => a.pathname.startsWith('/tasks/')).href")
		p.visit(task)
		p.streams()
		box = ".main-column"
	}
	p.until("document.querySelectorAll('.seg').length > 3")
	// The page's stream draws the current text once. Only what follows grows under the reader.
	p.growBy(agent, 20, 32)
	before := js[string](p, fmt.Sprintf(reader, box))
	for n := 32; n < 400; n += 16 {
		p.growBy(agent, n, n+16)
	}
	p.until("+document.querySelector('.piece').previousElementSibling.dataset.begins > 3")
	if got := js[string](p, "window.read()"); got != before || len(before) < 40 {
		t.Errorf("%s: %q was read, and is %q", page, before, got)
	}
	agent.events <- agent.piece("the end", false, true)
	agent.events <- agent.status("completed", true)
	agent.events <- ""
	p.until("!document.querySelector('.growing') && document.querySelector('.piece').previousElementSibling.innerText.includes('MB before')")
	if got := js[string](p, "window.read()"); got != before {
		t.Errorf("%s, at the end: %q was read, and is %q", page, before, got)
	}
	if n := p.count(".seg"); n > 60 {
		t.Errorf("%s: the page holds %d stretches", page, n)
	}
	p.shot("long-text-" + page)
}

// growBy makes the agent recite, and waits until the page shows more.
func (p *tab) growBy(agent *puppet, from, to int) {
	p.t.Helper()
	const last = "+[...document.querySelectorAll('.seg')].at(-1).id.split('-').at(-1)"
	was := js[int](p, last)
	agent.recite(from, to)
	p.until(fmt.Sprintf("%s > %d", last, was))
}

// recite sends pieces of 4 KB of a text with numbered lines.
func (p *puppet) recite(from, to int) {
	for i := from; i < to; i++ {
		var text strings.Builder
		for line := range 20 {
			fmt.Fprintf(&text, "%d.%02d %s\n", i, line, strings.Repeat("one line follows another ", 8)[:190])
		}
		p.events <- p.piece(text.String(), i == 0, false)
	}
}

// TestSlowLongTaskStaysUnderItsReader is TestSlowLongTextStaysUnderItsReader on the page of a task.
func TestSlowLongTaskStaysUnderItsReader(t *testing.T) {
	t.Parallel()
	readLongText(t, "task")
}
