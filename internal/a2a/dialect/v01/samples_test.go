package v01

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
		if f[1] != "v0.1" || f[2] == "stream-raw" {
			continue
		}
		t.Run(f[0], func(t *testing.T) {
			raw, err := os.ReadFile(filepath.Join(samples, f[0]))
			if err != nil {
				t.Fatal(err)
			}
			sample(t, f[2], f[3], raw)
		})
	}
}

func sample(t *testing.T, kind, method string, raw []byte) {
	d := Dialect()
	doc, err := jsonrepair.Read(raw)
	if err != nil {
		t.Fatal(err)
	}
	var envelope struct{ Params, Result json.RawMessage }
	if err := json.Unmarshal(doc.JSON, &envelope); err != nil {
		t.Fatal(err)
	}
	op, known := d.Operation(method)
	if !known && kind != "agent-card" {
		t.Fatalf("method %q is not known", method)
	}
	var problems []a2a.Problem
	switch kind {
	case "agent-card":
		var c *a2a.Card
		c, problems = d.ReadCard(doc.JSON)
		if c.Name == "" || len(c.Skills) != 2 || len(c.Interfaces) != 1 || len(c.SecuritySchemes) != 1 {
			t.Errorf("card %+v", c)
		}
	case "request":
		var c *a2a.Call
		c, problems = d.ReadParams(op, envelope.Params)
		if c.TaskID == "" || strings.HasPrefix(method, "tasks/send") && (c.Message == nil || c.Message.Role != a2a.User) {
			t.Errorf("call %+v", c)
		}
	default:
		var r *a2a.Result
		r, problems = d.ReadResult(op, envelope.Result)
		if r.Task == nil && r.Status == nil && r.Artifact == nil && r.Push == nil {
			t.Errorf("result %+v", r)
		}
	}
	for _, p := range problems {
		if p.Severity == a2a.SeverityError {
			t.Errorf("%s at %s: %s", p.Check, p.Path, p.Message)
		}
		t.Logf("%s %s %s@%d: %s (%s)", p.Severity, p.Check, p.Path, p.Offset, p.Message, p.Spec)
	}
}
