package model

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// reader reads one exchange.
type reader struct {
	x       Exchange
	api     *api
	call    Call
	answer  *content
	model   string // in the answer
	isWhole bool   // the document read last is complete JSON
	events  int
	unread  int  // events that are not JSON
	isDone  bool // the stream says that it is complete
	tree    jsonrepair.Tree
}

// Read reads a recorded exchange. It returns false if it is no call of a known API.
func Read(x Exchange) (Call, bool) {
	path := pathOf(x.Path)
	rows := matchPaths(x, path)
	if len(rows) == 0 && !mayBeMCP(x) || !mayCarryJSON(x) {
		return Call{}, false
	}
	r := &reader{x: x, answer: newContent(maxAnswer, false)}
	r.boundBodies()
	request := r.document("request", r.x.Request)
	if len(rows) == 0 {
		return r.readMCP(request)
	}
	if r.api = r.choose(rows, request); r.api == nil {
		return Call{}, false
	}
	r.call.API, r.call.Kind = r.api.name, r.api.kind
	r.call.Streamed = strings.HasSuffix(path, ":streamGenerateContent")
	r.readRequest(request)
	r.readBody(r.take)
	r.finish()
	return r.call, true
}

// boundBodies limits what is read of both bodies.
func (r *reader) boundBodies() {
	if r.x.IsCut {
		r.note("bytes of this exchange are missing")
	}
	for _, b := range []*[]byte{&r.x.Request, &r.x.Response} {
		if len(*b) > maxBody {
			*b = (*b)[:maxBody]
			r.notef("only the first %d MiB of a body are read", maxBody>>20)
		}
	}
}

func matchPaths(x Exchange, path string) (rows []*api) {
	for i := range apis {
		if apis[i].matchPath(x, path) {
			rows = append(rows, &apis[i])
		}
	}
	return rows
}

// choose returns the first API whose members the request, or the answer to a GET, has. A request that is not
// whole may lack them.
func (r *reader) choose(rows []*api, request value) *api {
	doc, isWhole := request, r.isWhole && !r.x.IsCut
	if r.x.Method == "GET" {
		doc, isWhole = r.document("answer", r.x.Response), true
	}
	for _, a := range rows {
		if !isWhole || a.matchBody(doc) {
			return a
		}
	}
	return nil
}

// document parses a body that is one document. It repairs what it can, with a note.
func (r *reader) document(what string, body []byte) value {
	if len(bytes.TrimSpace(body)) == 0 {
		return value{}
	}
	d, err := jsonrepair.Read(body)
	for _, s := range d.Steps {
		r.notef("the %s is not strict JSON: %s", what, s)
	}
	if err != nil {
		r.notef("the %s is not JSON: %v", what, err)
	}
	r.isWhole = err == nil && !slices.ContainsFunc(d.Steps, func(s jsonrepair.Step) bool { return s.Kind == jsonrepair.CutOff })
	if d.Tree == nil {
		return value{}
	}
	return value{tree: d.Tree}
}

// readBody gives take each document of the answer: each event of a stream, each line, each element of an
// array, or the whole body.
func (r *reader) readBody(take func(value)) {
	body, media, doc := bytes.TrimLeft(r.x.Response, " \t\r\n"), wire.MediaType(r.x.ResponseHeader), value{}
	switch {
	case media == "application/x-ndjson" || isLines(body):
		r.readFrames(wire.Line, take)
	case looksLikeJSON(body): // also errors that are said to be a stream
		doc = r.document("answer", r.x.Response)
		for v := range doc.each() {
			take(v)
		}
	case media == "text/event-stream" || isEventStream(body):
		r.readFrames(wire.SSE, take)
	case len(body) > 0 && r.x.Status < http.StatusBadRequest:
		r.note("the answer is neither JSON nor a stream")
	case r.x.Status == 0:
		r.note("there is no answer")
	}
	r.failByStatus(doc)
}

// isEventStream reports whether a body begins as a stream of events whatever its type is said to be.
func isEventStream(body []byte) bool {
	for _, start := range []string{"data:", "event:", "id:", ":"} {
		if bytes.HasPrefix(body, []byte(start)) {
			return true
		}
	}
	return false
}

// isLines reports whether a body has a JSON document on its first line and more after it.
func isLines(body []byte) bool {
	line, rest, _ := bytes.Cut(body, []byte("\n"))
	if !looksLikeJSON(rest) || !looksLikeJSON(line) {
		return false
	}
	_, ok := jsonrepair.Parse(line)
	return ok
}

// readFrames cuts a stream. Each document is gone when take returns.
func (r *reader) readFrames(kind wire.FrameKind, take func(value)) {
	r.call.Streamed = true
	for f := range wire.Frames(kind, 0, []wire.Chunk{{Data: r.x.Response}}) {
		if f.Index == maxFrames {
			r.notef("only the first %d events of the answer are read", maxFrames)
			break
		}
		data := bytes.TrimSpace(f.Data)
		isDone := string(data) == "[DONE]"
		r.isDone = r.isDone || isDone
		if f.Kind == wire.Comment || len(data) == 0 || isDone {
			continue
		}
		r.events++
		switch {
		case r.tree.Reuse(data):
			for v := range (value{tree: &r.tree}).each() {
				take(v)
			}
		case f.Partial:
			r.notef("the answer ends inside event %d", r.events)
		default:
			if r.unread++; r.unread == 1 {
				r.notef("event %d of the answer is not JSON", r.events)
			}
		}
	}
	if r.unread > 1 {
		r.notef("%d events of the answer are not JSON", r.unread)
	}
}

// take reads an event, or an answer that is one document.
func (r *reader) take(v value) {
	r.readFailure(v)
	if model := v.get("model|modelVersion|response.model|message.model"); model.has('"') {
		r.model = model.name()
	}
	r.addID(v.get("id|responseId|response.id|message.id|request_id").name())
	if r.api.read != nil {
		r.api.read(r, v)
	}
	r.api.counts.read(&r.call.Tokens, v)
}

// requestIDs are headers of an answer with an id by which an API's operator finds the call.
var requestIDs = []string{"Request-Id", "X-Request-Id", "Apim-Request-Id"}

// finish fills in what is known once everything is read.
func (r *reader) finish() {
	c := &r.call
	c.Requested = c.Model
	if r.model != "" {
		c.Model = r.model
	}
	for _, name := range requestIDs {
		r.addID(r.x.ResponseHeader.Get(name))
	}
	room := maxKept
	c.Answer, c.ToolCalls, c.IsRefusal = r.answer.text.String(), r.answer.calls(&room), r.answer.isRefusal
	if r.answer.text.isCut {
		r.note("the answer is too long to be read whole")
	}
	if r.answer.hasMore {
		r.note("the answer has more tool calls than are read")
	}
	if c.Kind == KindModel && r.events > 0 && c.Finish == "" && c.Error == "" && !r.isDone {
		c.IsUnfinished = true
		r.note("the stream ended before the answer was finished")
	}
}

func (r *reader) setFinish(v value) {
	if v.has('"') {
		r.call.Finish = v.name()
	}
}

func (r *reader) addID(id string) {
	if id = strings.ToValidUTF8(id[:min(len(id), maxName)], ""); id != "" && len(r.call.IDs) < maxIDs && !slices.Contains(r.call.IDs, id) {
		r.call.IDs = append(r.call.IDs, id)
	}
}

func (r *reader) notef(format string, args ...any) { r.note(fmt.Sprintf(format, args...)) }

func (r *reader) note(text string) {
	if len(r.call.Notes) < maxNotes && !slices.Contains(r.call.Notes, text) {
		r.call.Notes = append(r.call.Notes, text)
	}
}
