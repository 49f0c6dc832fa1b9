//go:build slow

package interop

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	v10 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	whole "github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestSlowProto reads the corpus, including broken documents, writes all that was understood in 1.0 and
// in the ProtoJSON of 0.3, and has the protocol's own schemas validate it.
func TestSlowProto(t *testing.T) {
	asked := append(encodings(t, newSchema{}), encodings(t, oldSchema{})...)
	if len(asked) < 400 {
		t.Fatalf("the corpus yields only %d documents", len(asked))
	}
	var in bytes.Buffer
	for i := range asked {
		q := &asked[i]
		q.pack(t)
		if err := json.NewEncoder(&in).Encode(q.question); err != nil {
			t.Fatalf("%s: %v in %s", q.from, err, q.JSON)
		}
	}
	cmd := exec.Command(goProgram(t, "protocheck", "."))
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := json.NewDecoder(bytes.NewReader(out))
	for _, q := range asked {
		var a struct {
			Error string
			Bytes []byte
		}
		if err := answers.Decode(&a); err != nil {
			t.Fatalf("no answer for %s: %v", q.from, err)
		}
		if (a.Error != "") != q.wrong {
			t.Errorf("%s as %s: %q\n%s", q.from, q.Type, a.Error, q.JSON)
		}
		if q.Bytes != nil && a.Error == "" {
			q.unpack(t, a.Bytes)
		}
	}
	t.Logf("%d documents", len(asked))
}

type question struct {
	Type  string          `json:"type"`
	JSON  json.RawMessage `json:"json"`
	Bytes *[]byte         `json:"bytes,omitempty"`
}

// tables are our own tables for a question's package, and the name of its message there.
func (q *question) tables() (*protobuf.Schema, string) {
	if name, ok := strings.CutPrefix(q.Type, "lf.a2a.v1."); ok {
		return v10.Dialect().Schema(), name
	}
	name, ok := strings.CutPrefix(q.Type, "a2a.v1.")
	if !ok {
		return nil, ""
	}
	return v03p.Dialect().Schema(), name
}

// pack adds the message in protobuf, as our tables write it.
func (q *asking) pack(t *testing.T) {
	schema, name := q.tables()
	if name == "" || q.wrong {
		return
	}
	b, ps := protobuf.Encode(schema, name, q.JSON)
	for _, p := range ps {
		if p.Severity == a2a.SeverityError || !strings.Contains(p.Message, "doubles") {
			t.Errorf("%s as %s: %s %s\n%s", q.from, q.Type, p.Path, p.Message, q.JSON)
		}
	}
	if b == nil {
		b = []byte{}
	}
	q.Bytes = &b
}

// unpack reads the same message as the protocol's own schema encoded it. Nothing may be lost or
// unexpected.
func (q *asking) unpack(t *testing.T, b []byte) {
	schema, name := q.tables()
	d := protobuf.Decode(schema, name, b)
	if len(d.Problems) > 0 {
		t.Errorf("%s as %s: %+v", q.from, q.Type, d.Problems)
	}
	var theirs, ours any // map order is random
	if json.Unmarshal(d.JSON, &theirs) != nil || json.Unmarshal(protobuf.Decode(schema, name, *q.Bytes).JSON, &ours) != nil || !reflect.DeepEqual(theirs, ours) {
		t.Errorf("%s as %s: %s is read as\n%s", q.from, q.Type, q.JSON, d.JSON)
	}
}

type asking struct {
	question
	from  string
	wrong bool // it must be refused
}

// encodings are the contents of the corpus in a schema. The first ones prove that the schema is really
// consulted.
func encodings(t *testing.T, by schema) []asking {
	t.Helper()
	e := &encoder{t: t, schema: by}
	e.from = "control"
	e.ask("Task", json.RawMessage(`{"id":"x","status":{"state":"TASK_STATE_WORKING"},"sessionId":"y"}`))
	e.ask("Task", json.RawMessage(`{"id":"x","status":{"state":"working"}}`))
	e.ask("Part", json.RawMessage(`{"text":"x","url":"y"}`))
	e.ask("Part", json.RawMessage(`{"text":"x","data":{}}`))
	for i := range e.asked {
		e.asked[i].wrong = true
	}
	paths, _ := filepath.Glob("../a2a/dialect/testdata/corpus/*.txtar")
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e.from = filepath.Base(path)
		e.exchange(archive)
	}
	return e.asked
}

// schema is a version's proto: its dialect, and the messages for requests and results, "" for none.
type schema interface {
	dialect() a2a.Dialect
	message(name string) string // with its package
	request(a2a.Operation) string
	result(a2a.Operation) string
	details() bool // error data is a list of typed objects
}

type encoder struct {
	schema
	t     *testing.T
	from  string
	asked []asking
}

func (e *encoder) ask(kind string, doc json.RawMessage) {
	if kind != "Details" && kind != "google.protobuf.Empty" {
		kind = e.message(kind)
	}
	e.asked = append(e.asked, asking{question: question{Type: kind, JSON: doc}, from: e.from})
}

// exchange reads a case of the corpus as a console would.
func (e *encoder) exchange(archive *txtar.Archive) {
	var req, resp dialect.Message
	var event []byte
	for _, f := range archive.Files {
		data := bytes.TrimSuffix(f.Data, []byte("\n"))
		switch f.Name {
		case "request":
			req = message(data)
			req.Method, req.URL, _ = strings.Cut(req.URL, " ")
		case "response":
			resp = message(data)
			resp.Status, _ = strconv.Atoi(resp.URL)
		case "event":
			event = data
		case "request.quoted":
			req.Body = e.unquoted(string(data))
		case "response.quoted":
			resp.Body = e.unquoted(string(data))
		case "event.quoted":
			event = e.unquoted(string(data))
		}
	}
	r := e.whole(req, resp)
	if task := r.Task(); task != nil {
		e.answer(a2a.GetTask, &a2a.Result{Task: task})
	}
	if event != nil {
		e.event(event)
	}
}

// event reads an event that is alone in the corpus.
func (e *encoder) event(data []byte) {
	body := append(append([]byte("data: "), bytes.ReplaceAll(data, []byte("\n"), []byte("\ndata: "))...), "\n\n"...)
	resp := dialect.Message{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: body}
	e.whole(dialect.Message{}, resp)
}

// whole encodes everything that a reader finds in an exchange.
func (e *encoder) whole(req, resp dialect.Message) *whole.Reader {
	x := wire.Exchange{Method: req.Method, URL: req.URL, Request: wire.Head{Header: req.Header}, Response: wire.Head{Status: resp.Status, Header: resp.Header}}
	r := whole.Request(&x, req.Body, whole.Options{Each: func(p whole.Piece) { e.reading(p.Reading) }})
	e.reading(r.Request())
	r.Update(&x)
	r.Feed(wire.Response, time.Time{}, resp.Body)
	r.Finish()
	return r
}

func (e *encoder) reading(r a2a.Reading) {
	switch {
	case r.Call != nil:
		e.call(r.Call)
	case r.Error != nil:
		if data := e.dialect().EncodeErrorData(r.Error); data != nil && e.details() {
			e.ask("Details", data)
		}
	case r.Card != nil:
		if doc, _, err := e.dialect().EncodeCard(r.Card); err == nil { // a broken card may have no address
			e.ask("AgentCard", doc)
		}
	case r.Result != nil && r.Op == a2a.PushNotification:
		e.answer(a2a.SendStreamingMessage, r.Result)
	case r.Result != nil:
		e.answer(r.Op, r.Result)
	}
}

func (e *encoder) call(c *a2a.Call) {
	if kind := e.request(c.Op); kind != "" {
		if doc, _, err := e.dialect().EncodeParams(c); err == nil { // a broken call may lack what a request needs
			e.ask(kind, doc)
		}
	}
}

func (e *encoder) answer(op a2a.Operation, r *a2a.Result) {
	if kind := e.result(op); kind != "" {
		if doc, _, err := e.dialect().EncodeResult(op, r); err == nil {
			e.ask(kind, doc)
		}
	}
}

// unquoted joins Go strings, one in each line.
func (e *encoder) unquoted(text string) (out []byte) {
	for line := range strings.Lines(text) {
		s, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			e.t.Fatalf("%s: %v in %s", e.from, err, line)
		}
		out = append(out, s...)
	}
	return out
}

// message splits a message into its start line, which goes into URL, headers and body.
func message(data []byte) dialect.Message {
	top, body, _ := bytes.Cut(data, []byte("\n\n"))
	lines := strings.Split(string(top), "\n")
	m := dialect.Message{URL: lines[0], Header: http.Header{}, Body: body}
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ": ")
		m.Header.Add(name, value)
	}
	return m
}
