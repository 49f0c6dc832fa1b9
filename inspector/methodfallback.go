package inspector

import (
	"bytes"
	"io"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// switchMethod returns the same subscription with the other HTTP method if the server does not know the first.
// The specifications say POST in the text and GET in the protocol buffers, and a server may know only one. An
// error of the protocol, such as an unknown task, is a valid answer and is not retried. switchMethod closes the
// response when it asks for a retry.
func (c *Client) switchMethod(p PreparedRequest, resp *http.Response, err error) (PreparedRequest, bool) {
	if err != nil || p.Op != a2a.SubscribeToTask || p.Binding != a2a.REST {
		return p, false
	}
	switch resp.StatusCode {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
	default:
		return p, false
	}
	other, ok := rest.Retry(p.HTTP)
	if !ok {
		return p, false
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxRefusalBytes))
	if err != nil || resp.StatusCode == http.StatusNotFound && isProtocolError(p, resp, body) {
		resp.Body = resumedBody{io.MultiReader(bytes.NewReader(body), resp.Body), resp.Body}
		return p, false
	}
	resp.Body.Close()
	p.HTTP = other
	return p, true
}

// maxRefusalBytes is how much of a refusal is read to tell whether the agent or its server refuses.
const maxRefusalBytes = 64 << 10

// isProtocolError reports whether a refusal is an A2A error, which says more than the status does. A server
// that does not know the path sends a page.
func isProtocolError(p PreparedRequest, resp *http.Response, body []byte) bool {
	x := exchangeOf(p)
	x.Response = wire.Head{Status: resp.StatusCode, Header: resp.Header}
	var r a2a.Reading
	reader := reading.Request(&x, p.Body, reading.Options{Hint: dialect.Hint{Version: p.Version}, Light: true, Each: func(p reading.Piece) { r = p.Reading }})
	reader.Update(&x)
	reader.Feed(wire.Response, x.Started, body)
	reader.Finish()
	return r.Error != nil && (r.Error.Data != nil || r.Error.Code != resp.StatusCode)
}

// resumedBody is a body whose first bytes have already been read.
type resumedBody struct {
	io.Reader
	io.Closer
}
