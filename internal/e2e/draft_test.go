package e2e

import "testing"

// TestComposeIsFoundAgain leaves Compose in the middle of a word and returns: by the rail, after a
// reload, after a response. A new conversation starts only on request.
func TestComposeIsFoundAgain(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.clickText("#rail a", "Compose")
	p.at("/compose")
	p.streams()
	const text = "#composer .edit-text textarea"
	away := func() {
		t.Helper()
		p.streams() // its scripts run: one of them remembers the draft
		draft := js[string](p, "new URLSearchParams(location.search).get('draft')")
		p.clickText("#rail a", "Traffic")
		p.at("/traffic")
		p.streams()
		p.clickText("#rail a", "Compose")
		p.at("/compose")
		p.until("document.querySelector('#composer')")
		if now := js[string](p, "new URLSearchParams(location.search).get('draft')"); now != draft {
			t.Fatalf("left draft %s, came back to %s", draft, now)
		}
	}
	typed := func(want string) {
		t.Helper()
		p.until("document.querySelector('" + text + "')?.value === " + quote(want))
	}
	p.typeIn(text, "tell me a joke")
	away()
	typed("tell me a joke")
	p.reload()
	typed("tell me a joke")
	p.streams()
	p.click(text)
	p.press("\r", ctrl)
	p.sees("#turns .turn", "completed")
	away()
	p.sees("#turns .turn", "tell me a joke", "completed")
	p.clickText("#compose-agent a", "New conversation")
	p.until("document.querySelector('#turns-empty')")
	away()
	if p.count("#turns .turn") > 0 {
		t.Error("a new conversation went back to the old one")
	}
}
