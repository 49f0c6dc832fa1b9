package recorder

import (
	"bytes"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// fake is a Labeller: it takes op=…, task=…, state=… and error=… words from
// bodies and frames, and all of it as text.
type fake struct {
	labels wire.Labels
	text   []string
	frames int
}

func newFake(_ *wire.Exchange, request []byte) Labeller {
	f := &fake{}
	f.read(request)
	return f
}

func (f *fake) Response(_ *wire.Exchange, body []byte) { f.read(body) }
func (f *fake) Frame(w wire.Frame)                     { f.frames++; f.read(w.Data) }

func (f *fake) Labels() wire.Labels {
	f.labels.Text = strings.Join(f.text, "\n")
	return f.labels
}

func (f *fake) read(b []byte) {
	for _, word := range bytes.Fields(b) {
		name, value, _ := strings.Cut(string(word), "=")
		switch name {
		case "op":
			f.labels.Op = value
		case "task":
			f.labels.Task = value
		case "state":
			f.labels.State = value
		case "dialect":
			f.labels.Dialect = value
		case "binding":
			f.labels.Binding = value
		case "context":
			f.labels.Context = value
		case "error":
			f.labels.Error = value
		case "worst":
			f.labels.Worst = value
			f.labels.Findings++
		case "panic":
			panic(value)
		}
	}
	if len(b) > 0 && len(b) < 4096 {
		f.text = append(f.text, string(b))
	}
}
