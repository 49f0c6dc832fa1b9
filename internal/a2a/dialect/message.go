package dialect

import (
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Hint is what is known beside the exchange itself.
type Hint struct {
	Card    *a2a.Card     // the agent's card, when one is known
	Version a2a.Version   // what the conversation spoke so far, or what the sender was told to speak
	Spoken  []a2a.Version // what was spoken before at this endpoint, where that is all that is known
}

// Message is an HTTP message's worth of facts, whole or as far as recorded.
type Message struct {
	Method  string // requests only
	URL     string // requests only
	Status  int    // responses only
	Header  http.Header
	Trailer http.Header // what came after the body; nil when nothing did
	Body    []byte      // transfer- and content-decoded
	Cut     bool        // Body is only the beginning of what it unfolds to: nothing is found wrong with it
}

// RequestOf is the request of a recorded exchange. body is what was recorded of
// it, as it crossed the wire; a Content-Encoding is undone here, as far as it
// can be.
func RequestOf(x *wire.Exchange, body []byte) Message {
	plain, cut := decoded(x.Request.Header, body)
	return Message{Method: x.Method, URL: x.URL, Header: x.Request.Header, Trailer: x.Request.Trailer, Body: plain, Cut: cut}
}

// ResponseOf is the response of a recorded exchange; body as for RequestOf, nil
// for a stream, whose events go to Reader.Event.
func ResponseOf(x *wire.Exchange, body []byte) Message {
	plain, cut := decoded(x.Response.Header, body)
	return Message{Status: x.Response.Status, Header: x.Response.Header, Trailer: x.Response.Trailer, Body: plain, Cut: cut}
}

// HTTP is a request ready to be sent, exactly.
type HTTP struct {
	Method string
	URL    string
	Header http.Header
	Body   []byte
}
