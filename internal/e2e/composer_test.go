package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const composerHeight = "document.querySelector('#composer').offsetHeight"

// TestComposerIsOneRow: adding, text and Send are one row, whatever the width; it grows
// with what is typed, up to a bound, and not with a task that runs.
func TestComposerIsOneRow(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "Puppet", "recite a poem")
	c, p := serve(t), open(t)
	source := axeSource(t)
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
		if h := js[int](p, composerHeight); h > 110 {
			t.Errorf("%d pixels wide the composer is %d pixels high", width, h)
		}
		p.fits(fmt.Sprintf("Compose at %d pixels", width))
		p.until(`(() => { const says = document.querySelector('.what-next > span'); return says.innerText.includes('begins a new task') && says.scrollWidth <= says.clientWidth + 1 && says.getBoundingClientRect().right <= innerWidth })()`)
	}
	p.accessible(source, "the composer in one row", "")
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

// TestAddedPartHasTheFocus: what was added to the message can be written at once.
func TestAddedPartHasTheFocus(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.streams()
	p.add("Data")
	p.until(focused("#composer .edit-data textarea"))
	p.press(`{"a": 1}`)
	p.until("document.querySelector('#preview').textContent.includes('\"a\"')")
	p.add("File by URL")
	p.until(focused("#composer .edit-url input"))
}

// TestNextMessageHasTheFocus: what is typed after a message was sent is the next one, and
// no shortcut: p opens Present.
func TestNextMessageHasTheFocus(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.streams()
	p.send("tell me a joke")
	p.sees(".turn", "completed")
	p.until(focused("#composer .edit-text textarea"))
	p.press("plain echo")
	p.press("\r", ctrl)
	p.until("[...document.querySelectorAll('.turn .call')].some((e) => e.textContent.includes('plain echo'))")
	if js[bool](p, "'present' in document.documentElement.dataset") {
		t.Error("what was typed opened Present")
	}
}

// TestAddedPartLeavesWhatIsTyped: the form is drawn anew for a file that was added, while
// the console has only heard of the beginning of the text.
func TestAddedPartLeavesWhatIsTyped(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.streams()
	const text = "document.querySelector('#composer .edit-text textarea')"
	p.choose("#composer .edit-text textarea", "first")
	p.until("document.querySelector('#preview').textContent.includes('first')")
	js[bool](p, "("+text+".value = 'first words', true)") // typed, and not told yet
	js[bool](p, `(() => { const d = new DataTransfer(); d.items.add(new File(['x'], 'x.txt', {type: 'text/plain'}))
		`+text+`.dispatchEvent(new ClipboardEvent('paste', {clipboardData: d, bubbles: true, cancelable: true})); return true })()`)
	p.until("document.querySelector('#composer .edit-file')")
	if got := js[string](p, text+".value"); got != "first words" {
		t.Errorf("the text is %q after a file was added", got)
	}
}

// TestFormOfTheAgentIsFirst: the form made of a schema has the focus when it comes, above
// the text; the schema itself is folded. Who writes meanwhile is not interrupted.
func TestFormOfTheAgentIsFirst(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.streams()
	p.send("request a new phone for me")
	p.until(focused("#composer .edit-form select"))
	p.until("document.querySelector('#composer .parts').firstElementChild.matches('.edit-form')")
	p.sees("#turns details.meta:not([open]) > summary", "Schema of a form")
	p.accessible(axeSource(t), "an answer by form", "")
	p.until("document.querySelector('.fields').getBoundingClientRect().bottom - document.querySelector('.fields > :last-child select').getBoundingClientRect().bottom < 30") // no void below it

	// Nothing of it is filled in, and nothing is written: that is no answer.
	p.click("#send button")
	p.sees(".edit-form .bad-part", "required")
	p.send("iPhone")
	p.sees(".turn", "I have ordered a new iPhone device", "completed")
	p.until("!document.querySelector('#composer .edit-form')")
}

// TestOptionsOpenOverTheConversation: what opens from the row below the message leaves the
// conversation its height, and goes when the message is sent.
func TestOptionsOpenOverTheConversation(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
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
		if now := js[int](p, "document.querySelector('#turns').offsetHeight"); now != height {
			t.Errorf("with %s open the conversation is %d pixels high, not %d", menu, now, height)
		}
	}
	tops := js[[]int](p, `[...document.querySelectorAll('#composer .foot .menu > button, #preview > summary')].map(el => Math.round(el.getBoundingClientRect().bottom))`)
	for _, top := range tops {
		if len(tops) != 5 || top != tops[0] {
			t.Fatalf("the row below the message ends at %v", tops)
		}
	}
	p.click("[popovertarget=options-menu]")
	p.accessible(source, "the options", "")
	p.choose("#delivery", "wait")
	p.typeIn("#composer .edit-text textarea", "tell me a joke")
	p.until("document.querySelector('#options-menu').matches(':popover-open')")
	p.press("\r", ctrl)
	p.until("!document.querySelector('#options-menu').checkVisibility()")
	p.sees("#turns", "completed")
}

// TestWhatWillBeSentIsIndented: lines that fold stand as far in as those that do not.
func TestWhatWillBeSentIsIndented(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.streams()
	p.choose("#composer .edit-text textarea", "hello")
	p.until("document.querySelector('#preview').textContent.includes('hello')")
	p.click("#preview > summary")
	left := `(words) => { const line = [...document.querySelectorAll('#preview .ln')].find(el => el.textContent.trim().startsWith(words))
		const word = line.querySelector('.k, b').getBoundingClientRect(); return Math.round(word.left) }`
	at := js[[]int](p, `[['"jsonrpc"', '"params"', '"message"', '"role"']].flat().map(`+left+`)`)
	if len(at) != 4 || at[1] != at[0] || at[2] <= at[1] || at[3] <= at[2] {
		t.Errorf("the lines begin at %v", at)
	}
}

// TestComposerWithSeveralPartsIsWhole: in a narrow window with several parts and something wrong, what is
// done with the message stays in sight, and live events that there are not take no room.
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
