package modelcall

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/a2a-console/a2a-console/internal/model"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// MaxBody bounds the bytes that Read takes of each side, and what they decode to.
const MaxBody = 16 << 20

// Read reads a recorded exchange, with the recorded bytes of its bodies, as a call of a model or a tool. It returns
// false if it is none that is known.
func Read(x *wire.Exchange, request, response []byte) (model.Call, bool) {
	e := model.Exchange{Method: x.Method, RequestHeader: x.Request.Header, ResponseHeader: x.Response.Header, Status: x.Response.Status,
		Request: Decode(x.Request.Header, request), Response: Decode(x.Response.Header, response),
		IsCut: x.HasMissingBytes() || int64(len(request)) < x.RequestKept || int64(len(response)) < x.ResponseKept}
	if u, err := url.Parse(x.URL); err == nil {
		e.Path = u.RequestURI()
	}
	return model.Read(e)
}

// Decode undoes the content encoding of a body, as far as possible.
func Decode(h http.Header, body []byte) []byte {
	plain, err := coding.Decode(h, body, coding.NewBudget(MaxBody))
	if errors.Is(err, coding.ErrPlain) {
		return body
	}
	return plain
}
