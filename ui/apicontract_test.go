package ui

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Everything served is documented, everything documented is served, and real responses match the
// document.
func TestTheAPIIsAsDocumented(t *testing.T) {
	c := newContract(t)
	x := c.put()
	c.call(200, "GET", "/api/openapi.json", "/api/openapi.json", "")

	c.call(200, "GET", "/api/exchanges", "/api/exchanges?filter=method:post&limit=1", "")
	c.call(400, "GET", "/api/exchanges", "/api/exchanges?filter=what:x", "")
	c.call(400, "GET", "/api/exchanges", "/api/exchanges?limit=0", "")
	for path, why := range map[string]string{
		"/api/exchanges?q=method:get": `This address has no parameter \"q\".`, "/api/exchanges?filter=a&filter=b": "more than once", "/api/exchanges?limit=1;before=2": "cannot be read",
		"/api/exchanges?filter=%zz": "cannot be read", "/api/sessions?limit=1": "this address takes no parameters",
		"/api/exchanges?limit=": `\"limit\" is empty`, "/api/checks?session=": `\"session\" is empty`, "/api/tail?frames=yes": `\"frames\" can only be 1`,
	} {
		described, _, _ := strings.Cut(path, "?")
		if got := string(c.call(400, "GET", described, path, "")); !strings.Contains(got, why) {
			t.Errorf("%s: %s", path, got)
		}
	}
	c.call(200, "GET", "/api/exchanges/{id}", "/api/exchanges/"+x, "")
	c.call(404, "GET", "/api/exchanges/{id}", "/api/exchanges/none", "")
	if got := c.call(200, "GET", "/api/exchanges/{id}/{side}", "/api/exchanges/"+x+"/response", ""); string(got) != "data: 1\n\ndata: \xff\n\n" {
		t.Errorf("response %q", got)
	}
	c.call(404, "GET", "/api/exchanges/{id}/{side}", "/api/exchanges/"+x+"/both", "")
	frames := c.call(200, "GET", "/api/exchanges/{id}/frames", "/api/exchanges/"+x+"/frames?from=1&limit=1", "")
	if !strings.Contains(string(frames), `"index":1`) || !strings.Contains(string(frames), `"next":2`) || !strings.Contains(string(frames), `"base64":"/w=="`) {
		t.Errorf("frames %s", frames)
	}
	c.call(400, "GET", "/api/exchanges/{id}/frames", "/api/exchanges/"+x+"/frames?limit=x", "")
	c.call(404, "GET", "/api/exchanges/{id}/frames", "/api/exchanges/none/frames", "")

	c.checks(x)
	c.rules()
	c.held()
	c.passed()
	c.says(x)
	first := c.store.Current().ID
	c.call(200, "GET", "/api/recording", "/api/recording", "")
	c.call(200, "PUT", "/api/recording", "/api/recording", `{"paused":true}`)
	if !c.store.Paused() {
		t.Error("not paused")
	}
	c.call(200, "PUT", "/api/recording", "/api/recording", `{"paused":false}`)
	c.call(422, "PUT", "/api/recording", "/api/recording", `{}`)
	c.call(400, "PUT", "/api/recording", "/api/recording", `{"pause":true}`)

	c.call(200, "GET", "/api/taps", "/api/taps", "")
	c.call(200, "POST", "/api/taps", "/api/taps", `{"agent":"http://127.0.0.1:9000/rpc"}`)
	c.call(422, "POST", "/api/taps", "/api/taps", `{"agent":"ftp://127.0.0.1"}`)
	if got := string(c.call(200, "POST", "/api/taps", "/api/taps", `{"agent":"http://127.0.0.1:9000/a2a%2Fx"}`)); !strings.Contains(got, `{"agent":"http://127.0.0.1:9000/a2a%2Fx","url":"http://`) || !strings.HasSuffix(got, "/a2a%2Fx\"}\n") {
		t.Errorf("the path of an agent is lost: %s", got)
	}
	if got := string(c.call(200, "GET", "/api/taps", "/api/taps", "")); !strings.Contains(got, `{"agent":"http://127.0.0.1:9000/rpc","url":"http://`) {
		t.Errorf("the path of an agent is lost: %s", got)
	}
	for agent, why := range map[string]string{"http://169.254.7.7/": "link-local", "http://[fe80::1]:9000": "link-local", "http://h/?key=1": "query", "http://me:x@h": "user name", "http://h/#x": "#"} {
		if got := string(c.call(422, "POST", "/api/taps", "/api/taps", `{"agent":"`+agent+`"}`)); !strings.Contains(got, why) || strings.Contains(got, "Send an http") || strings.Contains(got, "an agent has") {
			t.Errorf("%s is refused as %s", agent, got)
		}
	}
	c.call(400, "POST", "/api/taps", "/api/taps", `{"url":"http://127.0.0.1"}`)
	for body, why := range map[string]string{`{"agent":1}`: `\"agent\" is a number, but must be a string.`, `[]`: "The document is a list, but must be an object.", `{"agent":{}}`: "is an object, but"} {
		if got := string(c.call(400, "POST", "/api/taps", "/api/taps", body)); !strings.Contains(got, why) || strings.Contains(got, "Go ") {
			t.Errorf("%s: %s", body, got)
		}
	}

	c.call(200, "PATCH", "/api/sessions/{id}", "/api/sessions/"+first, `{"name":"n","note":"x","pinned":true,"tag":["Demo"]}`)
	c.call(422, "PATCH", "/api/sessions/{id}", "/api/sessions/"+first, `{"tag":["two words"]}`)
	c.call(404, "PATCH", "/api/sessions/{id}", "/api/sessions/none", `{}`)
	c.call(400, "PATCH", "/api/sessions/{id}", "/api/sessions/"+first, `not json`)
	c.call(409, "DELETE", "/api/sessions/{id}", "/api/sessions/"+first, "")
	next := member(t, c.call(200, "POST", "/api/sessions", "/api/sessions", `{"name":"second"}`), "id")
	if next != c.store.Current().ID {
		t.Error("the new session is not the current one")
	}
	c.call(200, "GET", "/api/sessions", "/api/sessions", "")
	c.call(200, "GET", "/api/sessions/{id}", "/api/sessions/"+first, "")
	c.call(404, "GET", "/api/sessions/{id}", "/api/sessions/none", "")

	file := c.call(200, "GET", "/api/sessions/{id}/export", "/api/sessions/"+first+"/export", "")
	c.call(400, "GET", "/api/sessions/{id}/export", "/api/sessions/"+first+"/export?format=exe", "")
	c.call(404, "GET", "/api/sessions/{id}/export", "/api/sessions/none/export", "")
	c.call(409, "POST", "/api/sessions/import", "/api/sessions/import?name=a.jsonl", string(file))
	c.call(400, "POST", "/api/sessions/import", "/api/sessions/import?copy=maybe", string(file))
	if id := member(t, c.call(200, "POST", "/api/sessions/import", "/api/sessions/import?copy=true", string(file)), "id"); id == first {
		t.Error("a copy has the id of the session that it is a copy of")
	}
	c.call(422, "POST", "/api/sessions/import", "/api/sessions/import", "nonsense")
	saved := member(t, c.call(200, "POST", "/api/sessions/save", "/api/sessions/save", `{"name":"s","filter":"method:post","exchanges":["`+x+`"]}`), "id")
	c.call(422, "POST", "/api/sessions/save", "/api/sessions/save", `{}`)
	c.call(422, "POST", "/api/sessions/save", "/api/sessions/save", `{"filter":"what:x"}`)
	c.call(404, "POST", "/api/sessions/save", "/api/sessions/save", `{"exchanges":["none"]}`)
	c.call(204, "DELETE", "/api/sessions/{id}", "/api/sessions/"+first, "")
	c.call(200, "POST", "/api/sessions/{id}/undelete", "/api/sessions/"+first+"/undelete", "")
	c.call(404, "POST", "/api/sessions/{id}/undelete", "/api/sessions/none/undelete", "")
	if err := c.store.Remove(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	back := c.call(200, "POST", "/api/sessions/import", `/api/sessions/import?name=..%2F..%5Ca.jsonl`, string(file))
	if member(t, back, "id") != first || member(t, back, "source") != "a.jsonl" {
		t.Errorf("imported %s", back)
	}

	c.call(200, "PUT", "/api/filters/{name}", "/api/filters/sends", `{"filter":"op:send"}`)
	c.call(422, "PUT", "/api/filters/{name}", "/api/filters/sends", `{"filter":"what:x"}`)
	c.call(200, "GET", "/api/filters", "/api/filters", "")
	c.call(204, "DELETE", "/api/filters/{name}", "/api/filters/sends", "")
	c.call(404, "DELETE", "/api/filters/{name}", "/api/filters/sends", "")
	if got := c.call(200, "GET", "/api/complete", "/api/complete?filter=caller:te", ""); !strings.Contains(string(got), `"caller:test/1"`) {
		t.Errorf("completion %s", got)
	}
	c.call(400, "GET", "/api/complete", "/api/complete?filter=a&cursor=5", "")

	c.call(200, "PUT", "/api/retention", "/api/retention", `{"keep_bytes":1,"keep_days":0}`)
	c.call(422, "PUT", "/api/retention", "/api/retention", `{"keep_bytes":-1}`)
	c.call(200, "GET", "/api/retention", "/api/retention", "")
	if got := c.call(200, "POST", "/api/retention/prune", "/api/retention/prune", `{"dry_run":true}`); !strings.Contains(string(got), saved) {
		t.Errorf("prune %s does not name %s", got, saved)
	}
	if _, err := c.store.Session(t.Context(), saved); err != nil {
		t.Errorf("a dry run removed: %v", err)
	}
	c.plays(saved)
	c.examines()
	c.call(200, "GET", "/api/tail", "/api/tail?format=ndjson", "")
	c.call(400, "GET", "/api/tail", "/api/tail?since=x", "")
	c.call(426, "GET", "/api/tail", "/api/tail", "")
	c.complete()
}

// says marks an exchange, and saves, reads and deletes a request.
func (c *contract) says(exchange string) {
	c.t.Helper()
	at := "/api/exchanges/" + exchange
	c.call(200, "PATCH", "/api/exchanges/{id}", at, `{"note":"look here","pinned":true}`)
	got := string(c.call(200, "GET", "/api/exchanges/{id}", at, ""))
	if !strings.Contains(got, `"note":"look here"`) || !strings.Contains(got, `"pinned":true`) {
		c.t.Errorf("marked: %s", got)
	}
	if got := string(c.call(200, "PATCH", "/api/exchanges/{id}", at, `{"pinned":false}`)); !strings.Contains(got, `"note":"look here"`) || strings.Contains(got, `"pinned"`) {
		c.t.Errorf("a pin taken away: %s", got)
	}
	c.call(404, "PATCH", "/api/exchanges/{id}", "/api/exchanges/none", `{"pinned":true}`)
	c.call(400, "PATCH", "/api/exchanges/{id}", at, `{"name":"x"}`)
	c.call(422, "PATCH", "/api/exchanges/{id}", at, `{"note":"`+strings.Repeat("x", wire.MaxNoteBytes+1)+`"}`)

	body := `{"agent":"http://127.0.0.1:9000/rpc","version":"1.0","parts":[{"kind":"text","text":"order {{what}}"}],
		"headers":"Authorization: Bearer hush-1\nX-Api-Key: {{key}}\nX-Trace: 7\nX-Mine: hush-3","variables":[{"name":"what","default":"a phone"},{"name":"key","default":"hush-2"}]}`
	put := string(c.call(200, "PUT", "/api/requests/{name}", "/api/requests/an%20order", body))
	read := string(c.call(200, "GET", "/api/requests/{name}", "/api/requests/an%20order", ""))
	if put != read {
		c.t.Errorf("saved %s, read %s", put, read)
	}
	for _, want := range []string{`"agent":"http://127.0.0.1:9000"`, `Bearer {{authorization}}`, `X-Trace: 7`, `X-Mine: {{x-mine}}`, `"default":"a phone"`, `{"name":"key","secret":true}`} {
		if !strings.Contains(read, want) {
			c.t.Errorf("no %s in %s", want, read)
		}
	}
	kept, err := c.store.SavedRequest(c.t.Context(), "an order")
	if err != nil || strings.Contains(read+string(kept.Body), "hush") {
		c.t.Errorf("a secret is kept: %s, %v", kept.Body, err)
	}
	if got := string(c.call(200, "GET", "/api/requests", "/api/requests", "")); !strings.Contains(got, `"name":"an order"`) || strings.Contains(got, "parts") {
		c.t.Errorf("listed: %s", got)
	}
	c.call(404, "GET", "/api/requests/{name}", "/api/requests/none", "")
	c.call(400, "PUT", "/api/requests/{name}", "/api/requests/x", `{"text":"hello"}`)
	c.call(422, "PUT", "/api/requests/{name}", "/api/requests/x", `{"agent":"ftp://x","parts":[{"kind":"text","text":"hello"}]}`)
	c.call(422, "PUT", "/api/requests/{name}", "/api/requests/x", `{"agent":"http://x","parts":[{"kind":"form"}]}`)
	c.call(204, "DELETE", "/api/requests/{name}", "/api/requests/an%20order", "")
	c.call(404, "DELETE", "/api/requests/{name}", "/api/requests/an%20order", "")
}

func apiRoutes(s *Server) []web.Route {
	return slices.DeleteFunc(slices.Clone(s.routes), func(rt web.Route) bool { return !strings.Contains(rt.Pattern, " /api/") })
}

func (c *contract) complete() {
	c.t.Helper()
	served := map[string]bool{}
	for _, rt := range apiRoutes(c.s) {
		served[rt.Pattern] = true
		method, path, _ := strings.Cut(rt.Pattern, " ")
		if dig(c.doc, "paths", path, strings.ToLower(method)) == nil {
			c.t.Errorf("%s is served and not documented", rt.Pattern)
		}
		if !c.called[rt.Pattern] {
			c.t.Errorf("%s was not tried", rt.Pattern)
		}
		if rt.Access != web.ByBearer {
			c.t.Errorf("%s does not ask for the bearer", rt.Pattern)
		}
	}
	for path, ops := range c.doc["paths"].(map[string]any) {
		for method := range ops.(map[string]any) {
			if !served[strings.ToUpper(method)+" "+path] {
				c.t.Errorf("%s %s is documented and not served", method, path)
			}
		}
	}
}

// The API does not accept the browser's cookie.
func TestTheAPITakesTheBearerOnly(t *testing.T) {
	c := newContract(t)
	for _, rt := range apiRoutes(c.s) {
		method, path, _ := strings.Cut(rt.Pattern, " ")
		w := httptest.NewRecorder()
		c.s.ServeHTTP(w, request(c.s, method, strings.NewReplacer("{id}", "x", "{side}", "request", "{name}", "n").Replace(path), nil))
		if w.Code != http.StatusUnauthorized || !strings.Contains(w.Body.String(), `"error":{"what"`) {
			t.Errorf("%s with a cookie: %d %s", rt.Pattern, w.Code, w.Body)
		}
	}
}
