package e2e

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// snippet is the code of a language as Start shows it.
func (p *tab) snippet(language string) string {
	p.t.Helper()
	p.until("document.querySelector('#snippet-" + language + "')")
	return js[string](p, "document.querySelector('#snippet-"+language+"').textContent")
}

// TestFirstCall: one's own agent is connected, and the code for each language contains the tap's address.
// The page says when the first call arrives, and leads to it.
func TestFirstCall(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "My agent", "recite a poem")
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.at("/start")
	p.sees("#call-it summary", "reference agent")
	p.until("!document.querySelector('#call-state').checkVisibility()")                                                            // collapsed until requested
	p.until("document.querySelector('#rows-empty .tap-how') && !document.querySelector('#rows-empty .tap-how').checkVisibility()") // the instructions are above
	p.click("#call-it summary")
	p.sees("#call-state", "Waiting for the first call")
	p.connect(agent.URL)
	p.at("/agents/" + agentID(agent.URL))
	p.clickText("a", "Call it from your code")
	p.at("/start")
	p.sees("#call-it h2", "My agent")
	p.sees(".tries", "Ask for a joke")
	p.sees("#call-state", "Waiting for the first call")
	var taps struct{ Taps []struct{ Agent, URL string } }
	c.ask(t, "/api/taps", &taps)
	tap := ""
	for _, at := range taps.Taps {
		if at.Agent == agent.URL {
			tap = at.URL
		}
	}
	for i, language := range []string{"python", "javascript", "go", "curl"} {
		if text := p.snippet(language); tap == "" || !strings.Contains(text, tap) {
			t.Errorf("the code for %s lacks the tap's address %q:\n%s", language, tap, text)
		}
		if i == 0 {
			p.until("(e => { e?.focus(); return e && document.activeElement === e })(document.querySelector('.languages input:checked'))")
		} else {
			p.press(kb.ArrowRight)
		}
		p.until("document.querySelector('#snippet-" + language + "').checkVisibility() && [...document.querySelectorAll('.snippet')].filter(e => e.checkVisibility()).length === 1")
	}
	p.clickText(".snippet button", "Copy")
	p.until("document.querySelector('#said:popover-open')")
	p.judgePart("#call-it", "code for a first call")
	for _, width := range []int64{900, 560} {
		p.size(width, 800)
		p.fits("code for a first call")
	}
	p.size(1440, 900)

	p.streams()
	curl := p.snippet("curl")
	answered := make(chan error, 1)
	go func() { answered <- exec.Command("sh", "-c", curl).Run() }()
	<-agent.called
	p.sees("#call-state", "Last call", "SendMessage")
	agent.events <- ""
	if err := <-answered; err != nil {
		t.Error(err)
	}
	p.clickText("#call-state a", "SendMessage")
	p.until("location.pathname.startsWith('/exchanges/') && document.readyState === 'complete'")
	p.sees("#detail", "hello")

	// Start is found again.
	p.press("k", ctrl)
	p.until("document.activeElement.id === 'palette-input'")
	p.press("call it from")
	p.sees("#palette-list a[aria-selected=true]", "Start")
	p.press("\r")
	p.at("/start")
}
