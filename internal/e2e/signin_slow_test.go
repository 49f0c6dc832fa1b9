//go:build slow

package e2e

import "testing"

// TestSlowSignInForms checks the forms of six schemes, and uses the flows that need no redirect: a
// code typed on another device, client credentials, and a key in the query.
func TestSlowSignInForms(t *testing.T) {
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
	server.selectAll("input[name=user_code]")
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
	p.selectAll(form("oauth2-client") + " input[name=secret]")
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
