package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
	"github.com/a2a-console/a2a-console/ui/api"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// realFiles is Files over a real record.
type realFiles struct{ store *recorder.Store }

func (f realFiles) Export(ctx context.Context, session, _ string, only []string, w io.Writer) error {
	return f.store.Export(ctx, session, only, archive.NewJSONL(w, archive.Written{By: "test"}))
}

func (f realFiles) Import(ctx context.Context, r io.Reader, name string, copied bool) (wire.Session, []string, error) {
	to := f.store.Import(name)
	sum, err := archive.Read(ctx, r, archive.ReadOptions{Name: name, Copy: copied}, to)
	if err != nil {
		to.Abandon(ctx)
		return wire.Session{}, nil, err
	}
	s, err := f.store.Session(ctx, sum.Session)
	return s, sum.Notes, err
}

// contractPlayer replays the same exchange whatever the session.
type contractPlayer struct{ *fakePlayer }

func (p contractPlayer) Plan(ctx context.Context, o host.Replaying) (*replay.Replay, error) {
	o.Session = "session-1"
	return p.fakePlayer.Plan(ctx, o)
}

// contract is a running API with its description.
type contract struct {
	t       *testing.T
	s       *Server
	store   *recorder.Store
	url     string
	doc     map[string]any
	schemas *jsonschema.Compiler
	called  map[string]bool
	examine *fakeExaminer
	ruled   *ruleList
	holds   *holdList
}

func newContract(t *testing.T) *contract {
	t.Helper()
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "x.db"), Name: "first", Label: labelBroken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	f := &fakeRecord{}
	said := emptyRecord()
	x, chunks := withBodies(sample(1, "said"), "tell me a joke")
	x.Labels.Task = "t"
	said.put(x, chunks...)
	player := contractPlayer{&fakePlayer{f: said, says: "tell me a poem"}}
	examiner := &fakeExaminer{id: "0195-said-1", says: "wrong"}
	ruled, holds := &ruleList{}, &holdList{}
	s, err := New(Options{Examiner: examiner, Rules: ruled, Holds: holds, Library: store, Desk: store, Taps: f, Directory: store, Caller: &fakeCaller{}, Keeper: store, Requests: store, Secrets: someSecrets{}, Files: realFiles{store}, Player: player,
		Listen: "127.0.0.1:7420", PrivateHost: "private.localhost", Token: "secret", Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); srv.Close() })
	c := &contract{t: t, s: s, store: store, url: srv.URL, schemas: jsonschema.NewCompiler(), called: map[string]bool{}, examine: examiner, ruled: ruled, holds: holds}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(api.OpenAPI))
	if err != nil {
		t.Fatal(err)
	}
	c.doc = doc.(map[string]any)
	if err := c.schemas.AddResource("mem:///openapi.json", doc); err != nil {
		t.Fatal(err)
	}
	return c
}

// call makes a request of a documented operation and holds the answer against
// what the document says of it.
func (c *contract) call(want int, method, pattern, target, body string) []byte {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.url+target, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer secret")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	var got []byte
	if strings.Contains(target, "format=ndjson") {
		line := make([]byte, 4096)
		n, _ := resp.Body.Read(line)
		got = bytes.TrimSpace(line[:n])
	} else if got, err = io.ReadAll(resp.Body); err != nil {
		c.t.Fatal(err)
	}
	if resp.StatusCode != want {
		c.t.Errorf("%s %s: %d %s, want %d", method, target, resp.StatusCode, got, want)
		return got
	}
	if want < 400 {
		c.called[method+" "+pattern] = true
	}
	c.check(method, pattern, resp, got)
	return got
}

func (c *contract) check(method, pattern string, resp *http.Response, got []byte) {
	c.t.Helper()
	op := dig(c.doc, "paths", pattern, strings.ToLower(method))
	status := http.StatusText(resp.StatusCode)
	answer := dig(op, "responses", part.Itoa(resp.StatusCode))
	if answer == nil {
		c.t.Errorf("%s %s: %d %s is not documented", method, pattern, resp.StatusCode, status)
		return
	}
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	if dig(answer, "content") == nil {
		if len(got) > 0 {
			c.t.Errorf("%s %s: an undocumented body: %s", method, pattern, got)
		}
		return
	}
	media := dig(answer, "content", kind)
	if media == nil {
		c.t.Errorf("%s %s: %s is not documented", method, pattern, kind)
		return
	}
	if dig(media, "schema") == nil || kind == "application/octet-stream" {
		return
	}
	where := "mem:///openapi.json#" + strings.Join([]string{"", "paths", escape(pattern), strings.ToLower(method), "responses", part.Itoa(resp.StatusCode), "content", escape(kind), "schema"}, "/")
	schema, err := c.schemas.Compile(where)
	if err != nil {
		c.t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(got))
	if err == nil {
		err = schema.Validate(v)
	}
	if err != nil {
		c.t.Errorf("%s %s: %v\n%s", method, pattern, err, got)
	}
}

func escape(s string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(s)
}

func dig(v any, path ...string) any {
	for _, p := range path {
		m, _ := v.(map[string]any)
		v = m[p]
	}
	return v
}

// member reads a string out of an answer.
func member(t *testing.T, b []byte, name string) string {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	s, _ := v[name].(string)
	return s
}

// put records an exchange with a stream.
func (c *contract) put() string {
	tape := c.store.Begin(wire.Exchange{Origin: wire.Client, Agent: "http://127.0.0.1:9999", Caller: "test/1", Method: "POST", URL: "http://127.0.0.1:9999/",
		Request: wire.Head{Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"application/json"}}}})
	at := time.Now()
	tape.Write(wire.Request, at, []byte(`{"a":1}`), false)
	tape.RequestDone(at, nil)
	tape.Answer(at, wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}})
	tape.Write(wire.Response, at, []byte("data: 1\n\ndata: \xff\n\n"), false)
	tape.End(wire.End{At: at, Outcome: wire.ByAgent})
	if err := tape.Commit(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
	return tape.ID()
}

// Everything served is documented, everything documented is served, and real
// answers are as the document says.
func TestTheAPIIsAsDocumented(t *testing.T) {
	c := newContract(t)
	x := c.put()
	c.call(200, "GET", "/api/openapi.json", "/api/openapi.json", "")

	c.call(200, "GET", "/api/exchanges", "/api/exchanges?filter=method:post&limit=1", "")
	c.call(400, "GET", "/api/exchanges", "/api/exchanges?filter=what:x", "")
	c.call(400, "GET", "/api/exchanges", "/api/exchanges?limit=0", "")
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
	c.call(400, "POST", "/api/taps", "/api/taps", `{"url":"http://127.0.0.1"}`)

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
	c.call(422, "PATCH", "/api/exchanges/{id}", at, `{"note":"`+strings.Repeat("x", wire.NoteLimit+1)+`"}`)

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

// apiRoutes are the addresses for programs.
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

// Nothing of the API answers to the browser's cookie, or without a token.
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
