package a2a

import (
	"cmp"
	"encoding/json"
)

// Call is a request for an operation. Which members count depends on Op.
type Call struct {
	Op       Operation
	Message  *Message // SendMessage, SendStreamingMessage
	TaskID   string   // task operations; for 0.1 also the id a new task shall have
	Metadata json.RawMessage
	Tenant   string // 1.0

	AcceptedOutputModes []string
	HistoryLength       *int        // nil: the agent's choice
	ReturnImmediately   bool        // 1.0; before: blocking false
	Push                *PushConfig // on send: configure push for the task; on push operations: the config
	PushID              string      // push get and delete
	Extensions          []string    // URIs of the extensions that the client activates

	List *ListQuery // ListTasks and ListPushConfigs

	CurrentGeneration *int64 // 1.1 draft, GetTask: answer when the task is beyond it
	IfGenerationMatch *int64 // 1.1 draft, on send: refuse unless the task is at it
}

// ListQuery is the filter and page of a ListTasks call (1.0 §3.1.4).
type ListQuery struct {
	ContextID            string
	State                State
	PageSize             int
	PageToken            string
	StatusTimestampAfter string
	IncludeArtifacts     bool
}

// About is the ids of the task and of the context that a call names, "" for none.
func (c *Call) About() (task, context string) {
	if c == nil {
		return "", ""
	}
	task = c.TaskID
	if c.Message != nil {
		task, context = cmp.Or(task, c.Message.TaskID), c.Message.ContextID
	}
	if c.List != nil {
		context = cmp.Or(context, c.List.ContextID)
	}
	return task, context
}

// Result is what an operation answered, or what one stream event says. At most
// one member is set; all nil means an empty result.
type Result struct {
	Task     *Task
	Message  *Message
	Status   *StatusUpdate
	Artifact *ArtifactUpdate
	Push     *PushConfig
	Pushes   []PushConfig // ListPushConfigs; non-nil even when empty
	Tasks    []Task       // ListTasks; non-nil even when empty
	Next     string       // page token that follows Tasks or Pushes
	PageSize int
	Total    int
	Card     *Card // GetExtendedCard
}

// subject is what results have in common that bring a task, an event of one or a message.
type subject struct {
	task, context string
	generation    int64
	status        *Status
}

func (r *Result) subject() subject {
	switch {
	case r == nil:
	case r.Task != nil:
		return subject{r.Task.ID, r.Task.ContextID, r.Task.Generation, &r.Task.Status}
	case r.Status != nil:
		return subject{r.Status.TaskID, r.Status.ContextID, r.Status.Generation, &r.Status.Status}
	case r.Artifact != nil:
		return subject{r.Artifact.TaskID, r.Artifact.ContextID, r.Artifact.Generation, nil}
	case r.Message != nil:
		return subject{r.Message.TaskID, r.Message.ContextID, 0, nil}
	}
	return subject{}
}

// TaskStatus is the status that a result reports of its task, nil when it reports none.
func (r *Result) TaskStatus() *Status { return r.subject().status }

// State is the state that a result reports of its task, "" when it reports none.
func (r *Result) State() State {
	if s := r.TaskStatus(); s != nil {
		return s.State
	}
	return ""
}

// About is the ids of the task and of the context of what a result brings: a task, an event
// or a message; "" where it names none.
func (r *Result) About() (task, context string) {
	s := r.subject()
	return s.task, s.context
}

// Generation is the task that a result is about and the generation that it says the task has, 0
// where it says none (1.1 draft §3.2.7).
func (r *Result) Generation() (task string, n int64) {
	s := r.subject()
	return s.task, s.generation
}

// Error is a protocol error by name, so that it means the same in every
// version: numbers -32006 to -32009 changed their meaning between versions.
type Error struct {
	Name    ErrorName
	Code    int // as on the wire; 0 for errors we make, whose dialect knows the number
	Message string
	Data    json.RawMessage
	Fields  []Violation // of InvalidParams that we make: what is wrong, by member
}

// Violation is a member of a request's params that breaks a rule.
type Violation struct {
	Field  string // path from params: message.parts[0]
	Reason string
}

func (e *Error) Error() string {
	return cmp.Or(e.Message, string(e.Name))
}

// ErrorName is an error by its 1.0 name (1.0 §5.4), JSON-RPC's own included.
type ErrorName string

const (
	ParseError                ErrorName = "ParseError"
	InvalidRequest            ErrorName = "InvalidRequest"
	MethodNotFound            ErrorName = "MethodNotFound"
	InvalidParams             ErrorName = "InvalidParams"
	InternalError             ErrorName = "InternalError"
	TaskNotFound              ErrorName = "TaskNotFound"
	TaskNotCancelable         ErrorName = "TaskNotCancelable"
	PushNotSupported          ErrorName = "PushNotificationNotSupported"
	UnsupportedOperation      ErrorName = "UnsupportedOperation"
	ContentTypeNotSupported   ErrorName = "ContentTypeNotSupported"
	InvalidAgentResponse      ErrorName = "InvalidAgentResponse"
	ExtendedCardNotConfigured ErrorName = "ExtendedAgentCardNotConfigured"
	ExtensionSupportRequired  ErrorName = "ExtensionSupportRequired"
	VersionNotSupported       ErrorName = "VersionNotSupported"
	TaskGenerationMismatch    ErrorName = "TaskGenerationMismatch" // 1.1 draft
	StreamingNotSupported     ErrorName = "StreamingNotSupported"  // 0.1 text only
	AuthenticationRequired    ErrorName = "AuthenticationRequired" // 0.1 text only
	AuthorizationFailed       ErrorName = "AuthorizationFailed"    // 0.1 text only
	InvalidTaskState          ErrorName = "InvalidTaskState"       // 0.1 text only
	RateLimitExceeded         ErrorName = "RateLimitExceeded"      // 0.1 text only
	ResourceUnavailable       ErrorName = "ResourceUnavailable"    // 0.1 text only
	OtherError                ErrorName = "Other"
)

// ErrorNames are the names of all errors that a version has.
func ErrorNames() []ErrorName {
	return []ErrorName{ParseError, InvalidRequest, MethodNotFound, InvalidParams, InternalError, TaskNotFound, TaskNotCancelable, PushNotSupported,
		UnsupportedOperation, ContentTypeNotSupported, InvalidAgentResponse, ExtendedCardNotConfigured, ExtensionSupportRequired, VersionNotSupported,
		TaskGenerationMismatch, StreamingNotSupported, AuthenticationRequired, AuthorizationFailed, InvalidTaskState, RateLimitExceeded, ResourceUnavailable}
}
