//go:build slow

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestSlowBrowserThatDoesNotResolveThePagesHost: such a browser gets instructions, and with them the
// pages. Addresses from agents are plain text there.
func TestSlowBrowserThatDoesNotResolveThePagesHost(t *testing.T) {
	t.Parallel()
	chromium := findChromium()
	if chromium == "" {
		open(t) // asserts that the page says so
	}
	browser, close, err := launch(chromium, chromedp.Flag("host-resolver-rules", "MAP *.localhost ~NOTFOUND"))
	if err != nil {
		t.Fatal(err)
	}
	defer close()
	t.Run("private", func(t *testing.T) {
		c, p := serve(t), openIn(t, browser)
		p.may("ERR_NAME_NOT_RESOLVED")
		p.visit(c.UI)
		p.sees("#door-lost h1", "This browser cannot reach the console's pages")
		p.sees("#door-lost .command", "a2a-console serve --plain-host")
		p.until("!document.querySelector('#door-lost').hidden")
		p.judgeHere(axeSource(t), "host-not-found", "a browser that is lost")
	})
	t.Run("plain", func(t *testing.T) {
		agent, n := newPuppet(t, "1.0", "Linker", "give a file"), newNeighbour(t)
		c, p := serve(t, "--plain-host"), openIn(t, browser)
		p.meet(c, agent, "1.0")
		if host := js[string](p, "location.hostname"); host != "127.0.0.1" {
			t.Errorf("the pages are at %s", host)
		}
		p.give(agent, filesAt(n.at("127.0.0.1", "/visit")))
		p.sees(".turn", n.at("127.0.0.1", "/visit"), "http://127.0.0.1:9/other", "No link", "completed")
		p.judgeHere(axeSource(t), "plain-host-links", "addresses of an agent as text")
		for _, at := range []string{"", "/agents/" + agentID(agent.URL), "/traffic"} {
			if at != "" {
				p.visit(p.origin() + at)
				p.until("document.querySelector('main h1, main h2')")
			}
			if links := js[string](p, `[...document.querySelectorAll('main a[href]')].map(a => a.href).filter(a => !a.startsWith(location.origin + '/')).join(' ')`); links != "" {
				t.Errorf("%s links to %s", at, links)
			}
		}
	})
}
