package dialect

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// framesOf returns the first frames of a response body, up to most.
func framesOf(resp Message, most int) []wire.Frame {
	return body.Frames(resp.Kind(), resp.Body, time.Time{}, most)
}

const shared = "../../testdata/shared/protocol"

// captureSets are recordings between third-party programs, with the version they speak and, by exchange, the
// checks they fail; "*" is for plain answers that are not listed.
func captureSets() []captureSet {
	return []captureSet{
		{"a2a-js-1.3.0-jsonrpc", a2a.V10, nil},
		{"a2a-go-v2.4.0-jsonrpc", a2a.V10, map[string]string{
			"15-ListTasks":                        "ERR-01", // -31401
			"31-DeleteTaskPushNotificationConfig": "RPC-09", // neither result nor error
			"32-SendStreamingMessage":             "SSE-22", // closed while working
		}},
		{"a2a-js-0.2.5-jsonrpc", a2a.V02, nil},
		{"a2a-js-0.3.13-jsonrpc", a2a.V03, nil},
		{"a2a-go-v0.3.15-jsonrpc", a2a.V03, map[string]string{
			"*":                                      "RPC-03",        // text/plain, whatever it answers
			"29-tasks-pushNotificationConfig-delete": "RPC-03 RPC-15", // neither result nor error
			"30-message-stream":                      "SSE-09",        // closed while working
		}},
		{"google-a2a-v01-js", a2a.V01, map[string]string{
			"07-tasks-cancel":               "REQ-04", // a part without type
			"11-tasks-sendSubscribe":        "REQ-04",
			"14-tasks-get":                  "RPC-08 ERR-01", // id null, the error inside error.data
			"16-tasks-pushNotification-set": "RPC-08 ERR-01",
			"17-tasks-resubscribe":          "SSE-03 ERR-01",
		}},
		{"trpc-a2a-go-v0.0.3", a2a.V01, map[string]string{
			"03-tasks-sendSubscribe": "SSE-05", // final:true on an artifact
			"09-tasks-send":          "ERR-09", // error.data is a text
			"12-tasks-get":           "ERR-09",
			"13-tasks-cancel":        "ERR-09",
		}},
	}
}

type captureSet struct {
	dir     string
	version a2a.Version
	quirks  map[string]string
}

// cardBeside returns the card at the start of a set of captures.
func cardBeside(t *testing.T, path string) *a2a.Card {
	t.Helper()
	first, err := filepath.Glob(filepath.Join(filepath.Dir(path), "01-*.req.http"))
	if err != nil || len(first) != 1 {
		t.Fatalf("no card beside %s: %v", path, err)
	}
	_, resp, _ := captured(t, first[0])
	card, _, _ := ReadCard(resp.Body)
	return card
}

// TestCaptures reads every exchange of the captures: version and operation must match its file name, bytes
// stay unchanged, and only known faults of the peer are found.
func TestCaptures(t *testing.T) {
	for _, set := range captureSets() {
		dir := filepath.Join(shared, "captures", set.dir)
		if _, err := os.Stat(dir); err != nil {
			continue // the captures are not everywhere; the corpus covers what they show
		}
		requests, _ := filepath.Glob(filepath.Join(dir, "*.req.http"))
		for _, path := range requests {
			name := strings.TrimSuffix(filepath.Base(path), ".req.http")
			t.Run(set.dir+"/"+name, func(t *testing.T) {
				readCapture(t, path, name, set)
			})
		}
	}
}

func readCapture(t *testing.T, path, name string, set captureSet) {
	version := set.version
	req, resp, ending := captured(t, path)
	hint := Hint{}
	if strings.Contains(name, "tasks-get") || strings.Contains(name, "tasks-cancel") || strings.Contains(name, "resubscribe") {
		hint.Version = version // the conversation so far
	}
	if version == a2a.V02 || version == a2a.V03 {
		hint.Card = cardBeside(t, path) // nothing on the wire tells these two apart
	}
	r := NewReader(req, hint)
	all := []a2a.Reading{r.Request(), r.Response(resp)}
	var joined []byte
	if binding.Streams("", resp.Kind()) {
		for _, f := range framesOf(resp, document.MaxFrames) {
			joined = append(joined, f.Raw...)
			all = append(all, r.Event(f))
		}
		if !bytes.Equal(joined, resp.Body) {
			t.Error("frames put together are not the body")
		}
	}
	last := a2a.Reading{Problems: r.End(ending)}
	id := r.Identity()
	if !slices.Contains(id.Versions, version) {
		t.Errorf("identified as %q", id.Label())
	}
	if !strings.Contains(name, "GET-") && !strings.Contains(name, "webhook") && !id.Certain() {
		t.Errorf("not certain: %q", id.Label())
	}
	var quirks []string
	for _, x := range append(all, last) {
		if x.Raw != nil && !bytes.Contains(req.Body, x.Raw) && !bytes.Contains(resp.Body, x.Raw) {
			t.Errorf("Raw is not the document as received: %s", x.Raw)
		}
		for _, p := range x.Problems {
			if p.Severity != a2a.SeverityInfo {
				quirks = append(quirks, p.Check)
				t.Logf("%s %s %s@%d: %s", p.Check, p.Severity, p.Path, p.Offset, p.Message)
			}
		}
	}
	want, named := set.quirks[name]
	if !named && req.Method == http.MethodPost && !binding.Streams("", resp.Kind()) && !strings.Contains(name, "webhook") {
		want = set.quirks["*"]
	}
	if got := strings.Join(quirks, " "); got != want {
		t.Errorf("problems %q, want %q", got, want)
	}
}

// captured parses the two HTTP messages of a capture.
func captured(t *testing.T, path string) (req, resp Message, ending wire.Outcome) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	hr, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(raw)))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(hr.Body)
	req = Message{Method: hr.Method, URL: "http://" + hr.Host + hr.URL.String(), Header: hr.Header, Body: body}
	raw, err = os.ReadFile(strings.TrimSuffix(path, ".req.http") + ".resp.http")
	if err != nil || len(raw) == 0 {
		return req, Message{}, wire.Cancelled
	}
	ans, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(raw)), hr)
	if err != nil {
		t.Fatal(err)
	}
	ending = wire.ByAgent
	if body, err = io.ReadAll(ans.Body); err != nil {
		ending = wire.Cancelled // the client left the stream
	}
	return req, Message{Status: ans.StatusCode, Header: ans.Header, Body: body}, ending
}

// TestSamples reads every sample of the supported versions. A valid one has only the problems that the index
// lists; an invalid one has a problem with its place.
func TestSamples(t *testing.T) {
	dir := filepath.Join(shared, "samples")
	if _, err := os.Stat(dir); err != nil {
		return // the corpus covers them
	}
	for _, s := range samples(t, dir) {
		t.Run(s.version+"/"+s.name(), func(t *testing.T) {
			if s.kind == "fragment" {
				if !json.Valid([]byte(s.body)) {
					t.Errorf("a fragment that is not valid")
				}
				return
			}
			c := s.wire(t)
			ps := c.problemsOf()
			if !s.valid {
				located(t, ps)
				return
			}
			for _, p := range ps {
				if p.Severity != a2a.SeverityInfo && !s.lists(p) {
					t.Errorf("index lists %q\nread: %s %s %s@%d: %s", s.quirks, p.Check, p.Severity, p.Path, p.Offset, p.Message)
				}
			}
		})
	}
}

// wire returns the sample in the exchange that TestImport makes.
func (s sample) wire(t *testing.T) *wireCase {
	t.Helper()
	path := filepath.Join(t.TempDir(), "case.txtar")
	var b bytes.Buffer
	for _, f := range s.files() {
		fmt.Fprintf(&b, "-- %s --\n%s", f.Name, f.Data)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := parseCase(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *wireCase) problemsOf() []a2a.Problem {
	if c.event != nil {
		id := Identify(c.req, Message{Status: 200, Body: c.event}, c.hint)
		return ReadEvent(id, c.req, Message{}, wire.Frame{Kind: wire.SSE, Raw: c.event, Data: c.event}).Problems
	}
	r := NewReader(c.req, c.hint)
	ps := slices.Concat(r.Request().Problems, r.Response(c.resp).Problems)
	if binding.Streams("", c.resp.Kind()) {
		for _, f := range framesOf(c.resp, document.MaxFrames) {
			ps = append(ps, r.Event(f).Problems...)
		}
	}
	return ps
}

func located(t *testing.T, ps []a2a.Problem) {
	t.Helper()
	if !slices.ContainsFunc(ps, func(p a2a.Problem) bool { return p.Offset >= 0 }) {
		t.Errorf("nothing says where it is broken: %+v", ps)
	}
}

// lists reports whether the index lists a problem.
func (s sample) lists(p a2a.Problem) bool {
	if s.kind == "error" && p.Check == "RPC-09" {
		return true // belongs to another binding
	}
	for _, q := range []struct{ says, check string }{
		{"authentication.schemes is a string", "CARD-09"},
		{"artifact without index", "ART-01"},
		{"result.id is the number 1", "RES-01"},
		{"result.id is the number 1", "SSE-04"},
		{"status.message without role", "RES-22"},
		{"status.message without messageId", "RES-22"},
		{"request without jsonrpc", "RPC-04"},
		{"request without id", "RPC-06"},
		{"file part uses data", "REQ-05"},
		{"placeholder instead of base64", "REQ-14"},
		{"timestamp without zone", "RES-14"},
		{"missing REQUIRED message/messageId", "REQ-10"},
		{"message without kind", "REQ-06"},
		{"message without kind", "RES-22"},
		{"message without kind", "RES-04"},
		{"message without messageId", "REQ-06"},
		{"messageId placed beside message", "REQ-06"},
		{"message result without role", "RES-05"},
		{"file part uses data", "REQ-08"},
		{"result object without kind", "RES-04"},
		{"artifact is an array", "SSE-04"},
		{"artifact as array", "SSE-04"},
		{"problem body", "RPC-09"},
		{"problem body", "REST-09"},
		{"problem+json body", "RPC-09"},
		{"problem+json body", "REST-09"},
		{"artifact without artifactId", "ART-04"},
		{"lacks contextId", "SSE-18"},
		{`unknown field "security"`, "CARD-14"},
		{"interface without protocolVersion", "CARD-19"},
		{"draft-only field name", "CARD-33"},
		{"missing REQUIRED", "CARD-08"},
	} {
		if strings.Contains(s.quirks, q.says) && p.Check == q.check {
			return true
		}
	}
	return false
}
