package e2e

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// disableScript turns off the JavaScript of the pages, as a person can.
func (p *tab) disableScript() {
	p.t.Helper()
	p.scriptless = true
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return chromedp.Void{}, err
	})
}

// reloadUntil reloads the page until it has the text: without script it does not change.
func (p *tab) reloadUntil(css, words string) {
	p.t.Helper()
	for end := time.Now().Add(patience); !strings.Contains(p.text(css), words); p.reload() {
		if time.Now().After(end) {
			p.t.Fatalf("%s never says %q: %s", css, words, p.text(css))
		}
	}
}

// answers waits until the response's page is completely loaded, because leaving it earlier would cut the
// response.
func (p *tab) answers(css, words string) {
	p.t.Helper()
	p.sees(css, words)
	p.until("document.readyState === 'complete'")
}

// TestWithoutScript uses the forms without JavaScript: each posts, leads to a page that shows the result,
// and puts no typed text into an address.
func TestWithoutScript(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	agent := guarded(t, "--require", "bearer")
	p.visit(c.UI)
	p.until("document.querySelector('h1')")
	p.disableScript()
	p.visit(p.origin() + "/agents")
	if js[bool](p, "!!window.__streams") {
		t.Fatal("the page's script ran")
	}
	p.sees("body", "JavaScript is off")
	p.shot("scriptless-agents")

	p.typeIn("#address", "127.0.0.1:1")
	p.click("form.connect button[type=submit]")
	p.answers("main", "No card was found")
	p.shot("scriptless-not-connected")
	p.selectAll("#address")
	p.typeIn("#address", agent)
	p.click("form.connect button[type=submit]")
	p.at("/agents/" + agentID(agent))

	signIn := p.origin() + "/agents/" + agentID(agent) + "?tab=signin"
	p.visit(signIn)
	p.shot("scriptless-signin")
	p.typeIn(tokenForm+" input[name=secret]", "demo-token")
	p.click(tokenForm + " button[type=submit]")
	p.answers("#agent", "Credential kept")
	if at := js[string](p, "location.href"); at != signIn {
		t.Errorf("signing in led to %s", at)
	}
	if strings.Contains(js[string](p, "document.documentElement.outerHTML"), `value="demo-token"`) {
		t.Error("the token is in the page")
	}
	p.shot("scriptless-signed-in")

	p.visit(p.origin() + "/compose?agent=" + agent)
	p.reloadUntil("#plan", "as a new task")
	p.typeIn("#composer textarea", "tell me a joke")
	js[bool](p, "window.__before = true") // the response has the same address
	p.click("#send button[type=submit]")
	p.until("!window.__before && document.readyState === 'complete'")
	p.reloadUntil("#turns", "completed")
	p.sees("#turns", "tell me a joke")
	p.shot("scriptless-compose")

	js[bool](p, "window.__before = true")
	p.typeIn("#session-name", "By hand\r")
	p.until("!window.__before && document.querySelector('#session-name')?.value === 'By hand' && location.pathname === '/compose' && document.readyState === 'complete'")

	p.visit(p.origin() + "/traffic")
	p.typeIn("#filter input[type=search]", "op:send\r")
	p.until("location.search.includes('q=op%3Asend') && document.readyState === 'complete'")
	p.click("form.save-as button")
	p.until("location.search.includes('q=session') && document.readyState === 'complete'")
	p.shot("scriptless-saved")

	p.visit(p.origin() + "/settings")
	p.typeIn("#retention-form input[name=size]", "100")
	p.click("#retention-form button")
	p.answers("#retention", "Nothing exceeds these limits now")
	p.click("#retention .effect button")
	p.answers("#retention", "Retention from now on: at most")
	p.shot("scriptless-settings")

	p.visit(p.origin() + "/replays/new?session=" + c.Session)
	p.typeIn("textarea[name=headers]", "Authorization: Bearer demo-token")
	p.shot("scriptless-replay-form")
	p.click("form.replay-form button.primary")
	p.until("location.pathname.startsWith('/replays/') && location.pathname !== '/replays/new' && document.readyState === 'complete'")
	if at := js[string](p, "location.href"); strings.Contains(at, "demo-token") {
		t.Errorf("the header is in the address: %s", at)
	}
	p.shot("scriptless-replay")

	p.visit(p.origin() + "/webhooks")
	p.clickText("form[action='/webhooks/new'] button", "Create address")
	p.until("location.pathname.startsWith('/webhooks/') && document.readyState === 'complete'")
	p.shot("scriptless-webhook")

	p.selectAll("#session-name")
	p.typeIn("#session-name", " \r")
	p.expect("400 (Bad Request)")
	p.answers("main", "A session needs a name")
	p.shot("scriptless-error")
}
