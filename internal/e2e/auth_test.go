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

// guarded starts a reference agent that requires credentials, and returns its address.
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

// TestSignInWithToken: an agent refuses a message, the form appears in that place, and the same request
// is sent again with the typed token, by Retry or by signing in.
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
	p.sees("#compose-signin", "wants you to sign in", "401", "Its card requires a bearer token", "bearer token")
	p.shot("signin-compose")
	p.judgePart("#compose-signin", "sign-in in Compose")
	p.fits("sign-in in Compose")
	p.typeIn("#compose-signin "+tokenForm+" input[name=secret]", "demo-token-narrow")
	// Retry uses what was typed.
	p.clickText("#compose-signin button", "Retry this request")
	p.sees("#compose-signin", "403", "may not do this", "Signed in")
	if left := js[string](p, "[...document.querySelectorAll('input[type=password]')].map(e => e.value).join('')"); left != "" || strings.Contains(js[string](p, "document.documentElement.outerHTML"), "demo-token-narrow\"") {
		t.Errorf("the token is still in the page: %q", left)
	}
	p.clickText("#compose-signin summary", "Sign in again")
	p.typeIn("#compose-signin "+tokenForm+" input[name=secret]", "demo-token")
	// Signing in repeats the request without another click.
	p.click("#compose-signin " + tokenForm + " button[type=submit]")
	p.sees("#turns", "completed")
	p.until("!document.querySelector('#compose-signin').innerText.trim()")
	p.sees("#plan", "signed in with bearer")
}

// TestSignInWithOAuth walks through the code flow: the form, the server's page in another tab, the
// redirect, renewal, and signing out.
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
	p.sees("#agent", "oauth2", "apikey and basic", "The console contacts it only when you press")
	p.typeIn(oauthForm+" input[name=client]", "demo")
	p.selectAll(oauthForm + " input[name=redirect]")
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
	p.sees("#agent", "✓ Signed in", "valid until", "then renewed", "a2a")
	p.shot("signin-done")
	p.judgePart("#agent", "signed in")
	// With a new token, the form to sign in again is empty.
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
