package a2a

import (
	"cmp"
	"encoding/json"
)

// Call is a request for an operation. Op decides which fields apply.
type Call struct {
	Op       Operation
	Message  *Message // SendMessage, SendStreamingMessage
	TaskID   string   // task operations; in 0.1 also the id for a new task
	Metadata json.RawMessage
	Tenant   string // 1.0

	AcceptedOutputModes []string
	HistoryLength       *int        // nil: the agent's choice
	ReturnImmediately   bool        // since 1.0; earlier versions say blocking: false
	Push                *PushConfig // on send: configure push for the task; on push operations: the config
	PushID              string      // push get and delete
	Extensions          []string    // URIs of the extensions that the client activates

	List *ListQuery // ListTasks and ListPushConfigs

	CurrentGeneration *int64 // 1.1 draft, GetTask: answer once the task is past this generation
	IfGenerationMatch *int64 // 1.1 draft, on send: refuse unless the task is at this generation
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

// About returns the task id and the context id that a call names, "" for none. c may be nil.
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

// Result is an operation's answer or the content of one stream event. At most one of its pointers and lists
// is set; none means an empty result.
type Result struct {
	Task     *Task
	Message  *Message
	Status   *StatusUpdate
	Artifact *ArtifactUpdate
	Push     *PushConfig
	Pushes   []PushConfig // ListPushConfigs; non-nil even when empty
	Tasks    []Task       // ListTasks; non-nil even when empty
	Next     string       // token of the next page of Tasks or Pushes
	PageSize int
	Total    int
	Card     *Card // GetCard, GetExtendedCard
}

// subject is the common part of results that carry a task, an event of a task, or a message.
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

// TaskStatus returns the status of the task that a result reports, nil when it reports none.
func (r *Result) TaskStatus() *Status { return r.subject().status }

// State returns the state of the task that a result reports, "" when it reports none.
func (r *Result) State() State {
	if s := r.TaskStatus(); s != nil {
		return s.State
	}
	return ""
}

// About returns the task id and the context id of the task, event or message in a result, "" for none.
func (r *Result) About() (task, context string) {
	s := r.subject()
	return s.task, s.context
}

// Generation returns the id of the result's task and the generation that the result gives it, 0 for none (1.1
// draft §3.2.7).
func (r *Result) Generation() (task string, n int64) {
	s := r.subject()
	return s.task, s.generation
}

// Error is a protocol error. Name means the same in every version; the numbers -32006 to -32009 changed their
// meaning between versions.
type Error struct {
	Name    ErrorName
	Code    int // as on the wire; 0 for errors we make, whose code the dialect supplies
	Message string
	Data    json.RawMessage
	Fields  []Violation // in an InvalidParams of our own: what is wrong with each member
}

// Violation is a member of a request's params that breaks a rule.
type Violation struct {
	Field  string // path from params: message.parts[0]
	Reason string
}

func (e *Error) Error() string {
	return cmp.Or(e.Message, string(e.Name))
}

// ErrorName is an error's 1.0 name (1.0 §5.4), or JSON-RPC's own.
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

// ErrorNames returns the errors that at least one version defines.
func ErrorNames() []ErrorName {
	return []ErrorName{ParseError, InvalidRequest, MethodNotFound, InvalidParams, InternalError, TaskNotFound, TaskNotCancelable, PushNotSupported,
		UnsupportedOperation, ContentTypeNotSupported, InvalidAgentResponse, ExtendedCardNotConfigured, ExtensionSupportRequired, VersionNotSupported,
		TaskGenerationMismatch, StreamingNotSupported, AuthenticationRequired, AuthorizationFailed, InvalidTaskState, RateLimitExceeded, ResourceUnavailable}
}
