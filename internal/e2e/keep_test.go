package e2e

import "testing"

// TestRetention sets a limit: it is off by default, is previewed before it applies, and reports what it
// removed.
func TestRetention(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	walk(t, c.Taps[0].URL, "1.0")
	p.visit(c.UI)
	p.visit(p.origin() + "/sessions")
	p.streams()
	p.sees("main", "Retention: unlimited")
	p.typeIn("#session-name", "the old one\r")
	p.sees("#session-table", "the old one")
	p.clickText("#recording button", "New session")
	p.until("document.querySelectorAll('#session-table tbody tr').length === 2")
	p.clickText("main a", "Change")
	p.at("/settings")
	p.choose("#retention select[name=unit]", "MB")
	p.typeIn("#retention input[name=size]", "0.001\r")
	p.sees("#retention .effect", "would remove 1 session", "the old one")
	p.sees("#retention > p", "Retention: unlimited")
	p.judgePart("main", "the settings")
	p.fits("the settings")
	p.shot("settings")
	p.size(900, 700)
	p.fits("the settings at 900 pixels")
	p.shot("settings-narrow")
	p.size(1440, 900)
	p.clickText("#retention .effect button", "remove 1 session")
	p.sees("#retention .effect", "Removed 1 session", "the old one")
	p.sees("#retention > p", "Retention: at most")
	p.visit(p.origin() + "/sessions")
	p.until("document.querySelectorAll('#session-table tbody tr').length === 1")
	p.sees("main", "Retention: at most")
}

// TestSettingsOfTheBrowser: the chosen theme and keys apply to other pages too, keys already in use are
// refused, and everything can be reset.
func TestSettingsOfTheBrowser(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.visit(p.origin() + "/settings")
	p.sees(".flags", "--listen", "--db", c.DB)
	p.click("#theme-choice input[value=dark]")
	p.until("document.documentElement.dataset.theme === 'dark'")
	rekey := func(of, to, note string) {
		p.click("[data-rekey='" + of + "']")
		p.sees("#keys-note", "Press the new key")
		p.press(to)
		p.sees("#keys-note", note)
	}
	rekey("p", "/", "This key is taken: filter.")
	p.press("z")
	p.sees("#keys-note", "Saved.")
	p.sees("[data-rekey=p]", "z")
	p.visit(p.origin() + "/docs")
	p.until("document.documentElement.dataset.theme === 'dark'")
	p.sees("#rail", "Present\nz")
	p.press("p") // no longer a shortcut
	p.press("z")
	p.until("'present' in document.documentElement.dataset")
	p.press("z")
	p.until("!('present' in document.documentElement.dataset)")
	p.typeIn("main input[name=q]", "hold an event")
	p.sees(".manual-hits", "Intercept › Breakpoints")
	p.judgePart("main", "the search in the documentation")
	p.clickText(".manual-hits a", "Breakpoints")
	p.until("document.querySelector(':target')?.textContent === 'Breakpoints'")
	p.judgePart("main", "a document")
	p.visit(p.origin() + "/settings")
	p.until("document.querySelector('#theme-choice input[value=dark]').checked")
	p.clickText("main button", "Reset all keys")
	p.press("p")
	p.until("'present' in document.documentElement.dataset")
}

// TestCompareWith compares an exchange with one found by search, and with one whose address is pasted.
func TestCompareWith(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "one", "tell me a joke that is long enough to fill the column of its message, and some words more", false)
	outside(t, c.Taps[0].URL, "1.0", "two", "hello", false)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.click("[data-row] td:nth-child(4)")
	p.clickText("#detail-head a", "Compare with…")
	p.at("/compare")
	p.until("[...document.querySelectorAll('.picks [data-row]')].every(r => r.offsetHeight < 40)") // one line each
	p.sees(".picks", "The same operation of the same agent", "SendMessage", "completed")
	p.judgePart("main", "what an exchange is compared with")
	other := js[string](p, `new URL(document.querySelector('.picks [data-row] a').href).searchParams.get('a')`)
	p.typeIn("input[name=q]", "joke") // the list follows, and the keyboard reaches it
	p.sees(".picks", "Matching exchanges", "SendMessage")
	p.press("\t")
	p.press("\t")
	p.until("document.activeElement.closest('.picks [data-row]')")
	p.press("\r")
	p.sees("#compare", "1 differs")
	p.sees(".sides", "completed", "message")
	origin := p.origin()
	p.visit(origin + "/traffic")
	p.click("[data-row] td:nth-child(4)")
	p.clickText("#detail-head a", "Compare with…")
	p.at("/compare")
	p.typeIn("input[name=b]", origin+"/exchanges/"+other+"\r")
	p.sees("#compare", "1 differs")
}
