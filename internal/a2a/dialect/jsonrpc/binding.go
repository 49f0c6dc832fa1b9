// Package jsonrpc is the JSON-RPC binding, which every version has: a method and params
// in one envelope, the result or an error in another, events with one each.
package jsonrpc

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Binding is JSON-RPC over HTTP.
type Binding struct{ binding.JSON }

// Identify weighs method, bodies, headers and what is known beside the exchange.
func (Binding) Identify(r *binding.Request, first *document.Envelope) (a2a.Identity, bool) {
	if !r.JSON().Call() {
		return a2a.Identity{}, false
	}
	var v evidence.Verdict
	method := r.JSON().Method.Text()
	op, versions := registry.Named(method)
	if len(versions) > 0 {
		v.Add("method "+method, true, versions...)
	} else {
		v.Add("method "+document.Brief(method)+" belongs to no version", false)
	}
	evidence.ParamsShape(&v, method, r.JSON().Params)
	evidence.ResultShape(&v, first.Result)
	binding.WeighVersion(&v, r.Message)
	binding.WeighHeaders(&v, r.Header)
	binding.WeighHint(&v, a2a.JSONRPC, r.URL, r.Hint)
	return a2a.Identity{Versions: v.Versions, Binding: a2a.JSONRPC, Op: op, Evidence: v.Evidence}, true
}

// Write makes the POST of a call.
func (Binding) Write(d version.Dialect, endpoint, rpcID string, c *a2a.Call) (binding.HTTP, []a2a.Loss, error) {
	method, ok := d.Method(c.Op)
	if !ok {
		return binding.HTTP{}, nil, fmt.Errorf("version %s has no %s; choose a newer version", d.Version(), c.Op)
	}
	params, losses, err := binding.Params(d, c)
	if err != nil {
		return binding.HTTP{}, nil, err
	}
	body := []byte(`{"jsonrpc":"2.0"`)
	if rpcID != "" {
		if !json.Valid([]byte(rpcID)) {
			return binding.HTTP{}, nil, fmt.Errorf("JSON-RPC id %q is not JSON: put quotes around a string", rpcID)
		}
		body = fmt.Appendf(body, `,"id":%s`, rpcID)
	}
	if params == nil {
		params = json.RawMessage(`{}`)
	}
	body = fmt.Appendf(body, `,"method":%s,"params":%s}`, document.Quoted(method), params)
	h := binding.Headers(d, binding.Accepts(c.Op))
	h.Set("Content-Type", "application/json")
	return binding.HTTP{Method: http.MethodPost, URL: endpoint, Header: h, Body: body}, losses, nil
}

// Result is the response an agent writes for a success, and with a streaming op the
// data of one event. id is the request's id as JSON; nil writes null.
func Result(d a2a.Dialect, id []byte, op a2a.Operation, r *a2a.Result) ([]byte, error) {
	result, err := binding.Result(d, op, r)
	if err != nil {
		return nil, err
	}
	if result == nil {
		result = json.RawMessage(`null`)
	}
	return fmt.Appendf(answerTo(id), `,"result":%s}`, result), nil
}

// Failure is the response an agent writes for an error. The number is the error's own,
// or the version's for its name; the data is the error's own in the form of the version,
// or what the version puts there.
func Failure(d a2a.Dialect, id []byte, e *a2a.Error) []byte {
	code := e.Code
	if code == 0 {
		code = d.ErrorCode(e.Name)
	}
	message, _ := json.Marshal(binding.Text(e)) // a string always encodes
	b := fmt.Appendf(answerTo(id), `,"error":{"code":%d,"message":%s`, code, message)
	if data := d.EncodeErrorData(e); data != nil {
		b = fmt.Appendf(b, `,"data":%s`, data)
	}
	return append(b, "}}"...)
}

// Fail tells an error in the envelope of an answer.
func (b Binding) Fail(d version.Dialect, rpcID string, streamed bool, e *a2a.Error) (wire.Head, []byte) {
	return b.Failed(http.StatusOK, "application/json", streamed, Failure(d, []byte(rpcID), e))
}

func answerTo(id []byte) []byte {
	if len(id) == 0 {
		id = []byte("null")
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s`, id)
}
