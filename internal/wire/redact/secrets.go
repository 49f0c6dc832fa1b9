package redact

// Secrets says which places of an exchange hold secrets. Names match however they
// are spelled: api_key is apiKey, API-KEY and apikey; Telling is any name that tells
// by itself that its value is a secret. Members are JSON paths from the document's
// root, dot-separated, where "*" is any one member or index and "[]" any index of an
// array: "params.pushNotificationConfig.token", "result.configs.*.token". Lists need no
// step: each element has the places of what it stands for. It is read only: what it points
// to is shared by exchanges.
type Secrets struct {
	Headers    []string // of request and response
	Heuristics bool     // also headers whose names say so, and what lies in URLs and subprotocols in headers
	Query      []string // URL parameters
	Form       []string // parameters of form-encoded bodies
	Request    *Members // of the request body
	Response   *Members // of the response body
	Events     *Members // of each event or message where the response is a stream of them; nil: as Response

	RequestFields  []Field // of each message of a gRPC request
	ResponseFields []Field // of each message of a gRPC response
}

// Field is a place in a protobuf message: the numbers of the fields that lead to
// it, and its name for people.
type Field struct {
	Name    string
	Numbers []int32
	Query   []string // not nil: it is a URL, in which only a password and these parameters are secret
}
