package archive_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

func exportHAR(t testing.TB, s *recorder.Store, id string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Export(t.Context(), id, nil, archive.NewHAR(&b, archive.Provenance{Program: "test 1"})); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Every recording is exported as valid HAR 1.2.
func TestHARKeepsItsSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("testdata", "har-1.2.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(6) {
		a := open(t, func(o *recorder.Options) { o.Secrets = secrets })
		sample(t, a, seed, 30)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(exportHAR(t, a, a.Current().ID)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// entries decodes a HAR file as another program does.
func entries(t testing.TB, file []byte) []map[string]any {
	t.Helper()
	var doc struct {
		Log struct{ Entries []map[string]any }
	}
	if err := json.Unmarshal(file, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Log.Entries
}

func stream(t testing.TB, s *recorder.Store) string {
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	tape := s.Begin(wire.Exchange{Origin: wire.Client, Agent: "http://127.0.0.1:9", Method: "POST", URL: "http://127.0.0.1:9/?q=1&q=2", Started: at,
		Request: wire.Head{Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"application/json"}, "Cookie": {"a=b"}}}})
	tape.Write(wire.Request, at, []byte(`{"é":1}`), false)
	tape.EndRequest(at.Add(10*time.Millisecond), nil)
	tape.WriteResponseHead(at.Add(30*time.Millisecond), wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}})
	tape.Write(wire.Response, at.Add(40*time.Millisecond), []byte("event: x\ndata: 1\n\nda"), false)
	tape.Write(wire.Response, at.Add(90*time.Millisecond), []byte("ta: 2\n\n"), false)
	tape.End(wire.End{At: at.Add(100 * time.Millisecond), Outcome: wire.ByAgent})
	commit(t, tape)
	return tape.ID()
}

func TestHAROfAStream(t *testing.T) {
	s := open(t, nil)
	stream(t, s)
	got, err := json.Marshal(entries(t, exportHAR(t, s, s.Current().ID))[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"startedDateTime":"2026-11-21T10:00:00.000000Z"`, `"time":100`,
		`"send":10,"ssl":-1,"wait":20`, `"receive":70`,
		`"postData":{"mimeType":"application/json","text":"{\"é\":1}"}`,
		`"queryString":[{"name":"q","value":"1"},{"name":"q","value":"2"}]`, `"cookies":[{"name":"a","value":"b"}]`,
		`"text":"event: x\ndata: 1\n\ndata: 2\n\n"`, `"mimeType":"text/event-stream"`, `"_resourceType":"eventsource"`,
		`"_eventSourceMessages":[{"data":"1","eventId":"","eventName":"x","time":1795255200.04},{"data":"2","eventId":"","eventName":"","time":1795255200.09}]`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// Our own HAR files are imported like those of browsers: with times of an exchange to the microsecond, and
// each body in one piece.
func TestHARComesBack(t *testing.T) {
	a := open(t, nil)
	id := stream(t, a)
	b := open(t, nil)
	sum, err := archive.Read(t.Context(), bytes.NewReader(exportHAR(t, a, a.Current().ID)), archive.ReadOptions{Name: "x.har"}, b.Import("x.har"))
	if err != nil || sum.Format != "har" || sum.Exchanges != 1 {
		t.Fatalf("%+v, %v", sum, err)
	}
	before, err := a.Exchange(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	session, list, chunks := all(t, b, sum.Session)
	x := list[0]
	if session.Program != "test 1 (HAR)" || session.Name != "x.har" || !session.Ended.Equal(before.Ended) || session.Imported.IsZero() {
		t.Errorf("session %+v", session)
	}
	if x.ID == id || x.Method != "POST" || x.URL != before.URL || !x.Answered.Equal(before.Answered) || !x.Ended.Equal(before.Ended) || x.Frames != 2 || x.Outcome != wire.ByAgent {
		t.Errorf("%+v\n%+v", x, before)
	}
	if r := chunks[wire.Response]; len(r) != 1 || string(r[0].Data) != "event: x\ndata: 1\n\ndata: 2\n\n" {
		t.Errorf("chunks %+v", r)
	}
}

// Other programs take liberties with HAR.
func TestForeignHAR(t *testing.T) {
	for name, c := range map[string]struct {
		file  string
		check func(t *testing.T, s wire.Session, x []wire.Exchange, body string)
	}{
		"chrome": {`{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[{"id":"page_1","title":"x"}],"entries":[
			{"startedDateTime":"2026-01-02T03:04:05.678Z","time":12.5,"_priority":"High","request":{"method":"POST","url":"http://127.0.0.1:9/rpc","httpVersion":"h2","headers":[{"name":":authority","value":"x"},{"name":"authorization","value":"Bearer hush"}],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":2,"postData":{"mimeType":"application/json","text":"{}"}},
			"response":{"status":200,"statusText":"","httpVersion":"h2","headers":[{"name":"content-type","value":"application/json"},{"name":"content-encoding","value":"gzip"}],"cookies":[],"content":{"size":8,"mimeType":"application/json","text":"{\"a\":1}"},"redirectURL":"","headersSize":-1,"bodySize":-1,"_transferSize":99,"_error":null},"cache":{},"timings":{"blocked":1,"dns":-1,"ssl":-1,"connect":-1,"send":0.5,"wait":10,"receive":1,"_blocked_queueing":1}},
			{"startedDateTime":"2026-01-02T03:04:06Z","request":{"method":"GET","url":"data:text/plain,x"},"response":{}}]}}`,
			func(t *testing.T, s wire.Session, x []wire.Exchange, body string) {
				if s.Program != "WebInspector 537.36 (HAR)" || len(x) != 1 || body != `{"a":1}` {
					t.Errorf("%+v, %d exchanges, %q", s, len(x), body)
				}
				if x[0].Response.Header.Get("Content-Encoding") != "" || x[0].Request.Proto != "HTTP/2.0" || x[0].Ended.Sub(x[0].Started) != 12500*time.Microsecond {
					t.Errorf("%+v", x[0])
				}
				if v := x[0].Request.Header.Get("Authorization"); v != "Bearer ****" || len(x[0].Redactions) != 1 {
					t.Errorf("authorization %q", v)
				}
			}},
		"firefox": {`{"log":{"version":"1.2","creator":{"name":"Firefox","version":"140"},"browser":{"name":"Firefox","version":"140"},"pages":[],"entries":[
			{"startedDateTime":"2026-01-02T03:04:05.678+01:00","request":{"bodySize":0,"method":"GET","url":"https://Example.org:443/x","httpVersion":"HTTP/1.1","headers":[],"cookies":[],"queryString":[],"headersSize":9},
			"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[{"name":"set-cookie","value":"a=1\nb=2"}],"cookies":[],"content":{"mimeType":"image/png","size":3,"encoding":"base64","text":"AP8B"},"redirectURL":"","headersSize":9,"bodySize":3},"cache":{},"timings":{"blocked":0,"dns":0,"connect":0,"ssl":0,"send":0,"wait":3,"receive":0},"time":3,"connection":443}]}}`,
			func(t *testing.T, s wire.Session, x []wire.Exchange, body string) {
				if len(x) != 1 || body != "\x00\xff\x01" || len(x[0].Response.Header["Set-Cookie"]) != 2 || x[0].Agent != "https://example.org" || x[0].Started.Hour() != 2 {
					t.Errorf("%+v %q", x, body)
				}
			}},
		"websocket, aborted": {`{"log":{"entries":[
			{"startedDateTime":"2026-01-02T03:04:05Z","_webSocketMessages":[{"type":"send","time":1767323045.5,"opcode":1,"data":"hi"},{"type":"receive","time":1767323046,"opcode":2,"data":"AP8="}],"request":{"method":"GET","url":"ws://127.0.0.1:9/s"},"response":{"status":101,"headers":[]}},
			{"startedDateTime":"2026-01-02T03:04:05Z","request":{"method":"GET","url":"http://127.0.0.1:9/y"},"response":{"status":0,"_error":"net::ERR_ABORTED"}}],"creator":{"name":"x"}}}`,
			func(t *testing.T, s wire.Session, x []wire.Exchange, body string) {
				if len(x) != 2 || x[1].Frames != 2 || x[1].URL != "http://127.0.0.1:9/s" || x[0].Outcome != wire.Cancelled || s.Program != "HAR" {
					t.Errorf("%+v", x)
				}
			}},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, nil)
			sum, err := archive.Read(t.Context(), strings.NewReader(c.file), archive.ReadOptions{Name: name, Secrets: secrets}, s.Import(name))
			if err != nil {
				t.Fatal(err)
			}
			session, list, chunks := all(t, s, sum.Session)
			body := ""
			for _, k := range chunks[wire.Response] {
				body += string(k.Data)
			}
			c.check(t, session, list, body)
		})
	}
}

// An entry says what rules changed in it, and nothing if they changed nothing.
func TestHARSaysWhatRulesChanged(t *testing.T) {
	s := open(t, nil)
	stream(t, s)
	at := time.Date(2026, 11, 21, 11, 0, 0, 0, time.UTC)
	tape := s.Begin(wire.Exchange{Origin: wire.Client, Agent: "http://127.0.0.1:9", Method: "POST", URL: "http://127.0.0.1:9/", Started: at})
	tape.WriteResponseHead(at, wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}})
	tape.Write(wire.Response, at, []byte("data: 1\n\ndata: 2\n\n"), false)
	for frame := range 2 {
		tape.AddPassage(wire.Passage{Side: wire.Response, Frame: frame, Sent: -1, Kind: wire.PassageDropped, At: at, HoldTime: 5, Rule: "event:artifact => drop"})
	}
	tape.End(wire.End{At: at, Outcome: wire.ByAgent})
	commit(t, tape)
	all := entries(t, exportHAR(t, s, s.Current().ID))
	if len(all) != 2 || all[0]["comment"] != nil || all[1]["comment"] != "frames that were not forwarded unchanged: 2 (dropped event:artifact => drop)" {
		t.Errorf("%v", all)
	}
}
