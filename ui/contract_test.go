package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
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
)

// realFiles is Files over a real record.
type realFiles struct{ store *recorder.Store }

func (f realFiles) Export(ctx context.Context, session, _ string, only []string, w io.Writer) error {
	return f.store.Export(ctx, session, only, archive.NewJSONL(w, archive.Provenance{Program: "test"}))
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

// contractPlayer replays the same exchange for any session.
type contractPlayer struct{ *fakePlayer }

func (p contractPlayer) Plan(ctx context.Context, o host.ReplayOptions) (*replay.Replay, error) {
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
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "x.db"), Name: "first", Label: labelBroken, ReadWait: time.Hour})
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
	examiner := &fakeExaminer{asks: make(chan struct{}), id: "0195-said-1", says: "wrong"}
	ruled, holds := &ruleList{}, &holdList{}
	s, err := New(Options{Examiner: examiner, Rules: ruled, HoldQueue: holds, Library: store, Desk: store, Taps: f, Directory: store, Caller: &fakeCaller{}, Keeper: store, Requests: store, Secrets: someSecrets{}, Files: realFiles{store}, Player: player,
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

// call makes a request of a documented operation and compares the response with the document.
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

// member returns a string member of a JSON object.
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
	tape.EndRequest(at, nil)
	tape.WriteResponseHead(at, wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}})
	tape.Write(wire.Response, at, []byte("data: 1\n\ndata: \xff\n\n"), false)
	tape.End(wire.End{At: at, Outcome: wire.ByAgent})
	if err := tape.Commit(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
	return tape.ID()
}
