package v03p

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/former/protojson"
)

// codec is what differs in this form from others in ProtoJSON. A status update says
// final where the stream must end: on terminal states and where the client is waited
// for. It is not changed.
var codec = protojson.New(protojson.Codec{
	Version: spec, Rules: rules, Sections: sections, Foreign: foreign,
	Texts: map[protojson.Place]string{
		protojson.Params:      "The request says nothing.",
		protojson.NoParts:     "A message without parts says nothing.",
		protojson.Unspecified: "A server should know its task's state; none is said here.",
	},
	Form: form(""), Names: warn("REST-12", ""), Nulls: info("REST-12", ""),
	States: states, Content: "content",
	Renamed:  map[protojson.Type]string{protojson.TypeSendMessageRequest: "request", protojson.TypeStreamResponse: "msg", protojson.TypeTaskStatus: "update"},
	After:    []string{"lastUpdatedTime", "lastUpdatedAfter", "statusTimestampAfter"},
	Pushes:   []string{"pushNotification", "pushNotificationConfig", "taskPushNotificationConfig"},
	Blocking: true, Final: true,
	Own: own{},
})

// own is what 0.3 in ProtoJSON has in common with no other version.
type own struct{}

var states = jsonio.States{
	{Word: "TASK_STATE_SUBMITTED", State: a2a.Submitted}, {Word: "TASK_STATE_WORKING", State: a2a.Working},
	{Word: "TASK_STATE_INPUT_REQUIRED", State: a2a.InputRequired}, {Word: "TASK_STATE_AUTH_REQUIRED", State: a2a.AuthRequired},
	{Word: "TASK_STATE_COMPLETED", State: a2a.Completed}, {Word: "TASK_STATE_FAILED", State: a2a.Failed},
	{Word: "TASK_STATE_CANCELLED", State: a2a.Canceled}, {Word: "TASK_STATE_REJECTED", State: a2a.Rejected},
	{Word: "TASK_STATE_UNSPECIFIED", State: a2a.Unspecified},
}

// sections are the names of messages in the proto.
var sections = protojson.Sections{
	protojson.TypeMessage:                                 "Message",
	protojson.TypePart:                                    "Part",
	protojson.TypeRole:                                    "Role",
	protojson.TypeTask:                                    "Task",
	protojson.TypeTaskStatus:                              "TaskStatus",
	protojson.TypeTaskState:                               "TaskState",
	protojson.TypeArtifact:                                "Artifact",
	protojson.TypeTaskStatusUpdateEvent:                   "TaskStatusUpdateEvent",
	protojson.TypeTaskArtifactUpdateEvent:                 "TaskArtifactUpdateEvent",
	protojson.TypeStreamResponse:                          "StreamResponse",
	protojson.TypeSendMessageResponse:                     "SendMessageResponse",
	protojson.TypeSendMessageRequest:                      "SendMessageRequest",
	protojson.TypeSendMessageConfiguration:                "SendMessageConfiguration",
	protojson.TypeGetTaskRequest:                          "GetTaskRequest",
	protojson.TypeCancelTaskRequest:                       "CancelTaskRequest",
	protojson.TypeSubscribeToTaskRequest:                  "TaskSubscriptionRequest",
	protojson.TypeListTasksRequest:                        "ListTasksRequest",
	protojson.TypeListTasksResponse:                       "ListTasksResponse",
	protojson.TypeCreateTaskPushNotificationConfigRequest: "CreateTaskPushNotificationConfigRequest",
	protojson.TypeGetTaskPushNotificationConfigRequest:    "GetTaskPushNotificationConfigRequest",
	protojson.TypeListTaskPushNotificationConfigsRequest:  "ListTaskPushNotificationConfigRequest",
	protojson.TypeListTaskPushNotificationConfigsResponse: "ListTaskPushNotificationConfigResponse",
	protojson.TypeDeleteTaskPushNotificationConfigRequest: "DeleteTaskPushNotificationConfigRequest",
	protojson.TypeGetExtendedAgentCardRequest:             "GetAgentCardRequest",
	protojson.TypeFilePart:                                "FilePart",
	protojson.TypeDataPart:                                "DataPart",
	protojson.TypeTaskPushNotificationConfig:              "TaskPushNotificationConfig",
	protojson.TypePushNotificationConfig:                  "PushNotificationConfig",
	protojson.TypeAuthenticationInfo:                      "AuthenticationInfo",
}

var rules = protojson.Rules{
	protojson.NoMessage:   fault("REQ-06", ""),
	protojson.ClientRole:  fault("REQ-03", ""),
	protojson.History:     fault("REQ-20", ""),
	protojson.StateFilter: fault("RES-19", ""),

	protojson.MessageSent:  fault("REQ-06", ""),
	protojson.MessageKept:  fault("RES-04", ""),
	protojson.MessageOf:    fault("RES-22", ""),
	protojson.MessageSaid:  fault("RES-05", ""),
	protojson.NoParts:      warn("", ""),
	protojson.ForeignParts: fault("REST-12", ""),
	protojson.AgentRole:    fault("RES-05", ""),

	protojson.TaskObject:   fault("RES-04", ""),
	protojson.TaskContext:  warn("RES-04", ""),
	protojson.TaskWrapped:  fault("REST-05", ""),
	protojson.StatusObject: fault("RES-04", ""),
	protojson.State:        fault("RES-19", ""),
	protojson.Unspecified:  warn("STM-10", ""),
	protojson.Timestamp:    fault("RES-14", ""),
	protojson.ArtifactID:   fault("ART-04", ""),

	protojson.SendResult:           fault("REST-05", ""),
	protojson.Event:                fault("REST-05", ""),
	protojson.StatusUpdateObject:   fault("SSE-07", ""),
	protojson.StatusTask:           fault("SSE-07", ""),
	protojson.StatusUpdate:         fault("SSE-07", ""),
	protojson.ArtifactUpdateObject: fault("SSE-08", ""),
	protojson.ArtifactTask:         fault("SSE-08", ""),
	protojson.ArtifactUpdate:       fault("SSE-08", ""),
}

const jsonRPC = "it is of 0.3 over JSON-RPC"

var foreign = map[protojson.Type][]protojson.Foreign{
	protojson.TypeSendMessageConfiguration: {{Rule: warn("RES-21", ""), Why: "it is of another form or version", Names: []string{"pushNotificationConfig", "taskPushNotificationConfig", "returnImmediately"}}},
	protojson.TypeMessage: {
		{Rule: info("REST-12", ""), Why: "0.3 has it over JSON-RPC only", Names: []string{"referenceTaskIds"}},
		{Rule: warn("RES-21", ""), Why: jsonRPC, Names: []string{"kind"}},
	},
	protojson.TypePart:                    {{Rule: warn("RES-21", ""), Why: "it is of another form of the protocol", Names: []string{"kind", "type"}}},
	protojson.TypeTask:                    {{Rule: warn("RES-21", ""), Why: jsonRPC, Names: []string{"kind"}}},
	protojson.TypeArtifact:                {{Rule: fault("ART-09", ""), Why: "it belongs to the event", Names: []string{"append", "lastChunk", "index"}}},
	protojson.TypeTaskStatusUpdateEvent:   {{Rule: warn("RES-21", ""), Why: jsonRPC, Names: []string{"kind"}}},
	protojson.TypeTaskArtifactUpdateEvent: {{Rule: warn("RES-21", ""), Why: jsonRPC, Names: []string{"kind"}}},
}

// ReadParams reads a request message of the gRPC service. Over HTTP+JSON it is
// the body with what path and query say merged in.
func (Dialect) ReadParams(op a2a.Operation, raw json.RawMessage) (*a2a.Call, []a2a.Problem) {
	return codec.ReadParamsAt(op, jsonio.Bytes(raw))
}

// ReadParamsAt is ReadParams of a value in a document.
func (Dialect) ReadParamsAt(op a2a.Operation, p jsonio.Place) (*a2a.Call, []a2a.Problem) {
	return codec.ReadParamsAt(op, p)
}

// EncodeParams writes a request message of the gRPC service. Over HTTP+JSON what
// path and query say is taken out of it.
func (Dialect) EncodeParams(c *a2a.Call) (json.RawMessage, []a2a.Loss, error) {
	return codec.EncodeParams(c)
}

// ReadResult reads a response message, or an event of a streaming operation.
func (d Dialect) ReadResult(op a2a.Operation, raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	return d.ReadResultAt(op, jsonio.Bytes(raw))
}

// ReadResultAt is ReadResult of a value in a document.
func (d Dialect) ReadResultAt(op a2a.Operation, p jsonio.Place) (*a2a.Result, []a2a.Problem) {
	if op == a2a.GetExtendedCard || op == a2a.GetCard {
		card, problems := d.ReadCard(p.Raw())
		return &a2a.Result{Card: card}, problems
	}
	return codec.ReadResultAt(op, p)
}

// EncodeResult writes a response message, or an event of a streaming operation.
func (d Dialect) EncodeResult(op a2a.Operation, r *a2a.Result) (json.RawMessage, []a2a.Loss, error) {
	if op == a2a.GetExtendedCard && r.Card != nil {
		return d.EncodeCard(r.Card)
	}
	return codec.EncodeResult(op, r)
}
