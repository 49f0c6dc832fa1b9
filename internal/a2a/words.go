package a2a

import "strings"

// Version is a protocol version as Major.Minor: "0.1", "0.2", "0.3", "1.0". The label of an exchange that may
// speak several versions joins them: "0.2|0.3".
type Version string

// Matches reports whether v equals w, or is a label that contains w.
func (v Version) Matches(w Version) bool {
	return strings.Contains("|"+string(v)+"|", "|"+string(w)+"|")
}

// Words returns v for use in a sentence: "1.0", "0.2 or 0.3", "0.1, 0.2 or 0.3".
func (v Version) Words() string {
	i := strings.LastIndexByte(string(v), '|')
	if i < 0 {
		return string(v)
	}
	return strings.ReplaceAll(string(v[:i]), "|", ", ") + " or " + string(v[i+1:])
}

const (
	V01 Version = "0.1"
	V02 Version = "0.2"
	V03 Version = "0.3"
	V10 Version = "1.0"
)

// Binding is a way to put operations on the wire.
type Binding string

const (
	JSONRPC Binding = "jsonrpc"
	REST    Binding = "rest"
	GRPC    Binding = "grpc"
)

// Bindings lists the bindings in the order in which they are offered.
func Bindings() []Binding { return []Binding{JSONRPC, REST, GRPC} }

// Word returns the binding's common name: "JSON-RPC", "HTTP+JSON", "gRPC". Any other binding is returned
// unchanged.
func (b Binding) Word() string {
	switch b {
	case JSONRPC:
		return "JSON-RPC"
	case REST:
		return "HTTP+JSON"
	case GRPC:
		return "gRPC"
	}
	return string(b)
}

// CardName returns the binding's name in cards: "JSONRPC", "HTTP+JSON", "GRPC"; "" for none.
func (b Binding) CardName() string { return strings.ToUpper(strings.ReplaceAll(b.Word(), "-", "")) }

// BindingNamed parses a binding's name from a card, ignoring case. It also accepts other names in use for the
// three, such as REST and HTTP_JSON, with exact false. For a custom binding, b is "".
func BindingNamed(word string) (b Binding, exact bool) {
	word = strings.ToUpper(word)
	switch strings.NewReplacer("-", "", "_", "", "+", "", "/", "", " ", "").Replace(word) {
	case "JSONRPC", "JSONRPC2", "JSONRPC2.0":
		return JSONRPC, word == "JSONRPC"
	case "GRPC":
		return GRPC, word == "GRPC"
	case "HTTPJSON", "REST", "HTTPREST", "RESTHTTP", "RESTJSON":
		return REST, word == "HTTP+JSON"
	}
	return "", false
}

// Operation is an operation's 1.0 method name (1.0 §5.3).
type Operation string

const (
	SendMessage          Operation = "SendMessage"
	SendStreamingMessage Operation = "SendStreamingMessage"
	GetTask              Operation = "GetTask"
	ListTasks            Operation = "ListTasks"
	CancelTask           Operation = "CancelTask"
	SubscribeToTask      Operation = "SubscribeToTask"
	CreatePushConfig     Operation = "CreateTaskPushNotificationConfig"
	GetPushConfig        Operation = "GetTaskPushNotificationConfig"
	ListPushConfigs      Operation = "ListTaskPushNotificationConfigs"
	DeletePushConfig     Operation = "DeleteTaskPushNotificationConfig"
	GetExtendedCard      Operation = "GetExtendedAgentCard"

	// These are exchanges of the protocol too, but not methods.
	GetCard          Operation = "GetAgentCard"     // discovery: GET on a well-known path (1.0 §8.2)
	PushNotification Operation = "PushNotification" // an agent's POST to a webhook (1.0 §4.3.3)
)

// Streams reports whether the operation is answered with a stream of events.
func (o Operation) Streams() bool { return o == SendStreamingMessage || o == SubscribeToTask }

// State is a task state in 1.0's spelling. A state that no version defines stays as written.
type State string

const (
	Unspecified   State = "TASK_STATE_UNSPECIFIED"
	Submitted     State = "TASK_STATE_SUBMITTED"
	Working       State = "TASK_STATE_WORKING"
	InputRequired State = "TASK_STATE_INPUT_REQUIRED"
	AuthRequired  State = "TASK_STATE_AUTH_REQUIRED"
	Completed     State = "TASK_STATE_COMPLETED"
	Failed        State = "TASK_STATE_FAILED"
	Canceled      State = "TASK_STATE_CANCELED"
	Rejected      State = "TASK_STATE_REJECTED"
)

// Terminal reports whether a task in this state is over (1.0 §4.1.3).
func (s State) Terminal() bool {
	return s == Completed || s == Failed || s == Canceled || s == Rejected
}

// IsKnown reports whether some version has the state.
func (s State) IsKnown() bool {
	return s.Terminal() || s.Interrupted() || s == Submitted || s == Working || s == Unspecified
}

// Interrupted reports whether a task in this state waits for its client.
func (s State) Interrupted() bool { return s == InputRequired || s == AuthRequired }

// Word returns the state in words: "working", "input required".
func (s State) Word() string {
	w := strings.TrimPrefix(string(s), "TASK_STATE_")
	return strings.ToLower(strings.ReplaceAll(w, "_", " "))
}

// Role is the author of a message.
type Role string

const (
	User  Role = "ROLE_USER"
	Agent Role = "ROLE_AGENT"
)
