//go:build slow

package e2e

import (
	"net/http"
	"net/url"
	"testing"
)

// TestSlowTossedCookieOnAPlainHost is TestSlowTossedCookieDoesNotLockOut for pages at the machine's own
// address.
func TestSlowTossedCookieOnAPlainHost(t *testing.T) {
	t.Parallel()
	tossCookies(t, "--plain-host")
}

// TestSlowPageOfAnotherPort attacks under the remaining names, and pages at the machine's own address.
func TestSlowPageOfAnotherPort(t *testing.T) {
	t.Parallel()
	t.Run("private", func(t *testing.T) {
		t.Parallel()
		attackFromAnotherPort(t, []string{"127.0.0.1", "localhost", "guess.localhost"})
	})
	t.Run("plain", func(t *testing.T) {
		t.Parallel()
		attackFromAnotherPort(t, []string{"127.0.0.1", "localhost", "guess.localhost", ""}, "--plain-host")
	})
}

// TestSlowTossedCookieDoesNotLockOut: another port, or another name of this machine, sets cookies with
// the console's cookie name and longer paths, which the browser sends first.
func TestSlowTossedCookieDoesNotLockOut(t *testing.T) {
	t.Parallel()
	tossCookies(t)
}

func tossCookies(t *testing.T, flags ...string) {
	n := newNeighbour(t)
	c, p := serve(t, flags...), open(t)
	at, _ := url.Parse(c.UI)
	n.serve = func(w http.ResponseWriter, r *http.Request) {
		for _, more := range []string{"; Path=/traffic", "; Path=/live/traffic", "; Path=/traffic; Domain=localhost", "; Path=/traffic; Domain=" + r.URL.Query().Get("for")} {
			w.Header().Add("Set-Cookie", "a2a-console-"+at.Port()+"=tossed"+more)
		}
	}
	p.visit(c.UI)
	p.streams()
	home := js[string](p, "location.hostname")
	tosser := p.another()
	for _, host := range []string{"127.0.0.1", "localhost", "guess.localhost", home} {
		tosser.visit(n.at(host, "/visit?for="+home))
		r := <-n.came
		_ = r // the last one does get the cookie: that host is the pages'
	}
	tosser.visit(n.at(home, "/traffic/visit"))
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	p.visit(p.origin() + "/traffic")
	p.sees("[data-row]", "completed")
	p.streams()
}
