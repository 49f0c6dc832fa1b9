package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// asking is the end of a puppet's stream that asks the client to fill in a form with many fields.
func asking() string {
	fields := []string{`"name":{"type":"string","title":"Full name"}`, `"mail":{"type":"string","format":"email","title":"E-mail"}`}
	for i := range 16 {
		fields = append(fields, fmt.Sprintf(`"f%d":{"type":"string"}`, i))
	}
	fields = append(fields, `"pets":{"type":"boolean","title":"Pets"}`, `"days":{"type":"array","title":"Days","items":{"enum":["mon","tue"]}}`,
		`"home":{"type":"object","title":"Home","required":["zip"],"properties":{"zip":{"type":"integer","title":"Postal code"}}}`)
	return `{"statusUpdate":{"taskId":"puppet-task","contextId":"puppet-context","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"ask","role":"ROLE_AGENT","parts":[{"text":"I need more."},{"data":{"schema":{"type":"object","title":"Trip","required":["name","pets","days","home"],"properties":{` +
		strings.Join(fields, ",") + `}}}}]}}}}`
}

// TestEachWrongFieldIsMarked submits a form with several wrong fields: each is marked, the first gets the
// focus, and the rest stay marked until they are correct.
func TestEachWrongFieldIsMarked(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "Puppet", "book a trip")
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.connect(agent.URL)
	p.at("/agents/" + agentID(agent.URL))
	p.clickText("a", "Compose a message")
	p.at("/compose")
	p.streams()
	p.send("a trip")
	<-agent.called
	agent.events <- agent.begin()
	agent.events <- asking()
	agent.events <- ""
	of := func(label string) string {
		return `[...document.querySelectorAll('.edit-form .field')].find(e => e.querySelector('.name').innerText.startsWith(` + quote(label) + `)).querySelector('input:not([type=hidden]), select, textarea')`
	}
	wrong := `[...document.querySelectorAll('[aria-invalid=true]')].map(e => e.closest('.field').querySelector('.name').innerText.split(' ·')[0]).filter((w, i, all) => all.indexOf(w) === i).join()`
	p.until("document.querySelectorAll('.edit-form .field').length === 21")
	p.until("document.activeElement === " + of("Full name"))
	typeInto(p, of("E-mail"), "nobody")
	p.press("\r", ctrl)
	p.sees("#problem", "Not sent. Correct 5 fields: Full name · E-mail · Pets · Days · Postal code")
	p.until(wrong + " === 'Full name,E-mail,Pets,Days,Postal code' && document.activeElement === " + of("Full name"))
	p.until(`[...document.querySelectorAll('[aria-invalid=true]')].every(e => e.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).innerText).join('') !== '')`)
	p.judgePart("#composer", "a form that is wrong")
	for _, size := range [][2]int64{{1440, 900}, {900, 700}, {560, 800}} {
		p.size(size[0], size[1])
		p.until(`document.querySelector('#send button').getBoundingClientRect().bottom <= innerHeight && document.querySelector('#problem').getBoundingClientRect().bottom <= innerHeight`)
		p.until(`document.querySelector('.fields').offsetHeight >= 80`)
		p.fits(fmt.Sprintf("a form at %d pixels", size[0]))
	}
	p.size(1440, 900)

	typeInto(p, of("Full name"), "Ada")
	p.sees("#problem", "Correct 4 fields: E-mail")
	p.press("\r", ctrl)
	p.until(wrong + " === 'E-mail,Pets,Days,Postal code' && document.activeElement === " + of("E-mail") + " && " + of("E-mail") + ".value === 'nobody'")
	p.clickText("#problem a", "Postal code")
	p.until("document.activeElement === " + of("Postal code"))
	typeInto(p, of("Postal code"), "10115")
	typeInto(p, of("E-mail"), "ada@example.com")
	p.act(of("Pets"), "e.value = 'false'; e.dispatchEvent(new Event('input', {bubbles: true}))")
	p.act(of("Days"), "e.click()")
	p.until(wrong + " === '' && document.querySelector('#problem').innerText.trim() === ''")
	p.act(of("E-mail"), "e.focus()")
	p.press("\r", ctrl)
	if got := <-agent.called; !strings.Contains(got, `{"data":{"name":"Ada","mail":"ada@example.com","pets":false,"days":["mon"],"home":{"zip":10115}}}`) {
		t.Errorf("sent %s", got)
	}
	agent.events <- ""
}

// TestListOfObjectsIsFilledIn: an agent asks for a list of objects. Each item has its own fields, items
// are added and removed with the keyboard, and typed text stays.
func TestListOfObjectsIsFilledIn(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "Host", "invite")
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.connect(agent.URL)
	p.at("/agents/" + agentID(agent.URL))
	p.clickText("a", "Compose a message")
	p.at("/compose")
	p.streams()
	p.send("a party")
	<-agent.called
	agent.events <- agent.begin()
	agent.events <- `{"statusUpdate":{"taskId":"puppet-task","contextId":"puppet-context","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"ask","role":"ROLE_AGENT","parts":[{"data":{"schema":{"type":"object","required":["guests"],"properties":{"guests":{"type":"array","title":"Guests","minItems":1,"items":{"type":"object","required":["name"],"properties":{"name":{"type":"string","title":"Name"},"age":{"type":"integer","title":"Age"}}}}}}}}]}}}}`
	agent.events <- ""
	item := func(n int) string {
		return fmt.Sprintf("[...document.querySelectorAll('.edit-form .field')].filter(e => e.innerText.startsWith('Name'))[%d]?.querySelector('input')", n-1)
	}
	p.until(item(1))
	typeInto(p, item(1), "Ada")
	p.clickText(".edit-form button", "Add an item")
	p.until(item(2) + " === document.activeElement && " + item(1) + ".value === 'Ada'")
	typeInto(p, item(2), "Bob")
	p.fits("a form with a list")
	p.click(".edit-form [aria-label='Remove Guests 1']")
	p.until("!" + item(2) + " && " + item(1) + ".value === 'Bob'")
	p.click(".edit-form [aria-label='Remove Guests 1']")
	p.until("!" + item(1))
	p.click("#send button")
	p.sees(".edit-form .bad-part", "0 items given; expected at least 1 item.")
	p.until("document.activeElement.innerText === 'Add an item'")
	p.judgePart("#composer", "a list that is too short")
	p.press("\r")
	p.until(item(1) + " === document.activeElement")
	typeInto(p, item(1), "Cyd")
	p.press("\r", ctrl)
	if got := <-agent.called; !strings.Contains(got, `{"data":{"guests":[{"name":"Cyd"}]}}`) {
		t.Errorf("sent %s", got)
	}
	agent.events <- ""
}
