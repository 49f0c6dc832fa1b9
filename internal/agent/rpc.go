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

// fault makes an error with a message for the caller.
func fault(name a2a.ErrorName, format string, args ...any) *a2a.Error {
	return &a2a.Error{Name: name, Message: fmt.Sprintf(format, args...)}
}

// invalid makes the error for a member of the params that breaks a rule.
func invalid(field, format string, args ...any) *a2a.Error {
	e := fault(a2a.InvalidParams, format, args...)
	e.Fields = []a2a.Violation{{Field: field, Why: e.Message}}
	return e
}

// request is a JSON-RPC request. Members are nil when absent.
type request struct{ JSONRPC, ID, Method, Params json.RawMessage }

// rpc answers one call. Protocol errors are HTTP 200 (JSON-RPC over HTTP);
// only what is wrong with the HTTP request itself gets another status.
func (a *Agent) rpc(w http.ResponseWriter, r *http.Request, speaks []*version.Version) {
	body, status, e := a.body(w, r)
	if e != nil {
		a.fail(w, status, speaks[0], nil, e)
		return
	}
	q, e := parse(body)
	if e != nil {
		a.fail(w, http.StatusOK, speaks[0], q.ID, e)
		return
	}
	d, op, e := a.choose(r, speaks, q)
	out := &rpcReply{agent: a, w: w, r: r, d: d, id: q.ID, op: op}
	if e != nil {
		out.failure(e)
		return
	}
	c, e := a.call(d, op, q.Params)
	if e != nil {
		out.failure(e)
		return
	}
	if e := a.activate(w, r, d, c); e != nil {
		out.failure(e)
		return
	}
	a.serve(r.Context(), d, c, out)
}

// body reads the request's body, within bounds.
func (a *Agent) body(w http.ResponseWriter, r *http.Request) ([]byte, int, *a2a.Error) {
	if t := r.Header.Get("Content-Type"); !isJSON(r.Header) {
		return nil, http.StatusUnsupportedMediaType, fault(a2a.ContentTypeNotSupported,
			"the request's Content-Type is %q; this endpoint reads application/json", t)
	}
	if enc := r.Header.Get("Content-Encoding"); enc != "" && enc != "identity" {
		return nil, http.StatusUnsupportedMediaType, fault(a2a.ContentTypeNotSupported,
			"the request's Content-Encoding is %q; send it uncompressed", enc)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, a.opts.MaxBody))
	if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
		return nil, http.StatusRequestEntityTooLarge, fault(a2a.InvalidRequest,
			"the request is larger than %d bytes, the most this agent reads", tooBig.Limit)
	}
	if err != nil {
		return nil, http.StatusBadRequest, fault(a2a.InvalidRequest, "the request's body broke off: %v", err)
	}
	return body, http.StatusOK, nil
}

func isJSON(h http.Header) bool {
	t := wire.MediaType(h)
	return t == "application/json" || strings.HasPrefix(t, "application/") && strings.HasSuffix(t, "+json")
}

// parse reads the envelope. The request it returns beside an error has the id
// when that could be read.
func parse(body []byte) (request, *a2a.Error) {
	var q request
	if !utf8.Valid(body) {
		return q, fault(a2a.ParseError, "the request is not UTF-8")
	}
	if !json.Valid(body) {
		return q, fault(a2a.ParseError, "the request is not JSON%s", syntaxError(body))
	}
	switch first := bytes.TrimSpace(body)[0]; {
	case first == '[':
		return q, fault(a2a.InvalidRequest, "batches are not part of A2A: send one request at a time")
	case first != '{':
		return q, fault(a2a.InvalidRequest, "the request is no JSON object")
	}
	// A map, because a struct's members would be found in any case: "ID", "Method".
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		return q, fault(a2a.ParseError, "the request is not JSON: %v", err)
	}
	q = request{members["jsonrpc"], members["id"], members["method"], members["params"]}
	if bad := q.ID != nil && !validID(q.ID); bad {
		q.ID = nil
		return q, fault(a2a.InvalidRequest, "id must be a string, a number or null")
	}
	if q.Params == nil {
		q.Params = json.RawMessage("{}")
	}
	if q.Params[0] != '{' {
		return q, fault(a2a.InvalidParams, "params must be an object")
	}
	return q, nil
}

// syntaxError tells the place at which a body stops being JSON.
func syntaxError(body []byte) string {
	var v any
	var syntax *json.SyntaxError
	err := json.Unmarshal(body, &v)
	if errors.As(err, &syntax) {
		return fmt.Sprintf(": %v at byte %d", err, syntax.Offset)
	}
	return ""
}

func validID(id json.RawMessage) bool {
	c := id[0]
	return c == '"' || c == '-' || c >= '0' && c <= '9' || string(id) == "null"
}

// call reads the params in a version.
func (a *Agent) call(d a2a.Dialect, op a2a.Operation, params json.RawMessage) (*a2a.Call, *a2a.Error) {
	c, problems := d.ReadParams(op, params)
	var wrong []string
	var fields []a2a.Violation
	for _, p := range problems {
		repeats := slices.ContainsFunc(fields, func(v a2a.Violation) bool { return v.Field == strings.TrimLeft(p.Path, "$.") })
		if p.Severity == a2a.SeverityError && !repeats {
			wrong = append(wrong, "params"+strings.TrimPrefix(p.Path, "$")+": "+p.Message)
			fields = append(fields, a2a.Violation{Field: strings.TrimLeft(p.Path, "$."), Why: p.Message})
		}
	}
	if c == nil && len(wrong) == 0 {
		wrong = []string{"params: not readable"}
	}
	if len(wrong) > 0 {
		e := fault(a2a.InvalidParams, "%s", strings.Join(wrong, " "))
		e.Fields = fields
		return nil, e
	}
	c.Op = op
	return c, nil
}

// fail answers with an error.
func (a *Agent) fail(w http.ResponseWriter, status int, d a2a.Dialect, id []byte, e *a2a.Error) {
	a.write(w, status, jsonrpc.Failure(d, id, e))
}

func (a *Agent) write(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if _, err := w.Write(body); err != nil {
		a.opts.Logger.Debug("answer a call", "err", err)
	}
}
