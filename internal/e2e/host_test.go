package e2e

import (
	"bytes"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestAddressesAtThisMachinesNames: the printed address and bookmarks of it lead to the pages, in a
// browser that was there before.
func TestAddressesAtThisMachinesNames(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	at, _ := url.Parse(c.UI)
	p.expect("401")
	p.visit("http://" + at.Host + "/traffic?q=state%3Acompleted")
	p.sees("#door-unauthenticated", "You are signed out")
	p.until("!document.querySelector('#door-unauthenticated').hidden")
	p.accessible(axeSource(t), "a browser that is not signed in", "")
	p.visit(c.UI)
	p.sees("[data-row]", "completed")
	home := p.origin()
	p.visit("http://" + at.Host + "/traffic?q=state%3Acompleted#rows")
	p.sees("[data-row]", "completed")
	if now := js[string](p, "location.href"); now != home+"/traffic?q=state%3Acompleted#rows" {
		t.Errorf("led to %s", now)
	}
	// The API keeps its address.
	c.sessions(t)
}

// TestOptionsForAForeignHost: OPTIONS * does not bypass the check of the host.
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
