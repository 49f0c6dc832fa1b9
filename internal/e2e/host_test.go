package e2e

import (
	"bytes"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestBrowserThatDoesNotResolveThePagesHost is told what to do, and with that it
// has its pages; addresses that agents give are text there.
func TestBrowserThatDoesNotResolveThePagesHost(t *testing.T) {
	t.Parallel()
	chromium := findChromium()
	if chromium == "" {
		open(t) // says so
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
		p.sees("#door-lost h1", "This browser does not find the console's pages")
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

// TestAddressesAtThisMachinesNames: the printed address and bookmarks of it lead
// to the pages in a browser that was there before.
func TestAddressesAtThisMachinesNames(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	at, _ := url.Parse(c.UI)
	p.expect("401")
	p.visit("http://" + at.Host + "/traffic?q=state%3Acompleted")
	p.sees("#door-unauthenticated", "not signed in")
	p.until("!document.querySelector('#door-unauthenticated').hidden")
	p.judgeHere(axeSource(t), "door-unauthenticated", "a browser that is not signed in")
	p.visit(c.UI)
	p.sees("[data-row]", "completed")
	home := p.origin()
	p.visit("http://" + at.Host + "/traffic?q=state%3Acompleted#rows")
	p.sees("[data-row]", "completed")
	if now := js[string](p, "location.href"); now != home+"/traffic?q=state%3Acompleted#rows" {
		t.Errorf("led to %s", now)
	}
	// The API is where it was.
	c.sessions(t)
}

// TestOptionsForAForeignHost: OPTIONS * is no way around the check of the host.
func TestOptionsForAForeignHost(t *testing.T) {
	t.Parallel()
	c := serve(t)
	for _, at := range []string{c.UI, c.Agent, c.Taps[0].URL, c.Webhook} {
		u, err := url.Parse(at)
		if err != nil {
			t.Fatal(err)
		}
		conn, err := net.Dial("tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(conn, "OPTIONS * HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
		var answer bytes.Buffer
		conn.SetReadDeadline(time.Now().Add(patience))
		answer.ReadFrom(conn)
		conn.Close()
		if !strings.HasPrefix(answer.String(), "HTTP/1.1 4") {
			t.Errorf("%s answers %.200q", at, answer.String())
		}
	}
}
