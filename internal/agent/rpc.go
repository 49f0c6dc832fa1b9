package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/jsonrpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func newError(name a2a.ErrorName, format string, args ...any) *a2a.Error {
	return &a2a.Error{Name: name, Message: fmt.Sprintf(format, args...)}
}

func invalidParam(field, format string, args ...any) *a2a.Error {
	e := newError(a2a.InvalidParams, format, args...)
	e.Fields = []a2a.Violation{{Field: field, Reason: e.Message}}
	return e
}

// request is a JSON-RPC request. Absent members are nil.
type request struct{ JSONRPC, ID, Method, Params json.RawMessage }

// rpc answers one call. Protocol errors have status 200, as usual in JSON-RPC over HTTP; only a malformed
// HTTP request gets another status.
func (a *Agent) rpc(w http.ResponseWriter, r *http.Request, speaks []*version.Version) {
	out := &rpcReply{baseReply: baseReply{agent: a, w: w, dialect: speaks[0]}, r: r}
	body, status, e := a.readBody(w, r)
	if e != nil {
		out.refuse(status, e)
		return
	}
	c, e := a.rpcCall(out, body, speaks)
	if e != nil {
		out.writeError(e)
		return
	}
	if !a.refuseExtendedCard(w, r, out.dialect.Version(), c.Op) {
		a.serve(r.Context(), out.dialect, c, out)
	}
}

// rpcCall reads the call of a request. It sets in out what a response needs, even if it returns an
// error.
func (a *Agent) rpcCall(out *rpcReply, body []byte, speaks []*version.Version) (*a2a.Call, *a2a.Error) {
	q, e := parseEnvelope(body)
	if out.id = q.ID; e != nil {
		return nil, e
	}
	out.dialect, out.op, e = a.choose(out.r, speaks, q)
	if e != nil {
		return nil, e
	}
	c, e := a.decodeCall(out.dialect, out.op, q.Params)
	if e != nil {
		return nil, e
	}
	return c, a.activate(out.w, out.r, out.dialect, c)
}

type rpcReply struct {
	baseReply
	r  *http.Request
	id []byte
}

func (p *rpcReply) writeResult(res *a2a.Result) {
	body, err := jsonrpc.Result(p.dialect, p.id, p.op, res)
	if err != nil {
		body = jsonrpc.Failure(p.dialect, p.id, p.encodingError("the answer", err))
	}
	p.write(http.StatusOK, "application/json", body)
}

// writeError answers with plain JSON. A client that accepts only a stream gets a stream of one
// event, because some such clients read JSON as an empty stream. Conformance kits get JSON.
func (p *rpcReply) writeError(e *a2a.Error) {
	if !p.op.Streams() || p.agent.kit(p.dialect.Version()) != nil || p.r.Header.Get("Accept") != "text/event-stream" {
		p.refuse(http.StatusOK, e)
		return
	}
	out := newEventStream(p.w, func(*a2a.Result) []byte { return jsonrpc.Failure(p.dialect, p.id, e) }, nil)
	out.send(nil)
	out.flush()
}

func (p *rpcReply) refuse(status int, e *a2a.Error) {
	p.write(status, "application/json", jsonrpc.Failure(p.dialect, p.id, e))
}

func (p *rpcReply) startStream() *stream {
	name := eventName
	if !behaviour(p.dialect.Version()).HasEventNames {
		name = nil
	}
	return newEventStream(p.w, func(r *a2a.Result) []byte {
		body, err := jsonrpc.Result(p.dialect, p.id, p.op, r)
		if err != nil {
			return jsonrpc.Failure(p.dialect, p.id, p.encodingError("an event", err))
		}
		return body
	}, name)
}

// eventName is the event field of an event. Version 0.1 does not require it, but a client of 0.1
// (trpc-a2a-go) drops events without it. Other clients ignore it.
func eventName(r *a2a.Result) string {
	if r.Artifact != nil {
		return "task_artifact_update"
	}
	return "task_status_update"
}

func (a *Agent) readBody(w http.ResponseWriter, r *http.Request) ([]byte, int, *a2a.Error) {
	if t := r.Header.Get("Content-Type"); !isJSON(r.Header) {
		return nil, http.StatusUnsupportedMediaType, newError(a2a.ContentTypeNotSupported,
			"the request's Content-Type is %q; this endpoint reads application/json", t)
	}
	if enc := r.Header.Get("Content-Encoding"); enc != "" && enc != "identity" {
		return nil, http.StatusUnsupportedMediaType, newError(a2a.ContentTypeNotSupported,
			"the request's Content-Encoding is %q; send it uncompressed", enc)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, a.opts.MaxBody))
	if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
		return nil, http.StatusRequestEntityTooLarge, newError(a2a.InvalidRequest,
			"the request is larger than %d bytes, the maximum", tooBig.Limit)
	}
	if err != nil {
		return nil, http.StatusBadRequest, newError(a2a.InvalidRequest, "the request's body could not be read completely: %v", err)
	}
	return body, http.StatusOK, nil
}

func isJSON(h http.Header) bool {
	t := wire.MediaType(h)
	return t == "application/json" || strings.HasPrefix(t, "application/") && strings.HasSuffix(t, "+json")
}

// parseEnvelope reads the envelope. With an error it still returns the id, if that could be read.
func parseEnvelope(body []byte) (request, *a2a.Error) {
	var q request
	if !utf8.Valid(body) {
		return q, newError(a2a.ParseError, "the request is not UTF-8")
	}
	if !json.Valid(body) {
		return q, newError(a2a.ParseError, "the request is not JSON%s", syntaxErrorPlace(body))
	}
	switch first := bytes.TrimSpace(body)[0]; {
	case first == '[':
		return q, newError(a2a.InvalidRequest, "batches are not part of A2A: send one request at a time")
	case first != '{':
		return q, newError(a2a.InvalidRequest, "the request is not a JSON object")
	}
	// A map, because a struct would match members in any case: "ID", "Method".
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		return q, newError(a2a.ParseError, "the request is not JSON: %v", err)
	}
	q = request{members["jsonrpc"], members["id"], members["method"], members["params"]}
	if bad := q.ID != nil && !isValidID(q.ID); bad {
		q.ID = nil
		return q, newError(a2a.InvalidRequest, "id must be a string, a number or null")
	}
	if q.Params == nil {
		q.Params = json.RawMessage("{}")
	}
	if q.Params[0] != '{' {
		return q, newError(a2a.InvalidParams, "params must be an object")
	}
	return q, nil
}

func syntaxErrorPlace(body []byte) string {
	var v any
	var syntax *json.SyntaxError
	err := json.Unmarshal(body, &v)
	if errors.As(err, &syntax) {
		return fmt.Sprintf(": %v at byte %d", err, syntax.Offset)
	}
	return ""
}

func isValidID(id json.RawMessage) bool {
	c := id[0]
	return c == '"' || c == '-' || c >= '0' && c <= '9' || string(id) == "null"
}

func (a *Agent) decodeCall(d a2a.Dialect, op a2a.Operation, params json.RawMessage) (*a2a.Call, *a2a.Error) {
	c, problems := d.ReadParams(op, params)
	var wrong []string
	var fields []a2a.Violation
	for _, p := range problems {
		repeats := slices.ContainsFunc(fields, func(v a2a.Violation) bool { return v.Field == strings.TrimLeft(p.Path, "$.") })
		unsigned := p.Path == "$.message.role" && strings.Contains(p.Message, "required") // readers may tolerate this: examples of 0.2 and 0.3 leave it out
		if (p.Severity == a2a.SeverityError || unsigned) && !repeats {
			wrong = append(wrong, "params"+strings.TrimPrefix(p.Path, "$")+": "+p.Message)
			fields = append(fields, a2a.Violation{Field: strings.TrimLeft(p.Path, "$."), Reason: p.Message})
		}
	}
	if c == nil && len(wrong) == 0 {
		wrong = []string{"params: not readable"}
	}
	if len(wrong) > 0 {
		e := newError(a2a.InvalidParams, "%s", strings.Join(wrong, " "))
		e.Fields = fields
		return nil, e
	}
	c.Op = op
	a.returnEarly(d.Version(), c, params)
	return c, nil
}
