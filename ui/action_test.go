package ui

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

// byBrowser posts a form as a browser does without script.
func byBrowser(t *testing.T, s *Server, from, path string, form url.Values) *httptest.ResponseRecorder {
	t.Helper()
	r := request(s, http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	if from != "" {
		r.Header.Set("Referer", from)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

const console = "http://private.localhost:7420"

// TestSecretIsPostedWithoutScript: a form sent without script is accepted, its secret is in no
// address, and the browser returns to the page it came from.
func TestSecretIsPostedWithoutScript(t *testing.T) {
	s, wallet := guardedServer(t, fourSchemes, "")
	page := link.AgentURL(guardedAgent) + "?tab=signin"
	w := byBrowser(t, s, console+page, link.AgentURL(guardedAgent)+"/sign-in/put", url.Values{"scheme": {"tok"}, "secret": {"swordfish"}})
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != page {
		t.Fatalf("got %d to %q: %s", w.Code, w.Header().Get("Location"), mainOf(w.Body.String()))
	}
	if _, in := wallet.Account(guardedAgent).StateOf("tok"); !in {
		t.Error("the credential was not taken")
	}
	for name, values := range w.Header() {
		if strings.Contains(strings.Join(values, " "), "swordfish") {
			t.Errorf("the secret is in %s", name)
		}
	}
	mustSee(t, signInOf(t, get(t, s, page).Body.String()), "Credential kept")
	w = byBrowser(t, s, console+page, link.AgentURL(guardedAgent)+"/sign-in/put", url.Values{"scheme": {"tok"}, "secret": {""}})
	if w.Code != http.StatusConflict || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Errorf("a refused form: %d, %s", w.Code, w.Header().Get("Content-Type"))
	}
	mustSee(t, mainOf(w.Body.String()), "<h1>The sign-in action failed.</h1>", `href="`+page+`">Go back</a>`)
}

// TestFormsWithoutScriptLeadOn: a form posted without script is answered with a page or a redirect,
// never with patches.
func TestFormsWithoutScriptLeadOn(t *testing.T) {
	for _, c := range []struct{ from, path, form, to, says string }{
		{"/sessions", "/sessions/old/name", "name=fresh", "/sessions", ""},
		{"/traffic?q=op%3Asend", "/sessions/current/name", "name=fresh", "/traffic?q=op%3Asend", ""},
		{"/traffic?q=op%3Asend", "/sessions/save", "q=op%3Asend", "/sessions/saved", ""},
		{"/traffic?q=op%3Asend", "/filters", "name=sends&q=op%3Asend", "/traffic?q=op%3Asend", ""},
		{"/settings", "/settings/retention-preview", "size=1&unit=B", "", "Nothing exceeds"},
		{"/sessions", "/sessions/current/name", "name=", "", "A session needs a name."},
		{"/agents", "/agents/connect", "address=127.0.0.1%3A9", "", "No card was found."},
		{"/webhooks", "/webhooks/new", "", "/webhooks/", ""},
	} {
		f := normalRecord()
		f.sessions = append(f.sessions, wire.Session{ID: "old", Name: "old"})
		s := wholeServer(t, f)
		form, _ := url.ParseQuery(c.form)
		w := byBrowser(t, s, console+c.from, c.path, form)
		if c.to != "" && (w.Code != http.StatusSeeOther || !strings.HasPrefix(w.Header().Get("Location"), c.to)) {
			t.Errorf("%s: got %d to %q, want %s: %s", c.path, w.Code, w.Header().Get("Location"), c.to, w.Body)
		}
		if c.to == "" {
			if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
				t.Errorf("%s: the answer is %s", c.path, w.Header().Get("Content-Type"))
			}
			harmless(t, w.Body.String())
			mustSee(t, mainOf(w.Body.String()), c.says)
		}
	}
}

// TestScriptGetsPatches: the same posts, sent by the page's script, are answered with patches.
func TestScriptGetsPatches(t *testing.T) {
	s := wholeServer(t, normalRecord())
	for path, want := range map[string]int{"/sessions/current/name": http.StatusNoContent, "/webhooks/new": http.StatusOK} {
		r := request(s, http.MethodPost, path, strings.NewReader("name=fresh"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "text/event-stream, text/html, application/json")
		r.Header.Set("Datastar-Request", "true")
		r.Header.Set("Referer", console+"/sessions")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != want || w.Header().Get("Location") != "" {
			t.Errorf("%s: got %d to %q", path, w.Code, w.Header().Get("Location"))
		}
	}
}

// TestBackStaysHere: a form leads back to a page of the console, whatever Referer the browser
// sends.
func TestBackStaysHere(t *testing.T) {
	s := wholeServer(t, normalRecord())
	for from, want := range map[string]string{
		console + "/agents?tab=x":                     "/agents?tab=x",
		console + "/":                                 "/",
		"":                                            "/",
		"http://evil.example/agents":                  "/",
		"http://127.0.0.1:7999/agents":                "/",
		console + "//evil.example/":                   "/",
		console + "//agents":                          "/agents",
		console + `/\evil.example/`:                   "/",
		console + "/sessions/current/name":            "/",
		console + "/nowhere":                          "/",
		"javascript:alert(1)":                         "/",
		console + "/agents?tab=%0d%0aSet-Cookie:%20x": "/agents?tab=%0d%0aSet-Cookie:%20x",
	} {
		w := byBrowser(t, s, from, "/sessions/current/name", url.Values{"name": {"fresh"}})
		if got := w.Header().Get("Location"); w.Code != http.StatusSeeOther || got != want || strings.HasPrefix(got, "//") {
			t.Errorf("from %q: %d to %q, want %q", from, w.Code, got, want)
		}
	}
}
