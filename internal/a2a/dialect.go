package a2a

import "encoding/json"

// Dialect is one version of the protocol: its names and the shapes of its params, results, errors
// and cards. The envelopes (JSON-RPC, HTTP+JSON, gRPC) do not depend on the version; the packages
// below a2a/dialect have them. Implementations have no state and are safe for concurrent use.
// Reading never fails: what does not fit becomes a Problem. Paths and offsets in Problems are
// relative to the value passed in; the caller adds that value's own place.
type Dialect interface {
	Version() Version

	// Method returns the JSON-RPC method of an operation, false when this version has none. Operation is its
	// inverse.
	Method(Operation) (string, bool)
	Operation(method string) (Operation, bool)
	Operations() []Operation

	// ErrorCode returns the JSON-RPC code of an error in this version, or that of the nearest error it has.
	// ErrorName is its inverse.
	ErrorCode(ErrorName) int
	ErrorName(code int) ErrorName

	// WellKnown returns the card's paths in this version, the official one first.
	WellKnown() []string

	// EncodeParams and ReadParams convert a request's params.
	EncodeParams(*Call) (json.RawMessage, []Loss, error)
	ReadParams(Operation, json.RawMessage) (*Call, []Problem)

	// EncodeResult and ReadResult convert a response's result or, when op.Streams(), one stream event.
	EncodeResult(Operation, *Result) (json.RawMessage, []Loss, error)
	ReadResult(Operation, json.RawMessage) (*Result, []Problem)

	// EncodeErrorData returns error.data for an error that we make, or nil.
	EncodeErrorData(*Error) json.RawMessage
	CheckErrorData(code int, data json.RawMessage) []Problem

	// EncodePush and ReadPush convert the body of a push notification.
	EncodePush(*Result) (json.RawMessage, error)
	ReadPush(json.RawMessage) (*Result, []Problem)

	EncodeCard(*Card) (json.RawMessage, []Loss, error)
	ReadCard(json.RawMessage) (*Card, []Problem)

	// StateWord and RoleWord return this version's spelling of a state or role, or the 1.0 spelling when the
	// version has none.
	StateWord(State) string
	RoleWord(Role) string

	// Headers returns the service parameters of every request, by canonical name: {"A2A-Version": "1.0"}.
	Headers() map[string]string

	// ExtensionsHeader names the header in which a call activates extensions and an answer confirms them, ""
	// when the version has none.
	ExtensionsHeader() string
}

// Loss is a part of a neutral value that a version cannot express.
type Loss struct {
	Path   string // in the neutral value: message.extensions
	Reason string
}
