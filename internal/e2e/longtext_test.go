package e2e

import (
	"fmt"
	"testing"
)

// reader scrolls a box up to where its text begins, as a person does, and tells what is read
// near the box's top.
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

// TestLongTextStaysUnderItsReader: while a text grows past what the page holds, and when it
// ends, what is read far up in it stays on screen.
func TestLongTextStaysUnderItsReader(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"compose", "task"} {
		c, p := serve(t), open(t) // of its own: a task that is over would be found first
		p.compose(c, "1.0")
		p.send("slow 8000 chunks every 1ms size 200")
		box := "#turns"
		p.until("document.querySelector('#turns .seg')")
		if page == "task" {
			task := js[string](p, "[...document.querySelectorAll('#main a')].find(a => a.pathname.startsWith('/tasks/')).href")
			p.visit(task)
			box = ".main-column"
		}
		p.until("document.querySelectorAll('.seg').length > 3")
		// The page's stream draws the text once as it is by then; only what comes after it grows under the reader.
		last := "+[...document.querySelectorAll('.seg')].at(-1).id.split('-').at(-1)"
		p.until(fmt.Sprintf("%s > %d", last, js[int](p, last)))
		before := js[string](p, fmt.Sprintf(reader, box))
		p.until("+document.querySelector('.piece').previousElementSibling.dataset.begins > 3")
		if got := js[string](p, "window.read()"); got != before || len(before) < 40 {
			t.Errorf("%s: %q was read, and is %q", page, before, got)
		}
		p.until("!document.querySelector('.growing') && document.querySelector('.piece').previousElementSibling.innerText.includes('MB before')")
		if got := js[string](p, "window.read()"); got != before {
			t.Errorf("%s, at the end: %q was read, and is %q", page, before, got)
		}
		if n := p.count(".seg"); n > 60 {
			t.Errorf("%s: the page holds %d stretches", page, n)
		}
		p.shot("long-text-" + page)
	}
}
