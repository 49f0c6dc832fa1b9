// Package dialect knows every version of the protocol. It tells which version
// an exchange speaks (Identify), what its bodies mean (ReadRequest,
// ReadResponse, ReadEvent), how to say something in a version and binding
// (Request), and what the recorder and the tap need to know of a document:
// labels, secret places, a card's URLs.
package dialect

import (
	"net/http"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/wire"
)

// Hint is what is known beside the exchange itself.
type Hint struct {
	Card    *a2a.Card   // the agent's card, when one is known
	Version a2a.Version // what the conversation spoke so far, or what the sender was told to speak
}

// Message is an HTTP message's worth of facts, whole or as far as recorded.
type Message struct {
	Method string // requests only
	URL    string // requests only
	Status int    // responses only
	Header http.Header
	Body   []byte // transfer- and content-decoded
}

// HTTP is a request ready to be sent, exactly.
type HTTP struct {
	Method string
	URL    string
	Header http.Header
	Body   []byte
}

// All returns the versions the console speaks, newest first.
func All() []a2a.Dialect { panic("todo") }

// For returns the dialect of a version.
func For(v a2a.Version) (a2a.Dialect, bool) { panic("todo") }

// Identify tells which versions, binding and operation an exchange may speak,
// and why. resp may be the zero Message while the agent has not answered.
func Identify(req, resp Message, h Hint) a2a.Identity { panic("todo") }

// ReadRequest, ReadResponse and ReadEvent say what a document means in the
// (first) version of id. ReadEvent treats one frame of a stream.
func ReadRequest(id a2a.Identity, req Message) a2a.Reading             { panic("todo") }
func ReadResponse(id a2a.Identity, req, resp Message) a2a.Reading      { panic("todo") }
func ReadEvent(id a2a.Identity, req Message, f wire.Frame) a2a.Reading { panic("todo") }

// ReadCard reads an Agent Card in whatever version it is written, with the
// versions it serves and problems for members its version requires.
func ReadCard(body []byte) (*a2a.Card, []a2a.Version, []a2a.Problem) { panic("todo") }

// Request writes a call in a version and binding for an endpoint. rpcID is the
// JSON-RPC id as JSON.
func Request(v a2a.Version, b a2a.Binding, endpoint, rpcID string, c *a2a.Call) (HTTP, []a2a.Loss, error) {
	panic("todo")
}

// Reader reads an exchange piece by piece, so that a long stream costs each of
// its events once. It yields the labels the recorder keeps.
type Reader struct{}

// NewReader starts reading an exchange of which the request is known.
func NewReader(req Message, h Hint) *Reader { panic("todo") }

// Response gives the reader the response's head, or with its body when whole.
func (r *Reader) Response(resp Message) a2a.Reading { panic("todo") }

// Event gives the reader the next frame of a stream.
func (r *Reader) Event(f wire.Frame) a2a.Reading { panic("todo") }

// Labels is what the pieces so far conclude.
func (r *Reader) Labels() wire.Labels { panic("todo") }

// Secrets says which places of an exchange with this request are secret: the
// usual headers, the API keys that card names, push tokens and credentials.
func Secrets(method, url string, card *a2a.Card) wire.Secrets { panic("todo") }

// CardURL is a URL found in a card, with its place in the card's bytes.
type CardURL struct {
	URL    string
	Path   string // JSON path
	Offset int64
	Length int64
}

// RewriteCard replaces the interface URLs of a card (and nothing else: the
// other bytes stay as they were) by what swap returns; swap's false leaves one
// alone. It returns the new bytes, all URLs found, and whether the card is
// signed, which a rewrite breaks. A body that is not a card comes back as is.
func RewriteCard(body []byte, swap func(string) (string, bool)) (out []byte, found []CardURL, signed bool) {
	panic("todo")
}

// IsCard reports whether a response to this request is an Agent Card or an
// extended card that names interfaces: by path, or by method.
func IsCard(req, resp Message) bool { panic("todo") }

// Result, Event and Failure are the JSON-RPC envelopes an agent writes. id is
// the request's id as JSON; nil writes null.
func Result(d a2a.Dialect, id []byte, op a2a.Operation, r *a2a.Result) ([]byte, error) {
	panic("todo")
}
func Failure(d a2a.Dialect, id []byte, e *a2a.Error) []byte { panic("todo") }
