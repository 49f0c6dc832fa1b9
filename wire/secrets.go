package wire

// Secrets says which places of an exchange hold secrets. Names match in any
// case. Members are JSON paths from the document's root, dot-separated, where
// "*" is any one member or index and "[]" any index of an array:
// "params.pushNotificationConfig.token", "result.configs.[].token". Members match
// by their proto names too: push_notification_config.
type Secrets struct {
	Headers []string // of request and response
	Query   []string // URL parameters
	Request []string // members of the request body
	Respond []string // members of the response body, and of each event of a stream
	Form    []string // parameters of a form-encoded request body

	RequestFields []Field // of each message of a gRPC request
	RespondFields []Field // of each message of a gRPC response
}

// Field is a place in a protobuf message: the numbers of the fields that lead to
// it, and its name for people.
type Field struct {
	Name    string
	Numbers []int32
}
