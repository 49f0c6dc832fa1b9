package dialect

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
)

// Result is the JSON-RPC response an agent writes for a success, and with a
// streaming op the data of one event. id is the request's id as JSON; nil
// writes null.
func Result(d a2a.Dialect, id []byte, op a2a.Operation, r *a2a.Result) ([]byte, error) {
	result, _, err := d.EncodeResult(op, r)
	if err != nil {
		return nil, fmt.Errorf("write result of %s in version %s: %w", op, d.Version(), err)
	}
	if result == nil {
		result = json.RawMessage(`null`)
	}
	b := answerTo(id)
	b = append(append(b, `,"result":`...), result...)
	return append(b, '}'), nil
}

// Failure is the JSON-RPC response an agent writes for an error. The number is
// the error's own, or the version's for its name; the data is the error's own in the
// form of the version, or what the version puts there.
func Failure(d a2a.Dialect, id []byte, e *a2a.Error) []byte {
	code := e.Code
	if code == 0 {
		code = d.ErrorCode(e.Name)
	}
	text := e.Message
	if text == "" {
		text = rest.Words(e.Name)
	}
	message, _ := json.Marshal(text) // a string always encodes
	b := answerTo(id)
	b = fmt.Appendf(b, `,"error":{"code":%d,"message":%s`, code, message)
	if data := d.EncodeErrorData(e); data != nil {
		b = append(append(b, `,"data":`...), data...)
	}
	return append(b, "}}"...)
}

func answerTo(id []byte) []byte {
	if len(id) == 0 {
		id = []byte("null")
	}
	b := append([]byte(`{"jsonrpc":"2.0","id":`), id...)
	return b
}
