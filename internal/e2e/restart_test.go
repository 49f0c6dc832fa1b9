package e2e

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// browsersOf is the file with the browsers that a console admits again.
func browsersOf(c *program) string {
	return filepath.Join(filepath.Dir(c.DB), "state", "a2a-console", "browsers.json")
}

// isKept waits until the console has stored the browser of this tab for its next start.
func (p *tab) isKept(c *program) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		var all []struct{ Origin string }
		if b, err := os.ReadFile(browsersOf(c)); err == nil {
			if err := json.Unmarshal(b, &all); err != nil {
				p.t.Fatal(err)
			}
		}
		for _, b := range all {
			if b.Origin == p.origin() {
				return
			}
		}
		if time.Now().After(end) {
			p.t.Fatalf("the console keeps %v, not %s", all, p.origin())
		}
	}
}

// TestRestartFindsItsTabs restarts the console under an open tab, which is signed in again without a
// click, until all browsers are signed out.
func TestRestartFindsItsTabs(t *testing.T) {
	t.Parallel()
	at := ownAddress(t)
	c, p := serve(t, "--listen", at), open(t)
	p.may("ERR_") // it may ask while nobody listens
	p.expect("401")
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.streams()
	p.isKept(c)
	js[bool](p, "window.sameTab = true")
	c.stop()
	p.sees("#stopped", "reconnecting to port", "on another port")
	c = serveOn(t, c.DB, "--listen", at)
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	p.sees("[data-row]", "completed")
	p.until("document.getElementById('stopped').hidden")
	if !js[bool](p, "window.sameTab === true") {
		t.Error("the tab was loaded again")
	}
	// A bookmark, here and at the printed address.
	bookmarks := p.another()
	bookmarks.may("401")
	bookmarks.may("ERR_")
	c.stop()
	c = serveOn(t, c.DB, "--listen", at)
	bookmarks.visit(p.origin() + "/traffic?q=joke#rows")
	bookmarks.sees("[data-row]", "completed")
	printed, err := url.Parse(c.UI)
	if err != nil {
		t.Fatal(err)
	}
	c.stop()
	c = serveOn(t, c.DB, "--listen", at)
	bookmarks.visit("http://" + printed.Host + "/traffic?q=joke#rows")
	bookmarks.sees("[data-row]", "completed")
	if now := js[string](bookmarks, "location.href"); now != p.origin()+"/traffic?q=joke#rows" {
		t.Errorf("the bookmark led to %s", now)
	}

	p.until("document.getElementById('stopped').hidden")
	p.visit(p.origin() + "/settings")
	p.sees("#browsers", "Chrome on Linux", "this browser", js[string](p, "location.host"))
	p.accessible(axeSource(t), "the signed-in browsers", "")
	p.clickText("#browsers button", "Sign out everywhere")
	p.sees("h1", "You are signed out")
	bookmarks.sees("#stopped", "You are signed out")
	c.stop()
	serveOn(t, c.DB, "--listen", at)
	p.reload()
	p.sees("h1", "You are signed out")
	if js[bool](p, `new Promise((done) => { indexedDB.open('a2a-console').onsuccess = (e) => {
		e.target.result.transaction('keys').objectStore('keys').get('pair').onsuccess = (e) => done(e.target.result.privateKey.extractable); }; })`) {
		t.Error("the browser's key can be read")
	}
}
