package agent

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

const protocol = "../testdata/shared/protocol/"

// oracle compiles definitions of a version's own JSON schema, which are in a member of it; nil if
// the schema is not available.
func oracle(t *testing.T, version, member string) func(definition string) *jsonschema.Schema {
	t.Helper()
	f, err := os.Open(protocol + "oracles/" + version + "/a2a.json")
	if err != nil {
		return nil
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("a2a.json", doc); err != nil {
		t.Fatal(err)
	}
	return func(definition string) *jsonschema.Schema {
		return c.MustCompile("a2a.json#/" + member + "/" + definition)
	}
}

func valid(t *testing.T, s *jsonschema.Schema, body []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err == nil {
		err = s.Validate(v)
	}
	if err != nil {
		t.Errorf("%v\nin %.400s", err, body)
	}
}

// TestSchema01 validates what the agent writes in 0.1 with 0.1's official schema.
func TestSchema01(t *testing.T) {
	def := oracle(t, "v0.1.0", "$defs")
	if def == nil {
		return
	}
	valid(t, def("AgentCard"), get(newAgent(t, Options{}), "/.well-known/agent.json").Body.Bytes())
	valid(t, def("AgentCard"), get(newAgent(t, Options{}), "/.well-known/agent.json", "A2A-Version", "0.1").Body.Bytes())
	for _, say := range everySkill() {
		t.Run(say, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := v01(t, Options{})
				sent := p.post(p.send(a2a.SendMessage, "t1", words(say), picture(), report())).Body.Bytes()
				valid(t, def("SendTaskResponse"), sent)
				valid(t, def("GetTaskResponse"), p.post(&a2a.Call{Op: a2a.GetTask, TaskID: "t1"}).Body.Bytes())
				body := p.post(p.send(a2a.SendStreamingMessage, "t2", words(say), picture(), report())).Body.String()
				for line := range strings.Lines(body) {
					if data, ok := strings.CutPrefix(line, "data: "); ok {
						valid(t, def("SendTaskStreamingResponse"), []byte(data))
					}
				}
			})
		})
	}
}

// everySkill lists a text for each skill except timestamps.
func everySkill() []string {
	return []string{"joke", "request a new phone for me", "long paper", "Analyze the report", "my open IT tickets", "slow 3 every 1s",
		"hello", "sign in", "fail", "reject", "markdown", "gallery", "hostile", "diagnose", "echo", "anything"}
}

// TestSchema02And03 does the same for 0.2 and 0.3, with all their schemas.
func TestSchema02And03(t *testing.T) {
	for _, version := range []string{"v0.2.0", "v0.2.2", "v0.2.5", "v0.2.6", "v0.3.0"} {
		def := oracle(t, version, "definitions")
		if def == nil {
			return
		}
		d, _ := dialect.ByName(a2a.Version(version[1:4]))
		card := "/.well-known/agent.json"
		if d.Version() == a2a.V03 {
			card = "/.well-known/agent-card.json"
		}
		valid(t, def("AgentCard"), get(newAgent(t, Options{}), card).Body.Bytes())
		for _, say := range everySkill() {
			t.Run(version+"/"+say, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { schemaOf(t, rpcPeer{t, newAgent(t, Options{}), d}, def, say) })
			})
		}
	}
}

func schemaOf(t *testing.T, p rpcPeer, def func(string) *jsonschema.Schema, say string) {
	sent := p.post(p.send(a2a.SendMessage, "", words(say), picture(), report())).Body.Bytes()
	valid(t, def("SendMessageResponse"), sent)
	if res, _ := p.read(a2a.SendMessage, sent); res != nil && res.Task != nil {
		valid(t, def("GetTaskResponse"), p.post(&a2a.Call{Op: a2a.GetTask, TaskID: res.Task.ID}).Body.Bytes())
	}
	valid(t, def("GetTaskResponse"), p.post(&a2a.Call{Op: a2a.GetTask, TaskID: "nobody"}).Body.Bytes())
	body := p.post(p.send(a2a.SendStreamingMessage, "", words(say), picture(), report())).Body.String()
	for line := range strings.Lines(body) {
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			valid(t, def("SendStreamingMessageResponse"), []byte(data))
		}
	}
}

// TestDocumentsAreAnswered sends the requests in the protocol's documents, and those that other clients
// were seen to send. They may name tasks that do not exist, but none may be malformed.
func TestDocumentsAreAnswered(t *testing.T) {
	for _, glob := range []struct{ files, path string }{
		{"samples/v0.1/*-req.json", "/v0.1"},
		{"samples/v0.2/*-req.json", "/v0.2"},
		{"samples/v0.3/*-req.json", "/v0.3"},
		{"captures/a2a-js-0.2.5-jsonrpc/*.req.http", "/v0.2"},
		{"captures/a2a-js-0.3.13-jsonrpc/*.req.http", "/v0.3"},
		{"captures/a2a-go-v0.3.15-jsonrpc/*.req.http", "/"},
		{"captures/trpc-a2a-go-v0.0.3/*-tasks-*.req.http", "/v0.1"},
		{"captures/google-a2a-v01-js/*-tasks-*.req.http", "/v0.1"},
		{"captures/a2a-js-1.3.0-jsonrpc/*.req.http", "/v1.0"},
		{"captures/a2a-go-v2.4.0-jsonrpc/*.req.http", "/v1.0"},
	} {
		files, _ := filepath.Glob(protocol + glob.files)
		for _, file := range files {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if head, rest, ok := bytes.Cut(body, []byte("\r\n\r\n")); ok {
				if !bytes.HasPrefix(head, []byte("POST")) || strings.Contains(file, "webhook") {
					continue
				}
				body = rest
			}
			synctest.Test(t, func(t *testing.T) {
				w := post(newAgent(t, Options{}), glob.path, string(body), "A2A-Version", "1.0")
				var r response
				if w.Header().Get("Content-Type") == "application/json" {
					if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
						t.Fatal(err)
					}
				}
				nameless := r.Error != nil && r.Error.Code == -32600 && !bytes.Contains(body, []byte(`"jsonrpc"`)) // the document's own flaw
				if r.Error != nil && r.Error.Code != -32001 && !nameless {
					t.Errorf("%s: %d %s", filepath.Base(file), r.Error.Code, r.Error.Message)
				}
			})
		}
	}
}
