// Package dialecttest has what the tests of version folders share: values with the
// JSON that a version writes for them, to the byte, and problems in a form that
// is short to write down. It is in no program.
package dialecttest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Case is a call or a result and the JSON that a version writes for it.
type Case struct {
	Op     a2a.Operation
	Call   *a2a.Call
	Result *a2a.Result
	Want   string
}

// Check writes each case and reads it again: the bytes are those wanted, nothing is
// lost, no problem found, and what comes back is what went.
func Check(t *testing.T, d a2a.Dialect, cases []Case) {
	t.Helper()
	for _, c := range cases {
		var got json.RawMessage
		var losses []a2a.Loss
		var problems []a2a.Problem
		var err error
		var back, want any
		if c.Call != nil {
			c.Call.Op = c.Op
			got, losses, err = d.EncodeParams(c.Call)
			back, problems = d.ReadParams(c.Op, got)
			want = c.Call
		} else {
			got, losses, err = d.EncodeResult(c.Op, c.Result)
			back, problems = d.ReadResult(c.Op, got)
			want = c.Result
		}
		if err != nil || len(losses) > 0 || len(problems) > 0 {
			t.Errorf("%s: %v, losses %v, problems %s", c.Op, err, losses, Found(problems))
		}
		if string(got) != c.Want {
			t.Errorf("%s writes\n%s, want\n%s", c.Op, got, c.Want)
		}
		if back = Bare(back); !reflect.DeepEqual(back, want) {
			a, _ := json.Marshal(back)
			b, _ := json.Marshal(want)
			t.Errorf("%s comes back as\n%s, want\n%s", c.Op, a, b)
		}
	}
}

// Bare takes out of a *a2a.Call or *a2a.Result what a reader adds: the wire form
// of parts.
func Bare(v any) any {
	var parts [][]a2a.Part
	message := func(m *a2a.Message) {
		if m != nil {
			parts = append(parts, m.Parts)
		}
	}
	task := func(t *a2a.Task) {
		message(t.Status.Message)
		for _, a := range t.Artifacts {
			parts = append(parts, a.Parts)
		}
		for i := range t.History {
			message(&t.History[i])
		}
	}
	switch v := v.(type) {
	case *a2a.Call:
		message(v.Message)
	case *a2a.Result:
		message(v.Message)
		if v.Task != nil {
			task(v.Task)
		}
		if v.Artifact != nil {
			parts = append(parts, v.Artifact.Artifact.Parts)
		}
		for i := range v.Tasks {
			task(&v.Tasks[i])
		}
	}
	for _, list := range parts {
		for i := range list {
			list[i].Raw = nil
		}
	}
	return v
}

// Found is problems as "CHECK severity path@offset", one after the other.
func Found(problems []a2a.Problem) string {
	all := make([]string, len(problems))
	for i, p := range problems {
		all[i] = fmt.Sprintf("%s %s %s@%d", p.Check, p.Severity, p.Path, p.Offset)
	}
	return strings.Join(all, "; ")
}
