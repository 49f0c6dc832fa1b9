package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// guarded starts a reference agent that demands credentials, and returns its
// address.
func guarded(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, stage.console, append([]string{"agent", "--json", "--listen", "127.0.0.1:0"}, args...)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 15 * time.Second
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	out := bufio.NewReader(stdout)
	t.Cleanup(func() { cancel(); cmd.Wait() })
	line, err := out.ReadString('\n')
	var said struct{ Agent string }
	if err == nil {
		err = json.Unmarshal([]byte(line), &said)
	}
	if err != nil {
		t.Fatalf("agent printed %q: %v", line, err)
	}
	go io.Copy(io.Discard, out)
	return said.Agent
}

const (
	tokenForm = "form.signin-form:has(input[name=scheme][value=bearer])"
	oauthForm = "form.signin-form:has(input[name=scheme][value=oauth2])"
)

// TestSignInWithToken: an agent turns a message away, the form stands where that
// happened, and the same request goes out again with what was typed, by Retry or by
// signing in.
func TestSignInWithToken(t *testing.T) {
	t.Parallel()
	c, p := serve(t, "--no-agent"), open(t)
	agent := guarded(t, "--require", "bearer")
	p.visit(c.UI)
	p.until("document.querySelector('#address')")
	p.connect(agent)
	p.at("/agents/" + agentID(agent))
	p.visit(p.origin() + "/compose?agent=" + agent)
	p.streams()
	p.typeIn("#composer textarea", "tell me a joke")
	p.clickText("#composer button", "Send")
	p.sees("#compose-signin", "wants you to sign in", "401", "Its card asks for bearer", "bearer token")
	p.shot("signin-compose")
	p.accessible(axeSource(t), "sign-in in Compose", "")
	p.fits("sign-in in Compose")
	p.typeIn("#compose-signin "+tokenForm+" input[name=secret]", "demo-token-narrow")
	// Retry uses what was typed (U9).
	p.clickText("#compose-signin button", "Retry this request")
	p.sees("#compose-signin", "403", "may not do this", "Signed in")
	if left := js[string](p, "[...document.querySelectorAll('input[type=password]')].map(e => e.value).join('')"); left != "" || strings.Contains(js[string](p, "document.documentElement.outerHTML"), "demo-token-narrow\"") {
		t.Errorf("the token is still in the page: %q", left)
	}
	p.clickText("#compose-signin summary", "Sign in anew")
	p.typeIn("#compose-signin "+tokenForm+" input[name=secret]", "demo-token")
	// Signing in retries by itself (U9).
	p.click("#compose-signin " + tokenForm + " button[type=submit]")
	p.sees("#turns", "completed")
	p.until("!document.querySelector('#compose-signin').innerText.trim()")
	p.sees("#plan", "signed in by bearer")
}

// TestSignInWithOAuth walks the code flow: the form, the server's page in another
// tab, the way back, renewal, and signing out.
func TestSignInWithOAuth(t *testing.T) {
	t.Parallel()
	c, p := serve(t, "--no-agent"), open(t)
	agent := guarded(t, "--require", "oauth2", "--require", "basic+apikey")
	p.visit(c.UI)
	p.until("document.querySelector('#address')")
	p.connect(agent)
	p.at("/agents/" + agentID(agent))
	p.visit(p.origin() + "/agents/" + agentID(agent) + "?tab=signin")
	p.streams()
	p.sees("#agent", "oauth2", "apikey and basic", "Nothing is asked there until you press")
	p.look(axeSource(t), "signin", "/agents/"+agentID(agent)+"?tab=signin")
	p.streams()
	p.typeIn(oauthForm+" input[name=client]", "demo")
	p.do(selectAll(oauthForm + " input[name=redirect]"))
	p.typeIn(oauthForm+" input[name=redirect]", "http://127.0.0.1:0/callback")
	p.click(oauthForm + " button[type=submit]")
	p.sees("#agent", "Open the sign-in page", "Redirect URI to register")
	p.shot("signin-pending")
	p.until("document.activeElement.matches('.signin-open')")
	to := js[string](p, "document.querySelector('.signin-open').href")
	if !strings.Contains(to, "code_challenge_method=S256") || !strings.Contains(to, "state=") {
		t.Errorf("the page to open is %s", to)
	}
	server := p.another()
	server.visit(to)
	server.sees("h1", "Allow access")
	server.shot("signin-server")
	server.click("#allow")
	server.sees("h1", "Signed in")
	p.sees("#agent", "✓ Signed in", "good until", "then renewed", "a2a")
	p.shot("signin-done")
	p.accessible(axeSource(t), "signed in", "")
	// With a new token the form to sign in anew begins anew.
	form := js[string](p, "document.querySelector('"+oauthForm+"').id")
	p.clickText("#agent button", "Renew the token now")
	p.until("document.querySelector('" + oauthForm + "').id !== " + quote(form))
	p.sees("#agent", "✓ Signed in")

	p.visit(p.origin() + "/compose?agent=" + agent)
	p.streams()
	p.typeIn("#composer textarea", "tell me a joke")
	p.clickText("#composer button", "Send")
	p.sees("#turns", "completed")
	p.visit(p.origin() + "/agents/" + agentID(agent) + "?tab=signin")
	p.streams()
	p.clickText("#agent button", "Sign out")
	p.until("!document.querySelector('#agent').innerText.includes('✓ Signed in')")
}

// TestSignInForms looks at the form of every scheme, and walks the flows that
// need no way back: a code typed on another device, the client by itself, and a
// key in the query.
func TestSignInForms(t *testing.T) {
	t.Parallel()
	c, p := serve(t, "--no-agent"), open(t)
	agent := guarded(t, "--require", "oauth2-device", "--require", "oauth2-client", "--require", "openid", "--require", "apikey-query", "--require", "apikey-cookie", "--require", "basic")
	p.visit(c.UI)
	p.until("document.querySelector('#address')")
	p.connect(agent)
	p.at("/agents/" + agentID(agent))
	p.look(axeSource(t), "signin-forms", "/agents/"+agentID(agent)+"?tab=signin")
	p.streams()
	form := func(scheme string) string { return "form.signin-form:has(input[name=scheme][value=" + scheme + "])" }

	p.typeIn(form("oauth2-device")+" input[name=client]", "demo")
	p.click(form("oauth2-device") + " button[type=submit]")
	p.sees("#agent", "Open the page on any device and type")
	p.judgeHere(axeSource(t), "signin-device", "a sign-in that waits for a code")
	code, to := p.text(".user-code"), js[string](p, "document.querySelector('.signin-open').href")
	server := p.another()
	server.visit(to)
	server.until("document.querySelector('input[name=user_code]')")
	server.do(selectAll("input[name=user_code]"))
	server.typeIn("input[name=user_code]", code)
	server.click("#allow")
	p.sees("#agent", "✓ Signed in", "then renewed")
	p.clickText("#agent button", "Sign out")
	p.until("!document.querySelector('#agent').innerText.includes('✓ Signed in')")

	p.typeIn(form("oauth2-client")+" input[name=client]", "demo")
	p.typeIn(form("oauth2-client")+" input[name=secret]", "wrong")
	p.click(form("oauth2-client") + " button[type=submit]")
	p.sees("body", "invalid_client", "check the client id and its secret")
	p.shot("signin-refused")
	p.do(selectAll(form("oauth2-client") + " input[name=secret]"))
	p.typeIn(form("oauth2-client")+" input[name=secret]", "demo-secret")
	p.click(form("oauth2-client") + " button[type=submit]")
	p.sees("#agent", "✓ Signed in")
	p.clickText("#agent button", "Sign out")
	p.until("!document.querySelector('#agent').innerText.includes('✓ Signed in')")

	p.typeIn(form("apikey-query")+" input[name=secret]", "demo-key")
	p.click(form("apikey-query") + " button[type=submit]")
	p.sees("#agent", "Credential kept", "demo-key-query")
	p.visit(p.origin() + "/compose?agent=" + agent)
	p.streams()
	p.typeIn("#composer textarea", "tell me a joke")
	p.clickText("#composer button", "Send")
	p.sees("#turns", "completed")
}
