package dialect

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/a2a"
)

// Params are the params of a request at this place, put together from path,
// query and body as a server of the dialect reads them. The body is a JSON
// object or nothing; where it has an id that the path has too, its own stands,
// and it is the caller's to let the path count.
func (p Place) Params(d a2a.Dialect, url string, body []byte) json.RawMessage {
	query, _ := queryMembers(url)
	return gather(whole(body), body, append(pathMembers(d, false, p), query...)).raw
}

// BareResult is the body that an agent writes for a success over HTTP+JSON, and
// with a streaming op the data of one event.
func BareResult(d a2a.Dialect, op a2a.Operation, r *a2a.Result) ([]byte, error) {
	body, _, err := d.EncodeResult(op, r)
	if err != nil {
		return nil, fmt.Errorf("write result of %s in version %s: %w", op, d.Version(), err)
	}
	if body == nil || string(body) == "null" {
		return []byte("{}"), nil
	}
	return body, nil
}

// BareFailure is the HTTP status and the body that an agent writes for an error
// over HTTP+JSON: a google.rpc.Status in 1.0 (§11.6); before, where nothing is
// fixed, JSON-RPC's error object, of which most clients find what they look for.
// The status is the error's own unless another one is given.
func BareFailure(d a2a.Dialect, e *a2a.Error, other int) (status int, body []byte) {
	row := statusOf(e.Name)
	if row.before != 0 && d.Version() < a2a.V10 {
		row.status = row.before
	}
	if other != 0 {
		row.status = other
	}
	text := e.Message
	if text == "" {
		text = words(e.Name)
	}
	message := quoted(text)
	data := e.Data
	if data == nil {
		data = d.EncodeErrorData(e)
	}
	if d.Version() >= a2a.V10 {
		body = fmt.Appendf(nil, `{"error":{"code":%d,"status":%q,"message":%s`, row.status, row.rpc, message)
		if data != nil {
			body = append(append(body, `,"details":`...), data...)
		}
		return row.status, append(body, "}}"...)
	}
	body = fmt.Appendf(nil, `{"code":%d,"message":%s`, d.ErrorCode(e.Name), message)
	if data != nil {
		body = append(append(body, `,"data":`...), data...)
	}
	return row.status, append(body, '}')
}

// BareType is the media type of bodies over HTTP+JSON in a version.
func BareType(v a2a.Version) string { return wantedType(a2a.Identity{Versions: []a2a.Version{v}}) }
