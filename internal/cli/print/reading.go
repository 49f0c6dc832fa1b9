package print

import (
	"encoding/json"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
)

type readingLine struct {
	Label   string          `json:"as,omitempty"` // version and binding, with send --compare-with
	AtMS    float64         `json:"at_ms"`
	Kind    string          `json:"kind"`
	Task    string          `json:"task,omitempty"`
	Context string          `json:"context,omitempty"`
	State   string          `json:"state,omitempty"`
	Text    string          `json:"text,omitempty"`
	Final   bool            `json:"final"`
	Error   string          `json:"error,omitempty"`
	Code    int             `json:"code,omitempty"`
	Raw     json.RawMessage `json:"raw,omitempty"`

	Findings []findingLine `json:"findings,omitempty"`
}

type endLine struct {
	Label    string  `json:"as,omitempty"`
	AtMS     float64 `json:"at_ms"`
	Kind     string  `json:"kind"`
	Outcome  string  `json:"ended"`
	Status   int     `json:"http_status,omitempty"`
	Exchange string  `json:"exchange,omitempty"`
	Problem  string  `json:"problem,omitempty"`

	Findings []findingLine `json:"findings,omitempty"` // findings that only the end shows
}

func lineOf(e inspector.Event, since time.Time) readingLine {
	r := e.Reading
	l := readingLine{AtMS: stdio.Millis(e.At.Sub(since)), Kind: string(r.Kind), Raw: stdio.RawJSON(document(r)), Findings: findingLines(r.Problems)}
	if no, ok := refusalOf(r); ok {
		l.Kind, l.Error, l.Code, l.Text = string(a2a.KindError), string(no.name), no.status, no.text
		return l
	}
	if r.Error != nil {
		l.Error, l.Code, l.Text = string(r.Error.Name), r.Error.Code, r.Error.Message
		return l
	}
	if r.Result == nil {
		return l
	}
	switch res := r.Result; {
	case res.Task != nil:
		t := res.Task
		l.Task, l.Context, l.State = t.ID, t.ContextID, string(t.Status.State)
		l.Text, l.Final = taskText(t), t.Status.State.Terminal()
	case res.Message != nil:
		l.Task, l.Context, l.Text, l.Final = res.Message.TaskID, res.Message.ContextID, words.Parts(res.Message.Parts), true
	case res.Status != nil:
		s := res.Status
		l.Task, l.Context, l.State = s.TaskID, s.ContextID, string(s.Status.State)
		l.Final = s.Final || s.Status.State.Terminal()
		if s.Status.Message != nil {
			l.Text = words.Parts(s.Status.Message.Parts)
		}
	case res.Artifact != nil:
		l.Task, l.Context, l.Text = res.Artifact.TaskID, res.Artifact.ContextID, words.Parts(res.Artifact.Artifact.Parts)
	case res.Push != nil:
		l.Task, l.Text = res.Push.TaskID, res.Push.URL
	}
	return l
}

// document returns the received document; for gRPC, its ProtoJSON.
func document(r a2a.Reading) []byte {
	if r.Binding == a2a.GRPC && r.Repaired != nil {
		return r.Repaired
	}
	return r.Raw
}

func taskText(t *a2a.Task) string {
	if t.Status.Message != nil && len(t.Status.Message.Parts) > 0 {
		return words.Parts(t.Status.Message.Parts)
	}
	var parts []a2a.Part
	for _, a := range t.Artifacts {
		parts = append(parts, a.Parts...)
	}
	return words.Parts(parts)
}
