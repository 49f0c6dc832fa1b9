package rest

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// Params are the params of a request at this place, put together from path,
// query and body as a server of the version reads them. The body is a JSON
// object or nothing; where it has an id that the path has too, its own stands,
// and it is the caller's to let the path count.
func (p Place) Params(v *version.Version, url string, body []byte) json.RawMessage {
	query, _ := QueryMembers(url)
	return Gather(document.ValueOf(body), body, append(PathMembers(v, false, p), query...)).Raw
}

// Result is the body that an agent writes for a success over HTTP+JSON, and
// with a streaming op the data of one event.
func Result(v *version.Version, op a2a.Operation, r *a2a.Result) ([]byte, error) {
	body, _, err := v.REST.EncodeResult(op, r)
	if err != nil {
		return nil, fmt.Errorf("write result of %s in version %s: %w", op, v.Version(), err)
	}
	if body == nil || string(body) == "null" {
		return []byte("{}"), nil
	}
	return body, nil
}

// Failure is the HTTP status and the body that an agent writes for an error
// over HTTP+JSON: a google.rpc.Status where the version has that (1.0 §11.6). Else nothing is fixed,
// and the body has what each of the SDKs looks for: JSON-RPC's error object, and
// beside it the Status in a member error.
// The status is the error's own unless another one is given.
func Failure(v *version.Version, e *a2a.Error, other int) (status int, body []byte) {
	row := StatusOf(e.Name)
	if row.before != 0 && !v.REST.StatusBody {
		row.Status = row.before
	}
	if other != 0 {
		row.Status = other
	}
	text := e.Message
	if text == "" {
		text = Words(e.Name)
	}
	message := document.Quoted(text)
	data := v.REST.EncodeErrorData(e)
	status = row.Status
	if v.REST.StatusBody {
		return status, append(append([]byte(`{"error":`), statusBody(row, message, data)...), '}')
	}
	info := fmt.Appendf(nil, `[{"@type":%q,"reason":%q,"domain":"a2a-protocol.org"}]`, InfoType, Reason(e.Name))
	body = fmt.Appendf(nil, `{"code":%d,"message":%s`, v.REST.ErrorCode(e.Name), message)
	if data != nil {
		body = append(append(body, `,"data":`...), data...)
	}
	body = append(append(body, `,"error":`...), statusBody(row, message, info)...)
	return status, append(body, '}')
}

// statusBody is an error as google.rpc.Status.
func statusBody(row Row, message, details []byte) []byte {
	b := fmt.Appendf(nil, `{"code":%d,"status":%q,"message":%s`, row.Status, row.RPC, message)
	if details != nil {
		b = append(append(b, `,"details":`...), details...)
	}
	return append(b, '}')
}

// WantedType is the media type of the bodies of an exchange.
func WantedType(id a2a.Identity) string { return registry.RESTRules(id).REST.MediaType }
