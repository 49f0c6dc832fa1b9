package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// neighbour is a program on another port of this machine: it notes what browsers
// send, and answers with a page.
type neighbour struct {
	port  string
	came  chan *http.Request // those for /visit…
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

// visited waits for a browser and fails the test when it brought a cookie.
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

// give lets the agent answer with an event.
func (p *tab) give(agent *puppet, event string) {
	p.t.Helper()
	p.send("give a file")
	<-agent.called
	for _, e := range []string{agent.begin(), event, agent.status("completed", true), ""} {
		agent.events <- e
	}
	p.sees(".turn", "completed")
}

// TestNoOtherPortGetsTheCookie: what an agent links to, and any page on another
// port by whatever name, is visited without the console's cookie.
func TestNoOtherPortGetsTheCookie(t *testing.T) {
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
		other := open(t)
		other.visit(at)
		link := "document.querySelector(" + quote(`.turn a[href="`+urls[i]+`"]`) + ")"
		other.until(link)
		js[bool](other, "(a => { a.removeAttribute('target'); a.click(); return true })("+link+")") // in this tab: scripts may not open others
		n.visited(t, "a link to "+host)
		other = open(t)
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

// TestSignInPageGetsNoCookie: nor does an authorization server that an agent names.
func TestSignInPageGetsNoCookie(t *testing.T) {
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
	p.do(selectAll(oauthForm + " input[name=redirect]"))
	p.typeIn(oauthForm+" input[name=redirect]", "http://127.0.0.1:0/callback")
	p.click(oauthForm + " button[type=submit]")
	p.clickText(".signin-open", "Open the sign-in page")
	n.visited(t, "the sign-in page")
}

// TestTossedCookieDoesNotLockOut: another port, or another name of this machine,
// sets cookies of the console's name with longer paths, which are sent first.
func TestTossedCookieDoesNotLockOut(t *testing.T) {
	for name, flags := range map[string][]string{"private": nil, "plain": {"--plain-host"}} {
		t.Run(name, func(t *testing.T) {
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
			tosser := open(t)
			for _, host := range []string{"127.0.0.1", "localhost", "guess.localhost", home} {
				tosser.visit(n.at(host, "/visit?for="+home))
				r := <-n.came
				_ = r // the last of them does get the cookie: that host is the pages'
			}
			tosser.visit(n.at(home, "/traffic/visit"))
			outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
			p.visit(p.origin() + "/traffic")
			p.sees("[data-row]", "completed")
			p.streams()
		})
	}
}

// TestBrowserIsOpenedWithACodeOnly starts the console as a person does, with a
// browser that only notes what it is started with.
func TestBrowserIsOpenedWithACodeOnly(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("how a browser is started here cannot be noted")
	}
	dir := t.TempDir()
	noted := filepath.Join(dir, "noted")
	script := "#!/bin/sh\nprintf '%s\\n' \"$@\" > " + noted + ".new && mv " + noted + ".new " + noted + "\n"
	for _, name := range []string{"xdg-open", "x-www-browser", "www-browser"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "DISPLAY=:99", "CI=", "XDG_STATE_HOME=" + dir, "XDG_RUNTIME_DIR=" + dir}
	run := func(args ...string) *exec.Cmd {
		cmd := exec.Command(stage.console, args...)
		cmd.Env = append(os.Environ(), env...)
		return cmd
	}
	read := func() string {
		for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			if b, err := os.ReadFile(noted); err == nil {
				os.Remove(noted)
				return strings.TrimSpace(string(b))
			}
		}
		t.Fatal("no browser was started")
		return ""
	}
	any, db := "127.0.0.1:0", filepath.Join(dir, "record.db")
	serving := run("serve", "--db", db, "--listen", any, "--tap-listen", any, "--agent-listen", any, "--webhook-listen", any)
	out, err := serving.StdoutPipe()
	if err == nil {
		err = serving.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { serving.Process.Signal(os.Interrupt); serving.Wait() })
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	printed, perr := url.Parse(strings.TrimSpace(line))
	if err != nil || perr != nil || printed.Query().Get("token") == "" {
		t.Fatalf("serve printed %q: %v", line, err)
	}
	p := open(t)
	p.expect("401")
	// The first start, and a second one that finds the console running.
	for _, which := range []string{"first", "second"} {
		if which == "second" {
			if out, err := run("serve", "--db", db).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		at := read()
		if strings.Contains(at, printed.Query().Get("token")) || strings.Contains(at, ".localhost") || !strings.HasPrefix(at, "http://"+printed.Host+"/handover?code=") {
			t.Fatalf("%s: the browser is started with %s", which, at)
		}
		p.visit(at)
		p.sees("h1", "Connect an agent")
		if left := js[string](p, "location.search"); left != "" {
			t.Errorf("the address keeps %s", left)
		}
		p.visit(at)
		p.sees("h1", "used already")
		p.fits("a used link")
		p.shot("link-used")
		p.clickText("main a", "go to the console")
		p.sees("h1", "Connect an agent")
	}
	// The printed link works as often as one likes.
	for range 2 {
		p.visit(printed.String())
		p.sees("h1", "Connect an agent")
	}
}

// attacks is a page that tries what a page can: it reports when it is done.
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

// TestPageOfAnotherPortGetsNowhere lets a page on another port of this machine,
// which even knows where the pages are, do what it can.
func TestPageOfAnotherPortGetsNowhere(t *testing.T) {
	for name, flags := range map[string][]string{"private": nil, "plain": {"--plain-host"}} {
		t.Run(name, func(t *testing.T) {
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
			attacker := open(t)
			for _, expected := range []string{"403", "Refused to frame", "CORS", "blocked", "ERR_"} {
				attacker.may(expected)
			}
			for _, host := range []string{"127.0.0.1", "localhost", "guess.localhost", at.Hostname()} {
				attacker.visit(n.at(host, "/"))
				attacker.until("document.title.startsWith('done')")
				if got := js[string](attacker, "document.title"); got != "done 0" {
					t.Errorf("%s reads a page: %s", host, got)
				}
				attacker.clickText("a", "to the console")
				attacker.at("/traffic")
				attacker.sees("h1", "Open this page of the console?")
				attacker.shot("followed-" + name)
				attacker.fits("a followed link")
				attacker.clickText("a", "Continue")
				attacker.sees("[data-row]", "completed")
			}
			if now := len(c.sessions(t)); now != before {
				t.Errorf("%d sessions became %d", before, now)
			}
			p.reload()
			p.until("document.querySelector('#composer .edit-text textarea')?.value === 'mine'")
			p.sees("#recording, #bar", "Recording")
		})
	}
}

// may allows errors on the browser's console that hold words.
func (p *tab) may(words string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.allowed = append(p.allowed, words)
}

// sessions are those on record.
func (c *program) sessions(t *testing.T) []json.RawMessage {
	t.Helper()
	var said struct{ Sessions []json.RawMessage }
	c.ask(t, "/api/sessions", &said)
	return said.Sessions
}

// ask asks the API.
func (c *program) ask(t *testing.T, path string, to any) {
	t.Helper()
	at, err := url.Parse(c.UI)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+at.Host+path, nil)
	r.Header.Set("Authorization", "Bearer "+at.Query().Get("token"))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(to); err != nil {
		t.Fatal(err)
	}
}

// TestBrowserThatDoesNotResolveThePagesHost is told what to do, and with that it
// has its pages; addresses that agents give are text there.
func TestBrowserThatDoesNotResolveThePagesHost(t *testing.T) {
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
		p.fits("a browser that is lost")
		p.accessible(axeSource(t), "a browser that is lost", "")
		p.shot("host-not-found")
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
		p.shot("plain-host-links")
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
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	at, _ := url.Parse(c.UI)
	p.expect("401")
	p.visit("http://" + at.Host + "/traffic?q=state%3Acompleted")
	p.sees("#door-stranger", "not signed in")
	p.until("!document.querySelector('#door-stranger').hidden")
	p.shot("door-stranger")
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

// TestWayInWithoutScript: the printed address leads to the pages by one click where
// JavaScript is off.
func TestWayInWithoutScript(t *testing.T) {
	c, p := serve(t), open(t)
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return chromedp.Void{}, err
	}, chromedp.Navigate(c.UI))
	p.clickText("noscript a", "Continue")
	p.sees("h1", "Connect an agent")
	if host := js[string](p, "location.hostname"); !strings.HasSuffix(host, ".localhost") {
		t.Errorf("the pages are at %s", host)
	}
}
