package dialect

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/secret"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

const tenURL = "http://127.0.0.1:1/lf.a2a.v1.A2AService/"

func grpcHeaders() http.Header {
	return http.Header{"Content-Type": {"application/grpc"}, "Te": {"trailers"}, "A2a-Version": {"1.0"}}
}

// framed encodes ProtoJSON as a framed message of 1.0.
func framed(t *testing.T, message, doc string) []byte {
	t.Helper()
	s, _ := registry.ServiceOf(a2a.V10)
	b, ps := protobuf.Encode(s.Schema(), message, []byte(doc))
	if len(ps) > 0 {
		t.Fatalf("%s: %+v", doc, ps)
	}
	return wire.AppendGRPC(nil, b)
}

func zipped(b []byte) []byte {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write(b[5:])
	w.Close()
	out := wire.AppendGRPC(nil, z.Bytes())
	out[0] = 1
	return out
}

// TestGRPCRoundTrip: Request's output is read as the same call, for every version and operation.
func TestGRPCRoundTrip(t *testing.T) {
	message := &a2a.Message{ID: "m", Role: a2a.User, ContextID: "c", Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "é"}, {Kind: a2a.FilePart, Bytes: []byte{0, 255}, MediaType: "x/y"}, {Kind: a2a.DataPart, Data: json.RawMessage(`{"n":1.5}`)}}}
	push := &a2a.PushConfig{ID: "p", URL: "https://x.test/", Token: "secret", Schemes: []string{"Bearer"}, Credentials: "hush"}
	for _, s := range registry.Services() {
		for _, op := range s.Operations() {
			c := &a2a.Call{Op: op, TaskID: "t", PushID: "p", Push: push, List: &a2a.ListQuery{PageSize: 3}}
			if op == a2a.SendMessage || op == a2a.SendStreamingMessage {
				c.Message, c.TaskID = message, ""
			}
			h, losses, err := Request(s.Version(), a2a.GRPC, "127.0.0.1:9", `"id"`, c)
			if err != nil || len(losses) > 0 {
				t.Errorf("%s %s: %v %v", s.Version(), op, err, losses)
				continue
			}
			method, _ := s.Method(op)
			if h.URL != "http://127.0.0.1:9/"+s.Service()+"/"+method || h.Header.Get("Te") != "trailers" {
				t.Errorf("%s %v", h.URL, h.Header)
			}
			req := Message{Method: h.Method, URL: h.URL, Header: h.Header, Body: h.Body}
			id := Identify(req, Message{}, Hint{})
			got := ReadRequest(id, req)
			if id.Op != op || id.Binding != a2a.GRPC || got.Kind != a2a.KindCall || len(got.Problems) > 0 || !bytes.Equal(got.Raw, h.Body[5:]) || !json.Valid(got.Repaired) {
				t.Errorf("%s %s: %+v %s %+v", s.Version(), op, id, got.Repaired, got.Problems)
			}
			if c.Message != nil && (got.Call.Message == nil || got.Call.Message.Parts[0].Text != "é" || got.Call.Push.Credentials != "hush") {
				t.Errorf("%s %s: %s", s.Version(), op, got.Repaired)
			}
			if c.Message == nil && op != a2a.GetExtendedCard && op != a2a.ListTasks && got.Call.TaskID != "t" {
				t.Errorf("%s %s: task %q", s.Version(), op, got.Call.TaskID)
			}
			body, ps, err := grpc.Body(h.URL, got.Repaired)
			if err != nil || len(ps) > 0 || !bytes.Equal(body, h.Body) {
				t.Errorf("%s %s: %s is written as %x, not %x (%+v)", s.Version(), op, got.Repaired, body, h.Body, ps)
			}
		}
	}
}

func TestGRPCEndpoints(t *testing.T) {
	for raw, want := range map[string]string{
		"127.0.0.1:50051": "http://127.0.0.1:50051", "localhost/base": "http://localhost/base", "localhost:1": "http://localhost:1", "[::1]:2": "http://[::1]:2",
		"agent.example:443": "https://agent.example:443", "10.0.0.1:9": "https://10.0.0.1:9", "http://agent.example:80/": "http://agent.example:80",
		"https://a.test/x": "https://a.test/x", "dns:///a.test:443": "https://a.test:443", "grpc://a.test:1": "http://a.test:1", "grpcs://a.test": "https://a.test",
		"": "", "ftp://x": "", "a b": "",
	} {
		got, err := Endpoint(a2a.GRPC, raw)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v; want %q", raw, got, err, want)
		}
	}
	if same, _ := Endpoint(a2a.REST, "/relative"); same != "/relative" {
		t.Error(same)
	}
}

// TestBadGRPC: any flaw becomes a problem of a reading that has all that could be read.
func TestBadGRPC(t *testing.T) {
	task := framed(t, "Task", `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}`)
	ask := framed(t, "GetTaskRequest", `{"id":"t"}`)
	ok := http.Header{"Grpc-Status": {"0"}}
	html := []byte("<html><body>502 Bad Gateway</body></html>")
	for _, c := range []struct {
		name    string
		request Message
		header  http.Header
		status  int
		body    []byte
		trailer http.Header
		kind    a2a.Kind // of the last reading with content
		says    string
		worst   string // "" is an error
	}{
		{name: "well", body: task, trailer: ok, kind: a2a.KindTask},
		{name: "compressed", header: http.Header{"Content-Type": {"application/grpc+proto"}, "Grpc-Encoding": {"gzip"}}, body: zipped(task), trailer: ok, kind: a2a.KindTask},
		{name: "compressed without saying how", body: zipped(task), trailer: ok, kind: a2a.KindNone, says: "no grpc-encoding says how"},
		{name: "an encoding nobody knows", header: http.Header{"Content-Type": {"application/grpc"}, "Grpc-Encoding": {"snappy"}}, body: zipped(task), trailer: ok, kind: a2a.KindNone, says: `compressed with "snappy"`, worst: "info"},
		{name: "half a frame", body: task[:len(task)-1], trailer: nil, kind: a2a.KindTask, says: "inside this message"},
		{name: "no trailers", body: task, kind: a2a.KindTask, says: "without the trailer grpc-status"},
		{name: "HTML", header: http.Header{"Content-Type": {"text/html"}}, status: 500, body: html, kind: a2a.KindNone, says: "HTTP 500 Internal Server Error"},
		{name: "HTML that says gRPC", body: html, kind: a2a.KindTask, says: "bytes arrived"},
		{name: "JSON", header: http.Header{"Content-Type": {"application/json"}}, body: []byte(`{"id":"t"}`), kind: a2a.KindNone, says: `Content-Type is "application/json"`},
		{name: "a message that ends early", body: task[:9], trailer: ok, kind: a2a.KindTask, says: "inside this message"},
		{name: "a message of which nothing came", body: task[:5], trailer: ok, kind: a2a.KindNone, says: "0 of"},
		{name: "a stray byte", body: []byte{0}, trailer: ok, kind: a2a.KindNone, says: "before the length of the message arrived"},
		{name: "stray bytes after a message", body: append(bytes.Clone(task), 1, 2), trailer: ok, kind: a2a.KindTask, says: "before the length of the message arrived"},
		{name: "OK for a status", body: task, trailer: http.Header{"Grpc-Status": {"OK"}}, kind: a2a.KindTask, says: `grpc-status is "OK"`},
		{name: "a status that there is not", body: task, trailer: http.Header{"Grpc-Status": {"99"}}, kind: a2a.KindTask, says: `grpc-status is "99"`},
		{name: "a status below all, alone", header: http.Header{"Content-Type": {"application/grpc"}, "Grpc-Status": {"-1"}}, kind: a2a.KindNone, says: `grpc-status is "-1"`},
		{name: "details that are none", trailer: http.Header{"Grpc-Status": {"5"}, "Grpc-Status-Details-Bin": {"???"}}, body: []byte{}, kind: a2a.KindError, says: "not base64"},
		{name: "error without ErrorInfo", header: http.Header{"Content-Type": {"application/grpc"}, "Grpc-Status": {"5"}, "Grpc-Message": {"no%20such%20task%"}}, kind: a2a.KindError, says: "without a google.rpc.ErrorInfo"},
		{name: "unknown state", body: framed(t, "Task", `{"id":"t","contextId":"c","status":{"state":77}}`), trailer: ok, kind: a2a.KindTask, says: "TaskState has no value 77", worst: "any"},
		{name: "another task", body: framed(t, "Task", `{"id":"u","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}`), trailer: ok, kind: a2a.KindTask, says: `the request was about "t"`},
	} {
		req := Message{Method: "POST", URL: tenURL + "GetTask", Header: grpcHeaders(), Body: ask}
		if c.header == nil {
			c.header = http.Header{"Content-Type": {"application/grpc"}}
		}
		if c.status == 0 {
			c.status = 200
		}
		r := NewReader(req, Hint{})
		if ps := r.Request().Problems; len(ps) > 0 {
			t.Fatalf("%+v", ps)
		}
		resp := Message{Status: c.status, Header: c.header, Body: c.body}
		head := resp
		var frames []wire.Frame
		if resp.Kind() == wire.GRPC {
			frames, head.Body = framesOf(resp, document.MaxFrames), nil
		}
		all := []a2a.Reading{r.Response(head)}
		for _, f := range frames {
			all = append(all, r.Event(f))
		}
		all = append(all, r.Trailer(c.trailer), a2a.Reading{Problems: r.End(wire.ByAgent)})
		last, said := a2a.Kind(a2a.KindNone), ""
		for _, x := range all {
			if x.Kind != "" && x.Kind != a2a.KindEmpty && x.Kind != a2a.KindNone {
				last = x.Kind
			}
			for _, p := range x.Problems {
				said += p.Check + " " + p.Message + "\n"
			}
		}
		if last != c.kind || !strings.Contains(said, c.says) || c.says == "" && said != "" {
			t.Errorf("%s: %s, want %s\n%s", c.name, last, c.kind, said)
		}
		if c.says != "" && c.worst == "" {
			c.worst = "error"
		}
		if got := r.Labels(); got.Worst != c.worst && c.worst != "any" || got.CutOff != (strings.Contains(said, "GRPC-09") || strings.Contains(said, "GRPC-06 The stream ended")) || got.CutOff && got.Findings > 3 || got.CutOff && got.State == string(a2a.Unspecified) || got.Error == string(a2a.OtherError) {
			t.Errorf("%s: %+v", c.name, got)
		}
		whole := resp
		whole.Trailer = c.trailer
		if got := ReadResponse(r.Identity(), req, whole); got.Kind != c.kind {
			t.Errorf("%s as a whole: %s, want %s", c.name, got.Kind, c.kind)
		}
	}
}

// TestMethodOfAnotherVersion: a method that a service lacks has the operation of another version's method.
func TestMethodOfAnotherVersion(t *testing.T) {
	for method, want := range map[string]a2a.Operation{"ListTasks": a2a.ListTasks, "Brew": ""} {
		id := Identify(Message{Method: "POST", URL: "http://x/a2a.v1.A2AService/" + method, Header: grpcHeaders()}, Message{}, Hint{})
		if id.Op != want || id.Binding != a2a.GRPC {
			t.Errorf("%s: %s over %s, want %s", method, id.Op, id.Binding, want)
		}
	}
}

func TestBadGRPCRequests(t *testing.T) {
	ask := framed(t, "GetTaskRequest", `{"id":"t"}`)
	for _, c := range []struct {
		name, url, says string
		body            []byte
		header          http.Header
		kind            a2a.Kind
	}{
		{"no message", tenURL + "GetTask", "has no message", nil, nil, a2a.KindNone},
		{"two messages", tenURL + "GetTask", "has 2 messages", append(bytes.Clone(ask), ask...), nil, a2a.KindCall},
		{"no such method", tenURL + "Brew", `no method "Brew"`, ask, nil, a2a.KindNone},
		{"1.0's release candidate", "http://x/a2a.v1.A2AService/SubscribeToTask", "release candidate", ask, nil, a2a.KindCall},
		{"another service", "http://x/grpc.health.v1.Health/Check", "not one of A2A's", ask, nil, a2a.KindNone},
		{"no version", tenURL + "GetTask", "A2A-Version is missing", ask, http.Header{"Content-Type": {"application/grpc"}, "Te": {"trailers"}}, a2a.KindCall},
		{"JSON on the path", tenURL + "GetTask", "application/json", []byte(`{"id":"t"}`), http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}, a2a.KindNone},
		{"half a frame", tenURL + "GetTask", "inside this message", ask[:6], nil, a2a.KindCall},
		{"compressed", tenURL + "GetTask", "", zipped(ask), http.Header{"Content-Type": {"application/grpc"}, "Grpc-Encoding": {"gzip"}, "A2a-Version": {"1.0"}}, a2a.KindCall},
	} {
		if c.header == nil {
			c.header = grpcHeaders()
		}
		req := Message{Method: "POST", URL: c.url, Header: c.header, Body: c.body}
		id := Identify(req, Message{}, Hint{})
		got := ReadRequest(id, req)
		said := ""
		for _, p := range got.Problems {
			said += p.Message + "\n"
		}
		if id.Binding != a2a.GRPC || got.Kind != c.kind || !strings.Contains(said, c.says) || c.says == "" && said != "" {
			t.Errorf("%s: %s %q\n%s", c.name, got.Kind, id.Binding, said)
		}
	}
}

// TestGRPCErrors: every error that we write is read back: by its name where the version has error
// info, else by its status.
func TestGRPCErrors(t *testing.T) {
	services := registry.Services()
	for _, v := range registry.Drafts() {
		services = append(services, v.GRPC.Service)
	}
	for _, s := range services {
		for _, row := range binding.StatusTable {
			h := grpc.Trailer(s, &a2a.Error{Name: row.Name, Message: "100 % é\n"})
			id := a2a.Identity{Versions: []a2a.Version{s.Version()}, Binding: a2a.GRPC, Op: a2a.SendMessage}
			got, ok := grpc.Binding{}.ReadEnd(id, Message{Header: h})
			if !ok || got.Kind != a2a.KindError || got.Error.Message != "100 % é\n" {
				t.Fatalf("%s: %+v", row.Name, got)
			}
			if row.Name == a2a.TaskGenerationMismatch && !registry.Rules(id).Agent.Generations {
				if got.Error.Name != a2a.OtherError {
					t.Errorf("%s has the error %s", s.Version(), row.Name)
				}
				continue
			}
			if registry.Rules(id).GRPC.ErrorInfo && binding.OfA2A(row.Name) && (got.Error.Name != row.Name || len(got.Problems) > 0) {
				t.Errorf("%s is read as %s %+v", row.Name, got.Error.Name, got.Problems)
			}
			if code := h.Get("Grpc-Status"); strconv.Itoa(got.Error.Code) != code || !json.Valid(got.Repaired) {
				t.Errorf("%s: %d %s", row.Name, got.Error.Code, got.Repaired)
			}
		}
	}
	if h := grpc.Trailer(nil, nil); h.Get("Grpc-Status") != "0" || len(h) != 1 {
		t.Error(h)
	}
}

// TestGRPCSecrets: secrets in gRPC messages are found by field numbers.
func TestGRPCSecrets(t *testing.T) {
	for _, c := range []struct{ path, message, doc string }{
		{"/lf.a2a.v1.A2AService/SendMessage", "SendMessageRequest", `{"message":{"parts":[{"text":"SECRET"}]},"configuration":{"taskPushNotificationConfig":{"url":"u","token":"SECRET","authentication":{"scheme":"s","credentials":"SECRET"}}}}`},
		{"/lf.a2a.v1.A2AService/CreateTaskPushNotificationConfig", "TaskPushNotificationConfig", `{"url":"SECRET","token":"SECRET","authentication":{"credentials":"SECRET"}}`},
	} {
		s := secret.PlacesOf(nil).ForURL("http://x" + c.path)
		in := framed(t, c.message, c.doc)
		r := s.Redactor(wire.Request, redact.BodyKind{Framing: wire.GRPC}, in, nil)
		out := r.Body(in)
		r.Close()
		found := r.Take()
		if bytes.Count(out, []byte("SECRET")) != 1 || len(found) != 2 {
			t.Errorf("%s: %q %+v", c.path, out, found)
		}
		v, _ := registry.ServiceOf(a2a.V10)
		if d := protobuf.Decode(v.Schema(), c.message, out[5:]); len(d.Problems) > 0 || !strings.Contains(string(d.JSON), "******") {
			t.Errorf("%s %+v", d.JSON, d.Problems)
		}
	}
	for _, op := range []string{"GetTaskPushNotificationConfig", "ListTaskPushNotificationConfig"} {
		if s := secret.PlacesOf(nil).ForURL("http://x/a2a.v1.A2AService/" + op); len(s.ResponseFields) != 3 {
			t.Errorf("%s: %+v", op, s.ResponseFields)
		}
	}
	if s := secret.PlacesOf(nil).ForURL("http://x/"); s.RequestFields != nil {
		t.Error("fields for a request that is not gRPC")
	}
}

// FuzzReadGRPC: reading any bytes terminates, and problems lie inside them.
func FuzzReadGRPC(f *testing.F) {
	s, _ := registry.ServiceOf(a2a.V10)
	b, _ := protobuf.Encode(s.Schema(), "StreamResponse", []byte(`{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"data":{"a":[1]}}]}}}}`))
	f.Add(wire.AppendGRPC(nil, b), uint8(0), "0")
	f.Add([]byte{1, 0, 0, 0, 2, 0x1f, 0x8b}, uint8(1), "5")
	f.Fuzz(func(t *testing.T, body []byte, which uint8, status string) {
		all := registry.Services()
		v := all[int(which)%len(all)]
		ops := v.Operations()
		method, _ := v.Method(ops[int(which/2)%len(ops)])
		h := http.Header{"Content-Type": {"application/grpc"}, "Grpc-Encoding": {"gzip"}}
		r := NewReader(Message{Method: "POST", URL: "http://x/" + v.Service() + "/" + method, Header: h, Body: body}, Hint{})
		readings := []a2a.Reading{r.Request(), r.Response(Message{Status: 200, Header: h})}
		for _, f := range framesOf(Message{Header: h, Body: body}, document.MaxFrames) {
			readings = append(readings, r.Event(f))
		}
		readings = append(readings, r.Trailer(http.Header{"Grpc-Status": {status}, "Grpc-Message": {status}, "Grpc-Status-Details-Bin": {status}}))
		r.End(wire.ByAgent)
		for _, x := range readings {
			if x.Repaired != nil && !json.Valid(x.Repaired) {
				t.Fatalf("%s", x.Repaired)
			}
			for _, p := range x.Problems {
				if p.Offset > int64(len(x.Raw)) {
					t.Fatalf("%+v in %d bytes", p, len(x.Raw))
				}
			}
		}
		if n := r.Labels().Findings; n < 0 {
			t.Fatal(n)
		}
	})
}

// TestRelatives: a protocol with gRPC's paths but other bodies is named, and bodies that nobody reads have no
// findings.
func TestRelatives(t *testing.T) {
	doc := `{"task":{}}`
	for _, c := range []struct {
		name, media, body string
		header            http.Header
		parts             int
	}{
		{"gRPC with messages that are not protocol buffers", "application/grpc+json", "\x00\x00\x00\x00\x0b" + doc, nil, 3},
		{"Connect", "application/json", doc, http.Header{"Connect-Protocol-Version": {"1"}}, 2},
		{"Connect", "application/connect+json", "\x00\x00\x00\x00\x0b" + doc, nil, 2},
	} {
		head := http.Header{"Content-Type": {c.media}, "A2a-Version": {"1.0"}}
		maps.Copy(head, c.header)
		r := NewReader(Message{Method: "POST", URL: tenURL + "SendMessage", Header: head, Body: []byte(c.body)}, Hint{})
		resp := Message{Status: 200, Header: http.Header{"Content-Type": {c.media}}, Body: []byte(c.body)}
		all := []a2a.Reading{r.Request(), r.Response(Message{Status: 200, Header: resp.Header})}
		if resp.Kind() == wire.GRPC {
			for _, f := range framesOf(resp, document.MaxFrames) {
				all = append(all, r.Event(f))
			}
		}
		for i, x := range all {
			if i < 2 && (len(x.Problems) != 1 || !strings.Contains(x.Problems[0].Message, "This is "+c.name+" (")) || i > 1 && len(x.Problems) > 0 {
				t.Errorf("%s, part %d: %+v", c.media, i, x.Problems)
			}
		}
		if len(all) != c.parts {
			t.Errorf("%s: %d parts", c.media, len(all))
		}
	}
}
