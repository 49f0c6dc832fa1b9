package interop

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/dialect"
)

// TestProto reads the corpus, broken documents included, says in 1.0 all that
// was understood, and has the protocol's own schema judge every word of it.
func TestProto(t *testing.T) {
	asked := encodings(t)
	if len(asked) < 200 {
		t.Fatalf("the corpus yields only %d documents of 1.0", len(asked))
	}
	client, _ := goPeer("protocheck")(t)
	var in bytes.Buffer
	for _, q := range asked {
		if err := json.NewEncoder(&in).Encode(q.question); err != nil {
			t.Fatalf("%s: %v in %s", q.from, err, q.JSON)
		}
	}
	cmd := exec.Command(client[0])
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := json.NewDecoder(bytes.NewReader(out))
	for _, q := range asked {
		var a struct{ Error string }
		if err := answers.Decode(&a); err != nil {
			t.Fatalf("no answer for %s: %v", q.from, err)
		}
		if (a.Error != "") != q.wrong {
			t.Errorf("%s as %s: %q\n%s", q.from, q.Type, a.Error, q.JSON)
		}
	}
	t.Logf("%d documents", len(asked))
}

type question struct {
	Type string          `json:"type"`
	JSON json.RawMessage `json:"json"`
}

type asking struct {
	question
	from  string
	wrong bool // it must be refused
}

// encodings is what the corpus says, in 1.0. The first ones show that the
// schema is really asked.
func encodings(t *testing.T) []asking {
	t.Helper()
	e := &encoder{t: t}
	e.d, _ = dialect.For(a2a.V10)
	e.from = "control"
	e.ask("Task", json.RawMessage(`{"id":"x","status":{"state":"TASK_STATE_WORKING"},"sessionId":"y"}`))
	e.ask("Task", json.RawMessage(`{"id":"x","status":{"state":"working"}}`))
	e.ask("Part", json.RawMessage(`{"text":"x","url":"y"}`))
	e.ask("Details", json.RawMessage(`[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","metadata":{"n":1}}]`))
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

type encoder struct {
	t     *testing.T
	d     a2a.Dialect
	from  string
	asked []asking
}

func (e *encoder) ask(kind string, doc json.RawMessage) {
	e.asked = append(e.asked, asking{question: question{kind, doc}, from: e.from})
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
	r := dialect.NewReader(req, dialect.Hint{})
	e.reading(r.Request())
	e.reading(r.Response(dialect.Message{Status: resp.Status, Header: resp.Header}))
	for _, f := range dialect.FramesOf(resp, time.Time{}) {
		e.reading(r.Event(f))
	}
	if task := r.Task(); task != nil {
		e.result(a2a.GetTask, &a2a.Result{Task: task})
	}
	if event != nil {
		e.event(event)
	}
}

// event reads an event that stands alone in the corpus.
func (e *encoder) event(data []byte) {
	body := append(append([]byte("data: "), bytes.ReplaceAll(data, []byte("\n"), []byte("\ndata: "))...), "\n\n"...)
	resp := dialect.Message{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: body}
	r := dialect.NewReader(dialect.Message{}, dialect.Hint{})
	for _, f := range dialect.FramesOf(resp, time.Time{}) {
		r.Response(dialect.Message{Status: 200, Header: resp.Header})
		e.reading(r.Event(f))
	}
}

func (e *encoder) reading(r a2a.Reading) {
	switch {
	case r.Call != nil:
		e.call(r.Call)
	case r.Error != nil:
		if data := e.d.EncodeErrorData(r.Error); data != nil {
			e.ask("Details", data)
		}
	case r.Card != nil:
		if doc, _, err := e.d.EncodeCard(r.Card); err == nil {
			e.ask("AgentCard", doc)
		} else {
			e.t.Errorf("%s: %v", e.from, err)
		}
	case r.Result != nil && r.Op == a2a.PushNotification:
		if doc, err := e.d.EncodePush(r.Result); err == nil {
			e.ask("StreamResponse", doc)
		}
	case r.Result != nil:
		e.result(r.Op, r.Result)
	}
}

func (e *encoder) call(c *a2a.Call) {
	if kind := requestType(c.Op); kind != "" {
		if doc, _, err := e.d.EncodeParams(c); err == nil { // a broken call may lack what a request needs
			e.ask(kind, doc)
		}
	}
}

func (e *encoder) result(op a2a.Operation, r *a2a.Result) {
	if kind := resultType(op); kind != "" {
		if doc, _, err := e.d.EncodeResult(op, r); err == nil {
			e.ask(kind, doc)
		}
	}
}

func requestType(op a2a.Operation) string {
	switch op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		return "SendMessageRequest"
	case a2a.CreatePushConfig:
		return "TaskPushNotificationConfig"
	case a2a.GetCard, a2a.PushNotification, "":
		return ""
	}
	return string(op) + "Request"
}

func resultType(op a2a.Operation) string {
	switch op {
	case a2a.SendMessage, a2a.ListTasks, a2a.ListPushConfigs:
		return string(op) + "Response"
	case a2a.SendStreamingMessage, a2a.SubscribeToTask:
		return "StreamResponse"
	case a2a.GetTask, a2a.CancelTask:
		return "Task"
	case a2a.CreatePushConfig, a2a.GetPushConfig:
		return "TaskPushNotificationConfig"
	case a2a.DeletePushConfig:
		return "Empty"
	case a2a.GetExtendedCard:
		return "AgentCard"
	}
	return ""
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

// message takes a start line, which is left in URL, header lines and a body apart.
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
