package redact

// Secrets says which places of an exchange hold secrets. Names match in any spelling: api_key is apiKey,
// API-KEY and apikey; AnySecretName matches any name that tells that its value is secret. Members are JSON
// paths from the document's root, dot-separated, where "*" is any one member or index and "[]" any index of
// an array: "params.pushNotificationConfig.token", "result.configs.*.token". Lists need no step: each element
// has the places of the value that the list replaces. Read only: exchanges share what it points to.
type Secrets struct {
	Headers    []string // of request and response
	Heuristics bool     // also headers with telling names, and URLs and subprotocols in headers
	Query      []string // URL parameters
	Form       []string // parameters of form-encoded bodies
	Request    *Members // of the request body
	Response   *Members // of the response body
	Events     *Members // of each event or message of a streamed response; nil: as Response

	RequestFields  []Field // of each message of a gRPC request
	ResponseFields []Field // of each message of a gRPC response
}

// Field is a place in a protobuf message: the field numbers that lead to it, and its name for display.
type Field struct {
	Name    string
	Numbers []int32
	Query   []string // not nil: it is a URL, in which only a password and these parameters are secret
}
