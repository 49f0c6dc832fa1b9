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

// switchMethod is the same subscription by the other HTTP method, when the server
// does not know the first: the specifications say POST in their text and GET in
// their protocol buffers, and servers know either. An error of the protocol, as
// that there is no such task, is the answer. A response that it does not take
// for the answer is closed.
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

// maxRefusalBytes is how much of a refusal is read to tell who refuses, in bytes.
const maxRefusalBytes = 64 << 10

// isProtocolError reports whether a refusal is the protocol's own: an error that says
// more than the status does. A server that knows no such path sends a page.
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

// resumedBody is a body that goes on after what was read of it.
type resumedBody struct {
	io.Reader
	io.Closer
}
