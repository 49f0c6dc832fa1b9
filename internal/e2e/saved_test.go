package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestSavedRequests saves a message with a variable, uses it in a new conversation, and
// takes back what was sent with the arrow keys.
func TestSavedRequests(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.compose(c, "1.0")
	p.typeIn("#composer .edit-text textarea", "tell me a {{what}}")
	p.clickText("#composer button", "Saved requests")
	p.sees("#saved-requests", "No saved requests yet")
	p.sees("#plan", "Sent as it is written: {{what}}")
	p.until(focused("#save-name"))
	p.press("\r")
	p.sees("#saved-menu #save-result", "Type a name for it first.")
	p.until(focused("#save-name"))
	p.press("a story\r")
	p.sees("#saved-name", "a story")
	p.until("!document.querySelector('#saved-menu').checkVisibility()")
	p.until("!document.querySelector('#plan').innerText.includes('Sent as it is written')")
	p.typeIn("#variables input[name=var-what]", "joke")
	p.accessible(source, "variables", "")
	p.fits("variables")
	p.clickText("#composer button", "Send")
	p.sees("#turns", "tell me a joke", "completed")
	p.until("document.querySelector('#variables').hidden")
	p.clickText("#composer button", "Saved requests")
	p.sees("#saved-requests", "a story")
	p.accessible(source, "saved requests", "")
	p.shot("saved-requests")
	p.clickText("#saved-requests button", "a story")
	p.until("document.querySelector('#composer .edit-text textarea').value === 'tell me a {{what}}'")
	p.sees("#variables", "what")
	p.visit(p.origin() + "/compose?saved=a+story")
	p.until("document.querySelector('#composer .edit-text textarea').value === 'tell me a {{what}}'")
	p.reload()
	p.until("document.querySelector('#composer .edit-text textarea').value === 'tell me a {{what}}'")

	p.clickText("#compose-agent a", "New conversation")
	p.until("document.querySelector('#composer .edit-text textarea').value === ''")
	p.streams()
	p.click("#composer .edit-text textarea")
	p.press(kb.ArrowUp)
	p.until("document.querySelector('#composer .edit-text textarea').value === 'tell me a joke'")
	p.until("document.activeElement.matches('#composer .edit-text textarea')")
	p.press(kb.ArrowDown)
	p.until("document.querySelector('#composer .edit-text textarea').value === ''")
	p.clickText("#composer button", "History")
	p.sees("#past-messages", "tell me a joke")
	p.accessible(source, "history", "")
	p.clickText("#past-messages button", "tell me a joke")
	p.until("document.querySelector('#composer .edit-text textarea').value === 'tell me a joke'")
}
