package a2a

import "encoding/json"

// Dialect is one version of the protocol: its names and the shapes of its
// params, results, errors and cards. The envelopes (JSON-RPC, HTTP+JSON, gRPC)
// are version-free and live in package a2a/dialect. Implementations are values
// without state, safe for concurrent use. Reading never fails: what does not
// fit is a Problem. Offsets and paths in Problems are relative to the value
// handed in; the caller adds where that value stands.
type Dialect interface {
	Version() Version

	// Method is the JSON-RPC method of an operation, false when this version
	// has none. Operation is its inverse.
	Method(Operation) (string, bool)
	Operation(method string) (Operation, bool)
	Operations() []Operation

	// ErrorCode is the JSON-RPC code of an error in this version; errors it
	// does not know become their nearest. ErrorName is its inverse.
	ErrorCode(ErrorName) int
	ErrorName(code int) ErrorName

	// WellKnown are the card's paths in this version, the official one first.
	WellKnown() []string

	// EncodeParams and ReadParams treat a request's params.
	EncodeParams(*Call) (json.RawMessage, []Loss, error)
	ReadParams(Operation, json.RawMessage) (*Call, []Problem)

	// EncodeResult and ReadResult treat a response's result, and with
	// op.Streams() one stream event.
	EncodeResult(Operation, *Result) (json.RawMessage, []Loss, error)
	ReadResult(Operation, json.RawMessage) (*Result, []Problem)

	// EncodeErrorData makes error.data for an error of ours, or nil.
	EncodeErrorData(*Error) json.RawMessage
	CheckErrorData(code int, data json.RawMessage) []Problem

	// EncodePush and ReadPush treat the body of a push notification.
	EncodePush(*Result) (json.RawMessage, error)
	ReadPush(json.RawMessage) (*Result, []Problem)

	EncodeCard(*Card) (json.RawMessage, []Loss, error)
	ReadCard(json.RawMessage) (*Card, []Problem)

	// StateWord and RoleWord are a state and a role as this version writes them, or as they
	// are where the version does not have them.
	StateWord(State) string
	RoleWord(Role) string

	// Headers are the service parameters a request of this version carries,
	// by canonical name: {"A2A-Version": "1.0"}.
	Headers() map[string]string

	// ExtensionsHeader is the header that lists the extensions a call activates
	// and an answer confirms, "" when the version has none.
	ExtensionsHeader() string
}

// Loss is something a neutral value holds that a version cannot say.
type Loss struct {
	Path   string // in the neutral value: message.extensions
	Reason string
}
