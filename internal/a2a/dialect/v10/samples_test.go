package v10

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

const samples = "../../../testdata/shared/protocol/samples"

// TestSamples reads the version's own documents: the readings must be right, and only faults that the index
// lists may be found.
func TestSamples(t *testing.T) {
	index, err := os.Open(filepath.Join(samples, "index.tsv"))
	if err != nil {
		t.Skip("the protocol's samples are not here")
	}
	defer index.Close()
	lines := bufio.NewScanner(index)
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		if f[1] != "v1.0" || f[2] == "stream-raw" || f[2] == "fragment" {
			continue
		}
		t.Run(f[0], func(t *testing.T) {
			raw, err := os.ReadFile(filepath.Join(samples, f[0]))
			if err != nil {
				t.Fatal(err)
			}
			sample(t, f[2], f[3], f[6], raw)
		})
	}
}

// allowed returns the checks that a sample breaks according to its index.
func allowed(quirks string) string {
	all := ""
	for words, checks := range map[string]string{
		"missing REQUIRED": "CARD-08 CARD-19 CARD-23 REQ-10 RES-22 SSE-18 ART-04",
		"placeholder":      "REQ-10 RES-06 RES-07 SSE-11 SSE-18 CARD-08 PUSH-11",
		"problem":          "ERR-07",
	} {
		if strings.Contains(quirks, words) {
			all += checks + " "
		}
	}
	return all
}

// operation returns the operation of an HTTP+JSON sample; its bodies are the same.
func operation(d a2a.Dialect, method string) a2a.Operation {
	if op, ok := d.Operation(method); ok {
		return op
	}
	switch {
	case strings.Contains(method, "message:send"):
		return a2a.SendMessage
	case strings.Contains(method, "message:stream"):
		return a2a.SendStreamingMessage
	case strings.Contains(method, "GET /tasks"):
		return a2a.ListTasks
	}
	return ""
}

func sample(t *testing.T, kind, method, quirks string, raw []byte) {
	d := Dialect()
	doc, err := jsonrepair.Read(raw)
	if err != nil {
		t.Fatal(err)
	}
	var envelope struct{ Params, Result, Error json.RawMessage }
	if err := json.Unmarshal(doc.JSON, &envelope); err != nil {
		t.Fatal(err)
	}
	op := operation(d, method)
	body := json.RawMessage(doc.JSON)
	var problems []a2a.Problem
	switch kind {
	case "agent-card":
		_, problems = d.ReadCard(body)
	case "request":
		if envelope.Params != nil {
			body = envelope.Params
		}
		_, problems = d.ReadParams(op, body)
	case "error":
		var e struct {
			Code int
			Data json.RawMessage
		}
		if json.Unmarshal(envelope.Error, &e) == nil {
			problems = d.CheckErrorData(e.Code, e.Data)
		}
	case "push":
		_, problems = d.ReadPush(body)
	default:
		if envelope.Result != nil {
			body = envelope.Result
		}
		var r *a2a.Result
		r, problems = d.ReadResult(op, body)
		if len(quirks) > 0 && !strings.Contains(quirks, "placeholder") && r.Task == nil && r.Message == nil && r.Status == nil && r.Artifact == nil && r.Tasks == nil {
			t.Errorf("result %+v", r)
		}
	}
	for _, p := range problems {
		if p.Severity == a2a.SeverityError && (p.Check == "" || !strings.Contains(allowed(quirks), p.Check)) {
			t.Errorf("%s at %s: %s", p.Check, p.Path, p.Message)
		}
		t.Logf("%s %s %s@%d: %s (%s)", p.Severity, p.Check, p.Path, p.Offset, p.Message, p.Spec)
	}
}
