package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// neighbour is a program on another port of this machine: it records what browsers send, and answers with
// a page.
type neighbour struct {
	port  string
	came  chan *http.Request // requests for /visit…
	serve func(w http.ResponseWriter, r *http.Request)
}

func newNeighbour(t *testing.T) *neighbour {
	t.Helper()
	n := &neighbour{came: make(chan *http.Request, 64)}
	n.serve = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>neighbour</title><h1>neighbour</h1>")
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/visit") {
			n.came <- r
		}
		if r.URL.Path == "/favicon.ico" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		n.serve(w, r)
	}))
	t.Cleanup(s.Close)
	u, _ := url.Parse(s.URL)
	n.port = u.Port()
	return n
}

func (n *neighbour) at(host, path string) string { return "http://" + host + ":" + n.port + path }

// visited waits for a browser. It fails the test if the browser sent a cookie, or the pages'
// address as its referrer.
func (n *neighbour) visited(t *testing.T, what string) {
	t.Helper()
	select {
	case r := <-n.came:
		if c := r.Header.Get("Cookie"); c != "" {
			t.Errorf("%s (%s%s) got the cookie %s", what, r.Host, r.URL.Path, c)
		}
		if ref := r.Header.Get("Referer"); strings.Contains(ref, ".localhost") {
			t.Errorf("%s (%s%s) was told where the pages are: %s", what, r.Host, r.URL.Path, ref)
		}
	case <-time.After(patience):
		t.Fatalf("%s: nobody came", what)
	}
}

// filesAt is an artifact event with files by their URLs, and a link in markdown.
func filesAt(urls ...string) string {
	var parts []string
	for _, u := range urls {
		parts = append(parts, fmt.Sprintf(`{"url":%s,"filename":"x","mediaType":"text/plain"}`, quote(u)))
	}
	parts = append(parts, `{"text":"see [the other](http://127.0.0.1:9/other) one","mediaType":"text/markdown"}`)
	return `{"artifactUpdate":{"taskId":"puppet-task","contextId":"puppet-context","lastChunk":true,"artifact":{"artifactId":"a1","name":"file","parts":[` + strings.Join(parts, ",") + `]}}}`
}

// give makes the agent answer with an event.
func (p *tab) give(agent *puppet, event string) {
	p.t.Helper()
	p.send("give a file")
	<-agent.called
	for _, e := range []string{agent.begin(), event, agent.status("completed", true), ""} {
		agent.events <- e
	}
	p.sees(".turn", "completed")
}

// TestNoOtherPortGetsTheCookie: a browser visits links from an agent, and any page on another port under
// any name, without the console's cookie.
func TestNoOtherPortGetsTheCookie(t *testing.T) {
	t.Parallel()
	agent, n := newPuppet(t, "1.0", "Linker", "give a file"), newNeighbour(t)
	c, p := serve(t), open(t)
	p.meet(c, agent, "1.0")
	hosts := []string{"127.0.0.1", "localhost", "guess.localhost"}
	var urls []string
	for _, host := range hosts {
		urls = append(urls, n.at(host, "/visit/link"))
	}
	p.give(agent, filesAt(urls...))
	at := js[string](p, "location.href")
	for i, host := range hosts {
		other := p.another()
		other.visit(at)
		link := "document.querySelector(" + quote(`.turn a[href="`+urls[i]+`"]`) + ")"
		other.act(link, "e.removeAttribute('target'); e.click()") // in this tab, because scripts may not open others
		n.visited(t, "a link to "+host)
		other = p.another()
		other.visit(n.at(host, "/visit/typed"))
		n.visited(t, "an address typed at "+host)
	}
	if host := js[string](p, "location.hostname"); !strings.HasSuffix(host, ".localhost") || len(host) < 36 {
		t.Errorf("the pages are at %s", host)
	}
	// The console still knows the browser.
	p.visit(p.origin() + "/traffic")
	p.sees("[data-row]", "completed")
}

// TestSignInPageGetsNoCookie: an authorization server that an agent names does not get the cookie either.
func TestSignInPageGetsNoCookie(t *testing.T) {
	t.Parallel()
	n := newNeighbour(t)
	n.serve = func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/agent-card.json") {
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{
			"name": "Asker", "description": "x", "version": "1", "capabilities": map[string]any{},
			"defaultInputModes": []string{"text/plain"}, "defaultOutputModes": []string{"text/plain"}, "skills": []any{},
			"supportedInterfaces": []any{map[string]any{"url": n.at("127.0.0.1", "/rpc"), "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}},
			"securitySchemes": map[string]any{"oauth2": map[string]any{"oauth2SecurityScheme": map[string]any{"flows": map[string]any{"authorizationCode": map[string]any{
				"authorizationUrl": n.at("127.0.0.1", "/visit/authorize"), "tokenUrl": n.at("127.0.0.1", "/token"), "scopes": map[string]string{"a": "b"}}}}}},
			"securityRequirements": []any{map[string]any{"schemes": map[string]any{"oauth2": map[string]any{"list": []string{}}}}},
		})
	}
	c, p := serve(t, "--no-agent"), open(t)
	p.visit(c.UI)
	p.until("document.querySelector('#address')")
	p.connect(n.at("127.0.0.1", ""))
	id := "127.0.0.1:" + n.port
	p.at("/agents/" + id)
	p.visit(p.origin() + "/agents/" + id + "?tab=signin")
	p.streams()
	p.typeIn(oauthForm+" input[name=client]", "demo")
	p.selectAll(oauthForm + " input[name=redirect]")
	p.typeIn(oauthForm+" input[name=redirect]", "http://127.0.0.1:0/callback")
	p.click(oauthForm + " button[type=submit]")
	p.clickText(".signin-open", "Open the sign-in page")
	n.visited(t, "the sign-in page")
}

// attacks is a page that tries everything a page can, and reports when it is done.
const attacks = `<!doctype html><title>attack</title><script>
const target = %s;
const done = [];
const each = (n, f) => Promise.all(Array.from({length: n}, (_, i) => f(i).catch(() => {})));
const frame = (src) => new Promise((r) => { const f = document.createElement('iframe'); f.src = src; f.onload = f.onerror = r; document.body.append(f); });
const image = (src) => new Promise((r) => { const i = new Image(); i.src = src; i.onload = i.onerror = r; });
const form = (path) => new Promise((r) => { const n = 'f' + Math.random(); const t = document.createElement('iframe'); t.name = n; document.body.append(t); t.onload = r;
  const f = document.createElement('form'); f.method = 'post'; f.action = target + path; f.target = n; document.body.append(f); f.submit(); });
onload = async () => {
  await each(130, () => fetch(target + '/compose', {mode: 'no-cors', credentials: 'include'}));
  await each(6, (i) => fetch(target + '/traffic?q=' + 'a*+'.repeat(500) + i, {mode: 'no-cors', credentials: 'include'}));
  for (const path of ['/sessions/new', '/sessions/pause', '/compose/d/send', '/handover']) {
    await fetch(target + path, {method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams({name: 'attacked', ticket: 'x'})}).catch(() => {});
    await form(path);
  }
  const read = await fetch(target + '/traffic', {credentials: 'include'}).then((r) => r.text(), () => '');
  await frame(target + '/traffic'); await image(target + '/traffic'); await image(target + '/static/x/icon.svg');
  document.title = 'done ' + read.length;
};
</script><h1>neighbour</h1><a id="link" href=%s>to the console</a>`

// TestPageOfAnotherPortGetsNowhere: a page on another port of this machine, which even knows the pages'
// address, tries everything it can.
func TestPageOfAnotherPortGetsNowhere(t *testing.T) {
	t.Parallel()
	attackFromAnotherPort(t, []string{""})
}

// attackFromAnotherPort attacks under each of these names of the machine; "" is the host of the pages.
func attackFromAnotherPort(t *testing.T, hosts []string, flags ...string) {
	n := newNeighbour(t)
	c, p := serve(t, flags...), open(t)
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	p.visit(c.UI)
	p.sees("[data-row]", "completed")
	p.clickText("#rail a", "Compose")
	p.at("/compose")
	p.streams()
	p.typeIn("#composer .edit-text textarea", "mine")
	p.until("document.querySelector('#preview').textContent.includes('mine')")
	home := p.origin()
	at, _ := url.Parse(home)
	n.serve = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, attacks, quote(home), quote(home+"/traffic"))
	}
	before := len(c.sessions(t))
	attacker := p.another()
	for _, expected := range []string{"403", "Refused to frame", "CORS", "blocked", "ERR_"} {
		attacker.may(expected)
	}
	for _, host := range hosts {
		if host == "" {
			host = at.Hostname()
		}
		attacker.visit(n.at(host, "/"))
		attacker.until("document.title.startsWith('done')")
		if got := js[string](attacker, "document.title"); got != "done 0" {
			t.Errorf("%s reads a page: %s", host, got)
		}
		attacker.clickText("a", "to the console")
		attacker.at("/traffic")
		attacker.sees("h1", "Open this page of the console?")
		if len(hosts) == 1 {
			attacker.accessible(axeSource(t), "a followed link", "")
		}
		attacker.clickText("a", "Continue")
		attacker.sees("[data-row]", "completed")
	}
	if now := len(c.sessions(t)); now != before {
		t.Errorf("%d sessions became %d", before, now)
	}
	p.reload()
	p.until("document.querySelector('#composer .edit-text textarea')?.value === 'mine'")
	p.sees("#recording, #bar", "Recording")
}
