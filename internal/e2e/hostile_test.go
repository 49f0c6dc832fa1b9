package e2e

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// poison is text that executes, breaks out or breaks the page if it is treated as anything but text. Its
// carriage returns would end a line of an event stream.
const poison = "hello\r\revent: datastar-patch-signals\rdata: signals window.__pwned=1\r\r" +
	`<script>window.__pwned=2</script><img src=x onerror="window.__pwned=3"> "'><svg onload=window.__pwned=4> ` +
	`@get('/x') ${window.__pwned=5} {{7*7}} &amp; data-on:click="window.__pwned=6" </textarea></title></style>` + "\u202Egpj.exe\u202C"

// hugeWord fits on no line.
var hugeWord = strings.Repeat("W", 1<<20)

// traces are the parts of poison that a person must still be able to read.
var traces = []string{"datastar-patch-signals", "<script>window.__pwned=2</script>", "@get('/x') ${window.__pwned=5} {{7*7}} &amp;", "</textarea></title></style>"}

// harmless checks what must hold on every page.
func (p *tab) harmless(where string) {
	p.t.Helper()
	if got := js[string](p, "String(window.__pwned)"); got != "undefined" {
		p.t.Errorf("%s: foreign text ran: %s", where, got)
	}
	if js[bool](p, "!!document.querySelector('main script:not([src^=\"/static/\"]), main [onerror], main [onload], main [onmouseover], main svg[onload]')") {
		p.t.Errorf("%s: foreign text became elements", where)
	}
	p.fits(where)
}

// fits checks that neither the page nor its main part scrolls sideways, and that the frame around it does
// not scroll at all.
func (p *tab) fits(where string) {
	p.t.Helper()
	p.clear(where+" is wider than the window", `(() => { const s = document.scrollingElement; if (s.scrollWidth <= innerWidth) return '';
		const wide = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map(e => e.tagName + '.' + e.className + '#' + e.id);
		return s.scrollWidth + ' > ' + innerWidth + ': ' + wide.join(' ') })()`)
	p.clear(where+" scrolls sideways", `(() => { const m = document.querySelector('main'); if (!m || m.scrollWidth <= m.clientWidth + 1) return '';
		const edge = m.getBoundingClientRect().right + 1, wide = [...m.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > edge).slice(0, 5).map(e => e.tagName + '.' + e.className + '#' + e.id);
		return m.scrollWidth + ' > ' + m.clientWidth + ': ' + wide.join(' ') })()`)
	p.clear(where+": the bar scrolls away", "(s => { if (document.body.matches('.bare')) return ''; s.scrollTop = 1e6; const d = Math.round(s.scrollTop); s.scrollTop = 0; return d > 0 ? d + ' pixels' : '' })(document.scrollingElement)")
}

// TestHostileAgent makes an agent send hostile text everywhere, in its card, ids, messages and artifacts,
// while its pages are open. TestScreens visits what was recorded.
func TestHostileAgent(t *testing.T) {
	t.Parallel()
	hearHostileAgent(t, "1.0")
}

func hearHostileAgent(t *testing.T, dialect string) {
	agent := newPuppet(t, dialect, poison, poison+hugeWord)
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.until("document.querySelector('#address')")
	p.connect(agent.URL)
	p.at("/agents/" + agentID(agent.URL))
	p.reads("#agent")
	p.harmless("the card")
	p.shot("hostile-card-" + dialect)
	p.clickText(".tabs a", "Raw")
	p.until("document.querySelector('.raw')")
	p.harmless("the raw card")

	p.clickText("#rail a", "Agents")
	p.sees("#agents", "datastar-patch-signals")
	p.harmless("Agents")
	p.visit(p.origin() + "/compose?agent=" + url.QueryEscape(agent.URL))
	p.until("document.querySelector('#interface')")
	p.send("say it")
	<-agent.called
	agent.events <- agent.begin()
	agent.events <- agent.saying(poison)
	agent.events <- agent.piece(poison, true, false)
	agent.events <- agent.piece(poison, false, false)
	p.reads(".turn")
	p.until("document.querySelector('.turn .blocks').textContent.split('@get(').length >= 3")
	agent.events <- agent.piece(hugeWord, false, true)
	agent.events <- agent.status("completed", true)
	agent.events <- ""
	p.sees("#gutter-end", "Ended by the agent")
	p.harmless("Compose")
	p.shot("hostile-compose-" + dialect)
	p.reload()
	p.reads(".turn")
	p.harmless("Compose after a reload")
}

// reads checks that the poison is shown as complete text.
func (p *tab) reads(css string) {
	p.t.Helper()
	for _, trace := range traces {
		p.until(fmt.Sprintf("[...document.querySelectorAll(%s)].some(e => e.textContent.includes(%s))", quote(css), quote(trace)))
	}
}

// TestHostileClient: what a client sends is no safer than what an agent sends.
func TestHostileClient(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.streams()
	tap := c.Taps[0].URL
	outside(t, tap, "0.1", poison, "echo "+poison, true)
	outside(t, tap, "1.0", "m", "hostile", true)
	post(t, tap, "{"+poison, "User-Agent: <script>window.__pwned=7</script>")
	status, _ := post(t, tap+"/"+url.PathEscape("<script>window.__pwned=8</script>"), poison)
	if status == 200 {
		t.Error("the agent knows a path it cannot know")
	}
	p.until("document.querySelectorAll('[data-row]').length === 4")
	p.harmless("Traffic, live")
	p.typeIn("#session-name", "<img src=x onerror=window.__pwned=9> @get('/x')\r")
	p.until("document.querySelector('#session-name').value.includes('onerror')")
	p.press("k", ctrl)
	p.press("hello")
	p.until("document.querySelector('#palette-list')?.textContent.includes('datastar-patch-signals')")
	p.harmless("the palette")
	p.shot("hostile-palette")
}

// TestReferenceHostile: the reference agent's hostile response and its gallery, with safe names for
// downloads.
func TestReferenceHostile(t *testing.T) {
	t.Parallel()
	hearReferenceHostile(t, "1.0")
}

func hearReferenceHostile(t *testing.T, dialect string) {
	c, p := serve(t), open(t)
	// What the gallery's page attempts and its sandbox refuses. A browser reports this to the tab only if
	// the frame runs in the tab's process.
	p.may("the document's frame is sandboxed and the 'allow-scripts' permission is not set")
	p.may("track.png' violates the following Content Security Policy directive")
	p.compose(c, dialect)
	title := js[string](p, "document.title")
	p.send("hostile")
	p.sees("#gutter-head", "completed")
	p.sees(".turn", "formula", "=HYPERLINK")
	p.harmless("hostile")
	if got := js[string](p, "document.title"); got != title {
		t.Errorf("the title became %q", got)
	}
	p.shot("hostile-reference-" + dialect)
	names := js[[]string](p, `Promise.all([...document.querySelectorAll('a[download]')].map(a => fetch(a.href).then(r => r.headers.get('Content-Disposition') + ' ' + r.headers.get('X-Content-Type-Options'))))`)
	if len(names) == 0 {
		t.Error("nothing can be downloaded")
	}
	for _, n := range names {
		if !safeName(n) {
			t.Errorf("download is named %s", n)
		}
	}
	p.visit(p.origin() + "/compose?agent=" + url.QueryEscape(c.Agent))
	p.until("document.querySelector('#interface')")
	p.options()
	p.choose("#interface", dialect+" jsonrpc")
	p.send("gallery")
	p.sees("#gutter-head", "completed")
	p.until("document.querySelectorAll('.turn .blocks img').length >= 2 && document.querySelector('.turn audio') && document.querySelector('.turn iframe[sandbox]')")
	js[bool](p, "([...document.querySelectorAll('.turn img')].forEach(i => i.loading = 'eager'), true)")
	p.until("[...document.querySelectorAll('.turn img')].every(i => i.complete && i.naturalWidth > 0)")
	p.harmless("gallery")
	p.shot("gallery-" + dialect)
}

// safeName reports whether a download has a name that we made.
func safeName(header string) bool {
	name, ok := strings.CutPrefix(header, `attachment; filename="`)
	name, ok2 := strings.CutSuffix(name, `" nosniff`)
	return ok && ok2 && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-.") == "" && !strings.Contains(name, "..")
}

// saying is a status event with a message.
func (p *puppet) saying(text string) string {
	t, _ := json.Marshal(text)
	if p.dialect == "0.1" {
		return fmt.Sprintf(`{"id":"THE-TASK","status":{"state":"working","message":{"role":"agent","parts":[{"type":"text","text":%s}]}},"final":false}`, t)
	}
	return fmt.Sprintf(`{"statusUpdate":{"taskId":"puppet-task","contextId":"puppet-context","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"s1","role":"ROLE_AGENT","parts":[{"text":%s}]}}}}`, t)
}

// TestPolicy: pages, parts of pages and streams are served with the policy and its related headers.
// Package ui tests every route in process.
func TestPolicy(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "0.1", "task", "tell me a joke", false)
	p.visit(c.UI)
	p.sees("[data-row]", "completed")
	for _, at := range []string{"/traffic", "/no-such-page", "/palette?q=x", "/live/traffic"} {
		h := js[map[string]string](p, fmt.Sprintf("(async () => { const stop = new AbortController(); const r = await fetch(%s, {signal: stop.signal}); const h = Object.fromEntries(r.headers); stop.abort(); return h })()", quote(at)))
		if csp := h["content-security-policy"]; !strings.HasPrefix(csp, "default-src 'none'; script-src 'self'; ") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", at, csp)
		}
		if h["x-content-type-options"] != "nosniff" || h["referrer-policy"] != "same-origin" || h["cross-origin-opener-policy"] != "same-origin" {
			t.Errorf("%s: headers %v", at, h)
		}
	}
	p.expect("/no-such-page")
	if js[bool](p, "document.cookie !== ''") {
		t.Error("a script can read the cookie")
	}
}
