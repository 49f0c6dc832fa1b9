package dialect

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Reader reads an exchange piece by piece, so that each event of a long stream is processed once.
// It checks rules about the whole stream, folds the task, and collects the labels for the recorder.
// Packages reading and passing feed it. Not safe for concurrent use.
type Reader struct {
	req  *binding.Request
	resp Message
	id   a2a.Identity

	identity a2a.Identity // the identity in which the last frame was read
	request  a2a.Reading
	stream   fold.Stream
	fold     fold.Task
	labels   fold.Labels

	scratch  document.Scratch
	previous repeated
	sure     bool // id takes a document of the response into account
	trailed  bool // the call's status was read, or looked for
}

// NewReader starts reading an exchange whose request is known.
func NewReader(req Message, h Hint) *Reader {
	r := &Reader{req: binding.NewRequest(req, h)}
	r.id = identify(r.req, &document.Envelope{})
	r.identity = r.id
	r.request = readRequest(r.id, r.req)
	r.labels.Request(r.request)
	return r
}

// NewLabeller returns a Reader that keeps no artifacts, however long the stream: only what labels and
// problems need. Its Task is nil.
func NewLabeller(req Message, h Hint) *Reader {
	r := NewReader(req, h)
	r.fold.Light = true
	return r
}

// Identity returns what the pieces so far say about version, binding and operation. It can change once, at
// the response's first document.
func (r *Reader) Identity() a2a.Identity { return r.id }

func (r *Reader) Request() a2a.Reading { return r.request }

// Response reads the response: with its body if that is one document, else only the head of a stream or gRPC
// answer.
func (r *Reader) Response(resp Message) a2a.Reading {
	resp.Framing = resp.Kind()
	r.resp, r.req.Answer = resp, resp
	r.stream.Begun = r.id.Binding != "" && resp.Status != 0 && binding.Streams(r.id.Op, resp.Framing)
	if resp.Framing == wire.Body && len(resp.Body) > 0 {
		first := document.Open(document.Load(resp.Body, "", ""))
		r.learn(&first)
		r.req.First = &first
	}
	out := readResponse(r.id, r.req, resp)
	r.req.First = nil
	_, ended := bindingOf(r.id.Binding).ReadEnd(r.id, Message{Header: resp.Header}) // there will be no trailer
	over := ended || resp.Status == 204 || resp.Status == 304 || resp.Header.Get("Content-Length") == "0"
	if resp.Cut && len(resp.Body) == 0 && r.id.Op != a2a.PushNotification && !over {
		out = binding.Reading(r.id, a2a.KindNone, nil) // the body had not arrived
	}
	if ended {
		r.trailed, r.stream.Failed = true, out.Kind == a2a.KindError
	}
	r.put(out.Result)
	r.labels.Answer(out)
	return out
}

// Event reads the next frame of a stream or gRPC answer.
func (r *Reader) Event(f wire.Frame) a2a.Reading {
	var out a2a.Reading
	if r.previous.read(&f, &out) {
		r.follow(f.Kind, &out, &nowhere) // the document has no flaw, like the event before
		r.labels.CountProblems(out.Problems)
		return out
	}
	var ps []a2a.Problem
	docs := document.EventDocuments(f, &r.scratch)
	if len(docs) > 1 {
		ps = append(ps, document.Unplaced("SSE-02", a2a.SeverityError, "WHATWG HTML §9.2",
			fmt.Sprintf("%d JSON documents in one event; each is read, though most clients read none", len(docs))))
	}
	for i := range docs {
		if i > 0 {
			f.Problems = nil // reported with the first document
		}
		out = r.event(f, &docs[i])
		ps = append(ps, out.Problems...)
	}
	r.scratch.Clear(docs)
	out.Problems = ps
	if len(docs) == 1 && r.sure {
		r.previous.keep(&f, &out)
	}
	r.labels.CountProblems(ps)
	return out
}

// Forgive withdraws the problems of a reading that is based on an incomplete recording.
func (r *Reader) Forgive(ps []a2a.Problem) { r.labels.Withdraw(ps) }

func (r *Reader) event(f wire.Frame, e *document.Envelope) a2a.Reading {
	r.learn(e)
	out := readEvent(r.id, r.req, f, e)
	r.follow(f.Kind, &out, e)
	return out
}

// nowhere is the document of an event that was not parsed.
var nowhere document.Envelope

// follow checks a frame's reading against those before it.
func (r *Reader) follow(kind wire.FrameKind, out *a2a.Reading, e *document.Envelope) {
	if r.identity = r.id; len(out.Dialect) > 0 {
		r.identity.Versions = out.Dialect
	}
	if binding.Streams(r.id.Op, kind) {
		out.Problems = append(out.Problems, e.Doc.Relocate(r.stream.Add(r.identity, out, e))...)
	}
	out.Problems = append(out.Problems, r.put(out.Result)...)
	r.labels.Result(out)
	if e.Doc.TooDeep {
		r.labels.Unread()
	}
}

// put folds a result into the task. Where the client chooses the task's id, agents may garble it,
// so the client's id wins.
func (r *Reader) put(result *a2a.Result) []a2a.Problem {
	if result == nil {
		return nil
	}
	ps := r.fold.Add(r.identity, result)
	if c := r.req.Call; c != nil && c.TaskID != "" && r.fold.Task != nil && registry.Rules(r.id).Calls.NamesTask {
		r.fold.Task.ID = c.TaskID
	}
	return ps
}

// learn settles the identity at the first document of the response.
func (r *Reader) learn(first *document.Envelope) {
	if r.sure || !first.Object && !first.IsKind('[') {
		return
	}
	r.sure = true
	was := registry.Speaker(r.id)
	r.id = identify(r.req, first)
	r.identity = r.id
	if registry.Speaker(r.id) != was {
		r.labels.Forget(r.request)
		r.req.Call = nil
		r.request = readRequest(r.id, r.req)
		r.labels.Request(r.request)
	}
}

// Trailer reads the trailers after a body that the agent ended; call it before End. Where the binding reports
// a call's end in trailers, an error becomes a reading of that kind, and missing information a problem.
func (r *Reader) Trailer(h http.Header) a2a.Reading {
	if h == nil {
		h = http.Header{} // the trailers are known, and empty
	}
	b := bindingOf(r.id.Binding)
	status, ok := b.ReadEnd(b.Answering(r.id, r.req.URL), Message{Header: r.resp.Header, Trailer: h})
	if !ok || r.trailed {
		return binding.Reading(r.id, a2a.KindEmpty, nil)
	}
	r.trailed = true
	r.labels.Answer(status)
	r.stream.Failed = r.stream.Failed || status.Kind == a2a.KindError
	return status
}

// End takes how the exchange ended, and returns the problems that only its end shows.
func (r *Reader) End(outcome wire.Outcome) []a2a.Problem {
	ps := r.stream.End(r.identity, outcome)
	r.labels.CountProblems(ps)
	return ps
}

// Miscoded reports a response that contradicts its Content-Encoding. If that made the rest unreadable,
// Miscoded replaces End.
func (r *Reader) Miscoded(fault error) []a2a.Problem {
	p := miscoded(r.resp.Header, fault)
	p.CutOff = !errors.Is(fault, coding.ErrPlain) && !coding.IsDecoderLimit(fault)
	r.labels.CountProblems([]a2a.Problem{p})
	return []a2a.Problem{p}
}

func (r *Reader) Labels() wire.Labels { return r.labels.Wire(r.id) }

// Findings returns the findings so far, one per check.
func (r *Reader) Findings() []wire.Finding { return r.labels.Findings() }

// Task returns the task so far with its artifacts assembled, nil when there is none. The reader owns it: it
// changes with the next piece, and callers must not change it.
func (r *Reader) Task() *a2a.Task {
	if r.fold.Light {
		return nil
	}
	return r.fold.Task
}

// repeated is a shortcut for events that differ from an earlier one only in their artifact's text, as most
// events of a long stream do. Such an event gets that event's reading with its own text, without being
// parsed. Only events without problems are remembered; no rule is about what a text says.
type repeated struct {
	data     []byte // of the remembered event
	kind     wire.FrameKind
	event    string
	reading  a2a.Reading
	from, to int // of the text in its data; 0 until find
	rawTo    int // end of the part with the text
}

// keep remembers an event in place of the previous one.
func (p *repeated) keep(f *wire.Frame, out *a2a.Reading) {
	p.data, p.to = nil, 0
	if !plainFrame(f) || out.Kind != a2a.KindArtifact || len(out.Problems) > 0 || out.Repaired != nil || !bytes.Equal(out.Raw, f.Data) {
		return
	}
	if parts := out.Result.Artifact.Artifact.Parts; len(parts) == 1 && parts[0].Kind == a2a.TextPart {
		p.data, p.kind, p.event, p.reading = f.Data, f.Kind, f.Event, *out
	}
}

func plainFrame(f *wire.Frame) bool { return !f.Partial && len(f.Problems) == 0 && len(f.Data) > 0 }

// read derives an event's reading from the remembered event. It returns false when more than the text
// differs.
func (p *repeated) read(f *wire.Frame, out *a2a.Reading) bool {
	was := p.data
	if was == nil || f.Kind != p.kind || f.Event != p.event || !plainFrame(f) || p.to == 0 && !p.find(f.Data) {
		return false
	}
	rest, begins := bytes.CutPrefix(f.Data, was[:p.from])
	text, ends := bytes.CutSuffix(rest, was[p.to:])
	if !begins || !ends || !jsonrepair.Plain(text) {
		return false
	}
	now := new(struct { // one allocation for all that is not shared
		result a2a.Result
		update a2a.ArtifactUpdate
		parts  [1]a2a.Part
	})
	now.result, now.update = *p.reading.Result, *p.reading.Result.Artifact
	now.parts[0] = now.update.Artifact.Parts[0]
	now.update.Artifact.Parts, now.result.Artifact = now.parts[:], &now.update
	part := &now.parts[0]
	to := len(f.Data) - len(was) + p.rawTo
	part.Text, part.Raw = string(text), f.Data[p.rawTo-len(part.Raw):to:to]
	*out = p.reading
	out.Raw, out.Result = f.Data, &now.result
	return true
}

// find locates the text: the string in which the data of another event first differs.
func (p *repeated) find(other []byte) bool {
	const step = 32
	data, at := p.data, 0
	for at+step <= min(len(data), len(other)) && bytes.Equal(data[at:at+step], other[at:at+step]) {
		at += step
	}
	for at < min(len(data), len(other)) && data[at] == other[at] {
		at++
	}
	part := &p.reading.Result.Artifact.Artifact.Parts[0]
	from := bytes.LastIndexByte(data[:at], '"') + 1
	to := from + len(part.Text)
	switch {
	case from == 0 || part.Text == "" || to >= len(data) || string(data[from:to]) != part.Text:
		return false
	case !bytes.HasSuffix(other, data[to:]): // it differs elsewhere, too
		return false
	case bytes.IndexByte(data, '\\') >= 0 || bytes.Count(data, data[from-1:to+1]) != 1: // it may not be the text
		return false
	}
	p.from, p.to, p.rawTo = from, to, bytes.Index(data, part.Raw)+len(part.Raw)
	return true
}
