package diff

import (
	"cmp"
	"context"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Document is the content of one exchange, independent of its version and of streaming.
type Document struct {
	exchange wire.Exchange
	version  a2a.Version // "" if it is not A2A
	op       a2a.Operation
	call     *a2a.Call
	id       []byte // JSON-RPC id of the request
	body     []byte // of a request that could not be read

	streams    bool
	hasContent bool // the response contained a document
	steps      []step
	task       *a2a.Task
	message    *a2a.Message
	result     *a2a.Result // of the last document that is neither task nor message
	err        *a2a.Error
	card       *a2a.Card
	unparsed   []byte // parts of the response that could not be read
	failure    string // how the exchange failed, "" if it did not

	request []byte  // with encodings undone; kept for Exact only, like events
	events  []event // the response's documents
	times   map[string]bool
}

// step is a state that a task went through, with the status message.
type step struct {
	state   a2a.State
	message *a2a.Message
	word    string // the agent's word for the state, if it is not the version's
}

// event is one document of a response as it crossed the wire.
type event struct {
	name string // SSE event field
	data []byte
}

// Read reads a recorded exchange as far as it was recorded. card may be nil. Only at level Exact does the Document
// keep the documents as sent.
func Read(ctx context.Context, src Source, x wire.Exchange, card *a2a.Card, level Level) (*Document, error) {
	d := &Document{exchange: x}
	if level >= Exact {
		d.times = map[string]bool{}
	}
	r, err := reading.Record(ctx, src, &x, reading.Options{Hint: dialect.HintOf(x.Labels.Dialect, card), Each: func(p reading.Piece) {
		if !p.Comment() {
			d.addResponse(p.Reading, p.Frame.Event)
		}
	}})
	if err != nil {
		return nil, err
	}
	if level >= Exact {
		d.request = r.RequestBody()
	}
	id := r.Identity()
	if len(id.Versions) > 0 {
		d.version = id.Versions[0]
	}
	d.op, d.task, d.streams = id.Op, r.Task(), r.Streams()
	d.addRequest(r.Request())
	d.failure = failureOf(x, r.Labels())
	return d, nil
}

// failureOf returns how an exchange or its task failed, "" if neither did. The labels in said were
// read from the bodies; they fill in what the exchange's own labels lack.
func failureOf(x wire.Exchange, said wire.Labels) string {
	x.Labels.Error = cmp.Or(x.Labels.Error, said.Error)
	x.Labels.State = cmp.Or(x.Labels.State, said.State)
	x.Labels.CutOff = x.Labels.CutOff || said.CutOff
	if e, ok := words.EndingWords(&x); ok && e.Failed {
		return e.Word
	}
	if words.HasFailed(&x) {
		return "task " + a2a.State(x.Labels.State).Word()
	}
	return ""
}

// describeBothFailed says how both sides failed, "" if one did not.
func describeBothFailed(a, b string) string {
	switch {
	case a == "" || b == "":
		return ""
	case a == b:
		return "same failure: " + a
	}
	return "both failed: " + a + ", then " + b
}

func (d *Document) addRequest(r a2a.Reading) {
	d.call, d.id = r.Call, r.ID
	if r.Call == nil && r.Result == nil {
		d.body = r.Raw
	}
	if r.Result != nil { // a push notification
		d.addReading(r)
	}
}

// addResponse adds the reading of a response or of one of its events.
func (d *Document) addResponse(r a2a.Reading, name string) {
	if d.times != nil && len(r.Raw) > 0 {
		raw := r.Raw
		if r.Repaired != nil {
			raw = r.Repaired
		}
		d.events = append(d.events, event{name, raw})
	}
	if r.Kind == a2a.KindNone && len(r.Raw) > 0 {
		d.unparsed = append(d.unparsed, r.Raw...)
	}
	d.hasContent = d.hasContent || r.Kind != a2a.KindNone
	d.addReading(r)
}

func (d *Document) addReading(r a2a.Reading) {
	if r.Error != nil {
		d.err = r.Error
	}
	if r.Card != nil {
		d.card = r.Card
	}
	switch res := r.Result; {
	case res == nil:
	case res.Task != nil:
		d.step(res.Task.Status)
		d.addTime(res.Task.Status.Timestamp)
		if d.task == nil {
			d.task = res.Task // for a notification; for a response, reader.Task replaces it
		}
	case res.Status != nil:
		d.step(res.Status.Status)
		d.addTime(res.Status.Status.Timestamp)
		if d.task == nil && d.op == a2a.PushNotification {
			d.task = &a2a.Task{ID: res.Status.TaskID, ContextID: res.Status.ContextID, Status: res.Status.Status}
		}
	case res.Artifact != nil:
		if d.task == nil && d.op == a2a.PushNotification {
			d.task = &a2a.Task{ID: res.Artifact.TaskID, ContextID: res.Artifact.ContextID, Artifacts: []a2a.Artifact{res.Artifact.Artifact}}
		}
	case res.Message != nil:
		d.message = res.Message
	case res.Card != nil:
		d.card = res.Card
	default:
		d.result = res
		for _, t := range res.Tasks {
			d.addTime(t.Status.Timestamp)
		}
	}
}

// step adds a status to the task's steps, unless it repeats the last one.
func (d *Document) step(s a2a.Status) {
	if n := len(d.steps); n > 0 && d.steps[n-1].state == s.State {
		last := &d.steps[n-1]
		if s.Message == nil || last.message != nil && s.Message.ID != "" && last.message.ID == s.Message.ID {
			return
		}
		if last.message == nil {
			last.message = s.Message
			return
		}
	}
	d.steps = append(d.steps, step{s.State, s.Message, s.Word})
}

func (d *Document) addTime(s string) {
	if d.times != nil && s != "" {
		d.times[s] = true
	}
}
