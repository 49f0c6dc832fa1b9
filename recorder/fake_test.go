package recorder

import (
	"bytes"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// fake is a Labeller. It reads words such as op=… and task=… from the complete request and from the
// response, event by event or as a whole, and uses everything as text.
type fake struct {
	labels  wire.Labels
	text    []string
	asked   bytes.Buffer
	begun   bool
	answer  *wire.Splitter
	early   []byte
	trailer string
	broken  bool
}

func newFake(*wire.Exchange) Labeller { return &fake{} }

func (f *fake) Feed(side wire.Side, at time.Time, p []byte) {
	switch {
	case side == wire.Request:
		f.asked.Write(p)
	case f.answer == nil:
		f.early = append(f.early, p...)
	default:
		f.frames(f.answer.Feed(at, p))
	}
}

func (f *fake) Update(x *wire.Exchange) {
	f.broken = x.Response.Status >= 400 || x.Outcome == wire.Cut || x.Outcome == wire.Unreachable
	if !f.begun && (!x.RequestDone.IsZero() || !x.Ended.IsZero()) {
		f.begun = true
		f.read(f.asked.Bytes())
	}
	if f.begun && f.answer == nil && x.Response.Status != 0 {
		f.answer = wire.NewSplitter(x.Response.Framing(), MaxFrameBytes)
		f.frames(f.answer.Feed(x.FirstByte, f.early))
	}
	if f.answer != nil && !x.Ended.IsZero() {
		f.frames(f.answer.Close(x.LastByte))
		f.trailer = x.Response.Trailer.Get("Grpc-Status")
	}
}

func (f *fake) BufferedBytes() int {
	n := f.asked.Len() + len(f.early)
	if f.answer != nil {
		n += int(f.answer.Pending())
	}
	return n
}

func (f *fake) frames(list []wire.Frame) {
	for _, w := range list {
		f.read(w.Data)
	}
}

func (f *fake) Labels() wire.Labels {
	f.labels.Text = strings.Join(f.text, "\n")
	f.labels.Failed = f.labels.Failed || f.broken || f.labels.Error != ""
	return f.labels
}

// Findings returns one finding for worst=, by a check of that name.
func (f *fake) Findings() []wire.Finding {
	if f.labels.Findings == 0 {
		return nil
	}
	return []wire.Finding{{Check: "FAKE-" + f.labels.Worst, Severity: f.labels.Worst, Response: f.labels.Worst, Count: f.labels.Findings, Times: f.labels.Findings}}
}

func (f *fake) Defer(*wire.Exchange) {}

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
			f.labels.ResponseSeverity = value
			f.labels.Findings++
		case "cut":
			f.labels.CutOff = true
		case "failed":
			f.labels.Failed = true
		case "panic":
			panic(value)
		}
	}
	if len(b) > 0 && len(b) < 4096 {
		f.text = append(f.text, string(b))
	}
}
