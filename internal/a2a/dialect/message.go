package dialect

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Hint is what is known beside the exchange itself.
type Hint struct {
	Card    *a2a.Card     // the agent's card, when one is known
	Version a2a.Version   // what the conversation spoke so far, or what the sender was told to speak
	Label   []a2a.Version // what its label on record says; see HintOf
	Spoken  []a2a.Version // what was spoken before at this endpoint, where that is all that is known
}

// HintOf is what a label of versions, "1.0" or "0.2|0.3", and the card tell of an exchange.
// The label was made with all that was known of the session. Either may be missing.
func HintOf(label string, card *a2a.Card) Hint {
	h := Hint{Card: card}
	for name := range strings.SplitSeq(label, "|") {
		if v, ok := registry.Of(a2a.Version(name)); ok {
			h.Label = append(h.Label, v.Version())
		}
	}
	return h
}

// Message is an HTTP message's worth of facts, whole or as far as recorded.
type Message struct {
	Method  string // requests only
	URL     string // requests only
	Status  int    // responses only
	Header  http.Header
	Trailer http.Header    // what came after the body; nil when nothing did
	Body    []byte         // transfer- and content-decoded
	Framing wire.FrameKind // of a response, where that was found out; else its head and body tell
	Cut     bool           // more was to come than Body: nothing is found wrong with it
}

// RequestHead is the request of a recorded exchange without its body.
func RequestHead(x *wire.Exchange) Message {
	return Message{Method: x.Method, URL: x.URL, Header: x.Request.Header, Trailer: x.Request.Trailer}
}

// ResponseHead is the response of a recorded exchange without its body.
func ResponseHead(x *wire.Exchange) Message {
	return Message{Status: x.Response.Status, Header: x.Response.Header, Trailer: x.Response.Trailer}
}

// HTTP is a request ready to be sent, exactly.
type HTTP struct {
	Method string
	URL    string
	Header http.Header
	Body   []byte
}
