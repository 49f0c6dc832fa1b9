package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const composerHeight = "document.querySelector('#composer').offsetHeight"

// TestComposerIsOneRow: the add button, the text and Send are in one row at any width. The row grows with
// the text, up to a limit, but not with a running task.
func TestComposerIsOneRow(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "Puppet", "recite a poem")
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.connect(agent.URL)
	p.at("/agents/" + agentID(agent.URL))
	p.clickText("a", "Compose a message")
	p.at("/compose")
	p.streams()
	const text = "#composer .edit-text textarea"
	for _, width := range []int64{1440, 900, 560} {
		p.size(width, 800)
		p.until(`(() => { const of = css => document.querySelector('#composer ' + css).getBoundingClientRect()
			const [add, text, send] = [of('.add > button'), of('.edit-text textarea'), of('#send button')]
			return add.right <= text.left && text.right <= send.left && Math.abs(add.bottom - send.bottom) < 2 && Math.abs(text.bottom - send.bottom) < 2 && send.right < innerWidth })()`)
		p.until(composerHeight + " <= 110")
		p.fits(fmt.Sprintf("Compose at %d pixels", width))
		p.until(`(() => { const says = document.querySelector('.what-next > span'); return says.innerText.includes('as a new task') && says.scrollWidth <= says.clientWidth + 1 && says.getBoundingClientRect().right <= innerWidth })()`)
	}
	p.judgePart("#composer", "the composer in one row")
	p.size(1440, 800)
	empty := js[int](p, composerHeight)
	p.typeIn(text, strings.Repeat("a line\n", 4))
	p.until(fmt.Sprintf("%s > %d + 50", composerHeight, empty))
	p.typeIn(text, strings.Repeat("a line\n", 60))
	p.until(composerHeight + " < 800 * .5 && document.querySelector('" + text + "').scrollHeight > 800")
	p.press("\r", ctrl)
	<-agent.called
	agent.events <- agent.begin()
	agent.events <- agent.status("working", false)
	p.sees("#gutter-head", "working")
	p.sees("#actions", "Cancel the task", "Stop listening")
	p.until(fmt.Sprintf("%s === %d", composerHeight, empty))
	p.clickText("#actions button", "Stop listening")
	<-agent.gone
	p.until(fmt.Sprintf("!document.querySelector('#actions').innerText.includes('Stop listening') && %s === %d", composerHeight, empty))
}

// TestComposerKeepsTextAndFocus: pasting and dropping files keeps the typed text. After adding something,
// and after sending, one can type on immediately.
func TestComposerKeepsTextAndFocus(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.streams()
	p.press(kb.Escape)
	const text = "#composer .edit-text textarea"
	p.choose(text, "echo")
	p.until("document.querySelector('#preview').textContent.includes('echo')")
	p.indented()

	// The form is redrawn for a file while the console knows only the beginning of the text.
	const file = "const d = new DataTransfer(); d.items.add(new File(['%%pdf-1.4'], '%s', {type: 'application/pdf'})); "
	p.act(find(text), "e.value = 'echo this'; "+fmt.Sprintf(file, "pasted.pdf")+"e.dispatchEvent(new ClipboardEvent('paste', {clipboardData: d, bubbles: true, cancelable: true}))")
	p.until("[...document.querySelectorAll('#composer .edit-file input')].some(i => i.value === 'pasted.pdf')")
	p.until(find(text) + ".value === 'echo this'")
	p.act(find("#turns"), fmt.Sprintf(file, "dropped.pdf")+"for (const type of ['dragover', 'drop']) e.dispatchEvent(new DragEvent(type, {dataTransfer: d, bubbles: true, cancelable: true}))")
	p.until("[...document.querySelectorAll('#composer .edit-file input')].some(i => i.value === 'dropped.pdf')")
	p.focus(text)
	p.press("\r", ctrl)
	p.until("document.querySelectorAll('.turn .blocks a[download]').length === 2")

	// This text is the next message and not a shortcut: p opens Present.
	p.sees(".turn", "completed")
	p.until(focused(text))
	p.press("plain echo")
	p.press("\r", ctrl)
	p.until("[...document.querySelectorAll('.turn .call')].some((e) => e.textContent.includes('plain echo'))")
	if js[bool](p, "'present' in document.documentElement.dataset") {
		t.Error("what was typed opened Present")
	}
	p.add("Data")
	p.until(focused("#composer .edit-data textarea"))
	p.press(`{"a": 1}`)
	p.until("document.querySelector('#preview').textContent.includes('\"a\"')")
	p.add("File by URL")
	p.until(focused("#composer .edit-url input"))
}

// indented opens the request preview: foldable lines have the same indentation as others.
func (p *tab) indented() {
	p.t.Helper()
	p.click("#preview > summary")
	left := `(words) => { const line = [...document.querySelectorAll('#preview .ln')].find(el => el.textContent.trim().startsWith(words))
		const word = line.querySelector('.k, b').getBoundingClientRect(); return Math.round(word.left) }`
	at := js[[]int](p, `[['"jsonrpc"', '"params"', '"message"', '"role"']].flat().map(`+left+`)`)
	if len(at) != 4 || at[1] != at[0] || at[2] <= at[1] || at[3] <= at[2] {
		p.t.Errorf("the lines begin at %v", at)
	}
}

// TestFormOfTheAgentIsFirst: the form made from a schema gets the focus when it appears, above the text,
// and the schema itself is collapsed. The input is sent as JSON, which the console does not judge. A
// person who is typing is not interrupted.
func TestFormOfTheAgentIsFirst(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.streams()
	p.send("request a new phone for me")
	p.until(focused("#composer .edit-form select"))
	p.until("document.querySelector('#composer .parts').firstElementChild.matches('.edit-form')")
	p.sees("#turns details.meta:not([open]) > summary", "Form schema")
	p.judgePart("#composer", "an answer by form")
	p.until("document.querySelector('.fields').getBoundingClientRect().bottom - document.querySelector('.fields > :last-child select').getBoundingClientRect().bottom < 30") // no empty space below it

	p.clickText(".edit-form button", "Write it as JSON")
	p.until(focused("#composer .edit-data textarea") + " && !document.querySelector('.edit-form')")
	p.clickText(".edit-data button", "Back to the form")
	p.until(focused("#composer .edit-form select") + " && !document.querySelector('.edit-data')")

	// Nothing is filled in and nothing is written: that is not an answer.
	p.click("#send button")
	p.sees(".edit-form .bad-part", "required")
	p.send("iPhone")
	p.sees(".turn", "I have ordered a new iPhone device", "completed")
	p.until("!document.querySelector('#composer .edit-form')")
}

// TestOptionsOpenOverTheConversation: panels that open from the row below the message do not shrink the
// conversation, and close when the message is sent.
func TestOptionsOpenOverTheConversation(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.streams()
	js[bool](p, "(document.querySelector('#options-menu').hidePopover(), true)")
	p.size(1280, 800)
	height := js[int](p, "document.querySelector('#turns').offsetHeight")
	for _, menu := range []string{"options-menu", "versus-menu", "past-menu", "saved-menu"} {
		p.click("[popovertarget=" + menu + "]")
		p.until(`(() => { const menu = document.querySelector('#` + menu + `'), of = (el) => el.getBoundingClientRect()
			return menu.matches(':popover-open') && of(menu).bottom <= of(document.querySelector('#composer')).top && of(menu).top >= 0 })()`)
		p.until(fmt.Sprintf("document.querySelector('#turns').offsetHeight === %d", height))
	}
	tops := js[[]int](p, `[...document.querySelectorAll('#composer .foot .menu > button, #preview > summary')].map(el => Math.round(el.getBoundingClientRect().bottom))`)
	for _, top := range tops {
		if len(tops) != 5 || top != tops[0] {
			t.Fatalf("the row below the message ends at %v", tops)
		}
	}
	p.click("[popovertarget=options-menu]")
	p.judgePart("#options-menu", "the options")
	p.choose("#delivery", "wait")
	p.typeIn("#composer .edit-text textarea", "tell me a joke")
	p.until("document.querySelector('#options-menu').matches(':popover-open')")
	p.press("\r", ctrl)
	p.until("!document.querySelector('#options-menu').checkVisibility()")
	p.sees("#turns", "completed")
}

// TestComposerWithSeveralPartsIsWhole: in a narrow window with several parts and an error, the buttons of
// the message stay in view, and an empty list of live events takes no space.
func TestComposerWithSeveralPartsIsWhole(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "Narrow", "wait")
	c, p := serve(t), open(t)
	p.meet(c, agent, "1.0")
	p.press(kb.Escape)
	p.size(560, 600)
	p.until("document.querySelector('.beside').checkVisibility()")
	p.add("Data")
	p.until("document.querySelectorAll('#composer .edit').length === 2")
	p.add("File by URL")
	p.until("document.querySelectorAll('#composer .edit').length === 3")
	p.typeIn(".edit-data textarea", "{")
	p.click("#send button")
	p.sees("#problem", "Not sent")
	p.until("!document.querySelector('.beside').checkVisibility()")
	const whole = "(() => { const at = document.querySelector('[popovertarget=options-menu]').getBoundingClientRect(); const b = document.querySelector('#composer').getBoundingClientRect(); return at.top >= b.top && at.bottom <= b.bottom && b.bottom <= innerHeight && document.elementFromPoint(at.x + 4, at.y + 4)?.closest('.foot') !== null })()"
	p.until(whole)
	js[bool](p, "(document.querySelector('#composer').scrollTo(0, 0), true)")
	p.until(whole)
}
