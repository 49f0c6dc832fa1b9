package dialect

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var importFrom = flag.String("import", "", "make corpus cases of the protocol samples in this folder")

// TestImport makes a case from every sample that is a message: the sample's bytes in an exchange that could
// have carried them.
func TestImport(t *testing.T) {
	if *importFrom == "" {
		return // made with -import only
	}
	for _, s := range samples(t, *importFrom) {
		files := s.files()
		if files == nil {
			continue
		}
		name := "sample-" + s.version + "-" + s.name() + ".txtar"
		a := &txtar.Archive{Comment: []byte("source: sample " + s.path + "\n"), Files: files}
		if err := os.WriteFile(filepath.Join("testdata/corpus", name), txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

type sample struct {
	path, version, kind, method string
	valid                       bool
	quirks                      string
	body                        string
}

func (s sample) name() string {
	base := filepath.Base(s.path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

func samples(t *testing.T, dir string) []sample {
	t.Helper()
	index, err := os.ReadFile(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var all []sample
	for _, line := range strings.Split(strings.TrimSpace(string(index)), "\n")[1:] {
		f := strings.Split(line, "\t")
		body, err := os.ReadFile(filepath.Join(dir, f[0]))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, sample{path: f[0], version: f[1], kind: f[2], method: f[3], valid: f[5] == "yes", quirks: f[6],
			body: strings.TrimSuffix(string(body), "\n")})
	}
	return all
}

// files returns the sample in an exchange, nil for fragments.
func (s sample) files() []txtar.File {
	if strings.Contains(s.method, "/") && strings.Contains(s.method, " ") && s.kind != "agent-card" || strings.HasPrefix(s.method, "-> ") {
		return s.restFiles()
	}
	method := s.rpcMethod()
	switch s.kind {
	case "agent-card":
		path := "/.well-known/agent.json"
		if s.version == "v0.3" || s.version == "v1.0" {
			path = "/.well-known/agent-card.json"
		}
		return []txtar.File{text("request", "GET http://agent.test"+path), bodyOf("response", "200\nContent-Type: application/json", s.body)}
	case "push":
		return []txtar.File{bodyOf("request", "POST http://client.test/hook\nContent-Type: application/json", s.body), text("response", "200")}
	case "request":
		return []txtar.File{bodyOf("request", s.head(), s.body)}
	case "response", "error":
		return []txtar.File{s.request(method, s.body), bodyOf("response", "200\nContent-Type: application/json", s.body)}
	case "stream-event":
		return []txtar.File{s.request(method, s.body), bodyOf("event", "", s.body)}
	case "stream-raw":
		return []txtar.File{s.request(method, s.body), bodyOf("response", "200\nContent-Type: text/event-stream", s.body+"\n\n")}
	}
	return nil
}

// restFiles returns an HTTP+JSON sample in an exchange, with its own method, path and status.
func (s sample) restFiles() []txtar.File {
	line, status, _ := strings.Cut(s.method, "-> ")
	method, path, _ := strings.Cut(strings.TrimSpace(line), " ")
	if method == "" { // only the answer's status is known
		method, path = "GET", "/tasks/task-123"
	}
	if status == "" {
		status = "200"
	}
	h := method + " http://agent.test" + path + "\nA2A-Version: 1.0"
	ask := text("request", h)
	if method == "POST" {
		h += "\nContent-Type: application/a2a+json"
		ask = text("request", h+"\n\n"+`{"message": {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": "hello"}]}}`)
	}
	switch s.kind {
	case "request":
		return []txtar.File{bodyOf("request", h, s.body)}
	case "stream-event":
		return []txtar.File{ask, bodyOf("event", "", s.body)}
	case "stream-raw":
		return []txtar.File{ask, bodyOf("response", "200\nContent-Type: text/event-stream", s.body+"\n\n")}
	}
	return []txtar.File{ask, bodyOf("response", status+"\nContent-Type: application/a2a+json", s.body)}
}

func (s sample) rpcMethod() string {
	switch {
	case s.method == "" || strings.HasPrefix(s.method, "->"):
		return "SendMessage"
	}
	return s.method
}

func (s sample) head() string {
	h := "POST http://agent.test/\nContent-Type: application/json"
	if s.version == "v1.0" {
		h += "\nA2A-Version: 1.0"
	}
	return h
}

// request returns a call that a sample could answer, with its JSON-RPC id and task.
func (s sample) request(method, answer string) txtar.File {
	id, task := "1", "de38c76d-d54c-436c-8b9f-4c2703648d64"
	if m := regexp.MustCompile(`"id"\s*:\s*("[^"]*"|\d+)\s*,?[\s\p{Zs}]*"(?:result|error)"`).FindStringSubmatch(answer); m != nil {
		id = m[1]
	}
	if m := regexp.MustCompile(`"result"[\s\p{Zs}]*:[\s\p{Zs}]*\{[\s\p{Zs}]*"id"[\s\p{Zs}]*:[\s\p{Zs}]*"([^"]*)"`).FindStringSubmatch(answer); m != nil {
		task = m[1]
	}
	params := `{"id": "` + task + `"}`
	switch {
	case method == "SendMessage" || method == "SendStreamingMessage":
		params = `{"message": {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": "hello"}]}}`
	case strings.HasPrefix(method, "message/"):
		params = `{"message": {"kind": "message", "messageId": "m1", "role": "user", "parts": [{"kind": "text", "text": "hello"}]}}`
	case strings.HasPrefix(method, "tasks/send"):
		params = `{"id": "` + task + `", "message": {"role": "user", "parts": [{"type": "text", "text": "hello"}]}}`
	case method == "tasks/pushNotification/set":
		params = `{"id": "` + task + `", "pushNotificationConfig": {"url": "https://client.test/hook"}}`
	case method == "ListTasks":
		params = `{}`
	}
	return text("request", s.head()+fmt.Sprintf("\n\n"+`{"jsonrpc": "2.0", "id": %s, "method": "%s", "params": %s}`, id, method, params))
}

func text(name, s string) txtar.File { return txtar.File{Name: name, Data: []byte(s + "\n")} }

// bodyOf returns a section with a body, quoted when plain text cannot hold it.
func bodyOf(name, head, b string) txtar.File {
	if plain(b) {
		if head != "" {
			head += "\n\n"
		}
		return text(name, head+b)
	}
	var q strings.Builder
	for _, line := range strings.SplitAfter(b, "\n") {
		if line != "" {
			q.WriteString(strconv.Quote(line) + "\n")
		}
	}
	if head == "" {
		return txtar.File{Name: name + ".quoted", Data: []byte(q.String())}
	}
	return txtar.File{Name: name, Data: []byte(head + "\n-- " + name + ".quoted --\n" + q.String())}
}

func plain(b string) bool {
	return !strings.ContainsAny(b, "\r\u00a0\ufeff") && !strings.HasSuffix(b, "\n") && !strings.Contains(b, "\n-- ") &&
		(json.Valid([]byte(b)) || strings.ToValidUTF8(b, "") == b)
}
