package v10

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/protojson"
)

// codec is what differs in 1.0 from other versions in ProtoJSON. It is not changed.
var codec = protojson.New(protojson.Codec{
	Version: string(spec), Rules: rules, Sections: sections, Foreign: foreign,
	Texts: map[protojson.Place]string{
		protojson.ConfigList: "The list is a bare array, as in 0.3; 1.0 has an object with configs.",
	},
	Form: form(""), Names: warn("REQ-21", "§5.5"), // writers must not, readers must take them
	States: states, Content: "parts",
	After: []string{"statusTimestampAfter"}, Pushes: []string{"taskPushNotificationConfig", "pushNotificationConfig"},
	UTC: true, References: true, Next: true,
	Own: own{},
})

// own is what 1.0 has in common with no other version.
type own struct{}

var sections = protojson.Sections{
	protojson.TypeMessage: "§4.1.4", protojson.TypePart: "§4.1.6", protojson.TypeTask: "§4.1.1", protojson.TypeTaskStatus: "§4.1.2", protojson.TypeArtifact: "§4.1.7",
	protojson.TypeTaskStatusUpdateEvent: "§4.2.1", protojson.TypeTaskArtifactUpdateEvent: "§4.2.2", protojson.TypeStreamResponse: "§4.2",
	protojson.TypeSendMessageRequest: "§3.2.1", protojson.TypeSendMessageConfiguration: "§3.2.2", protojson.TypeListTasksRequest: "§3.1.4", protojson.TypeListTasksResponse: "§3.1.4",
	protojson.TypeListTaskPushNotificationConfigsRequest: "§3.1.9", protojson.TypeListTaskPushNotificationConfigsResponse: "§3.1.9",
}

var states = jsonio.States{
	{Word: "TASK_STATE_SUBMITTED", State: a2a.Submitted}, {Word: "TASK_STATE_WORKING", State: a2a.Working},
	{Word: "TASK_STATE_INPUT_REQUIRED", State: a2a.InputRequired}, {Word: "TASK_STATE_AUTH_REQUIRED", State: a2a.AuthRequired},
	{Word: "TASK_STATE_COMPLETED", State: a2a.Completed}, {Word: "TASK_STATE_FAILED", State: a2a.Failed},
	{Word: "TASK_STATE_CANCELED", State: a2a.Canceled}, {Word: "TASK_STATE_REJECTED", State: a2a.Rejected},
	{Word: "TASK_STATE_UNSPECIFIED", State: a2a.Unspecified},
}

var rules = protojson.Rules{
	protojson.Params:      fault("RPC-12", "§9.3"),
	protojson.NoMessage:   fault("REQ-10", "§3.1.1"),
	protojson.ClientRole:  fault("REQ-12", "§4.1.5"),
	protojson.History:     fault("REQ-20", "§3.2.4"),
	protojson.StateFilter: fault("REQ-22", "§5.5"),
	protojson.PageSize:    fault("LIST-04/request", "§3.1.4"),
	protojson.TimeFilter:  fault("RES-13", "§5.6.1"),

	protojson.MessageSent: fault("REQ-10", ""),
	protojson.MessageKept: fault("REQ-10", ""),
	protojson.MessageOf:   fault("RES-22", "§4.1.2"),
	protojson.MessageSaid: fault("REQ-10", ""),
	protojson.Role:        fault("REQ-22/role", "§5.5"),
	protojson.AgentRole:   fault("RES-08", "§4.1.5"),
	protojson.PartObject:  fault("REQ-11", ""),

	protojson.TaskObject:    fault("RES-07", ""),
	protojson.TaskID:        fault("RES-07", ""),
	protojson.TaskWrapped:   fault("RES-07/wrapped", "§3.1.3"),
	protojson.StatusObject:  fault("RES-07", ""),
	protojson.StatusState:   fault("RES-07", ""),
	protojson.State:         fault("RES-19", "§4.1.3"),
	protojson.Unspecified:   fault("RES-07/state", "§4.1.3"),
	protojson.Timestamp:     fault("RES-13", "§5.6.1"),
	protojson.ArtifactID:    warn("ART-04", ""),
	protojson.ArtifactParts: fault("ART-08", ""),

	protojson.SendResult:     fault("RES-06", "§3.1.1"),
	protojson.Event:          fault("SSE-11", "§4.2"),
	protojson.StatusTask:     warn("SSE-18", ""),
	protojson.StatusUpdate:   fault("SSE-18", ""),
	protojson.ArtifactTask:   warn("SSE-18", ""),
	protojson.ArtifactUpdate: fault("SSE-18", ""),
	protojson.TaskList:       fault("LIST-05", "§3.1.4"),
	protojson.NextToken:      fault("LIST-01", "§3.1.4"),
	protojson.ConfigList:     fault("PUSH-06", "§3.1.9"),
}

var foreign = map[protojson.Type][]protojson.Foreign{
	protojson.TypeSendMessageConfiguration: {{Rule: warn("RES-21", "§3.2.2"), Why: "it is of an earlier version", Names: []string{"blocking", "pushNotificationConfig", "pushNotification"}}},
	protojson.TypeMessage:                  {{Rule: warn("REQ-13", "§A.2.1"), Why: "1.0 has no kind", Names: []string{"kind"}}},
	protojson.TypePart:                     {{Rule: warn("REQ-13", "§A.2.1"), Why: "it is of an earlier version", Names: []string{"kind", "type", "mimeType", "file", "fileWithBytes", "fileWithUri"}}},
	protojson.TypeTask:                     {{Rule: warn("RES-21", "§A.2.1"), Why: "it is of an earlier version", Names: []string{"kind", "sessionId"}}},
	protojson.TypeArtifact:                 {{Rule: fault("ART-09", "§4.2.2"), Why: "it belongs to the event", Names: []string{"append", "lastChunk", "index"}}},
	protojson.TypeStreamResponse:           {{Rule: warn("SSE-19", "§A.2.1"), Why: "1.0 has no kind", Names: []string{"kind"}}},
	protojson.TypeTaskStatusUpdateEvent: {
		{Rule: warn("SSE-19", "§A.2.1"), Why: "1.0 ends a stream by closing it", Names: []string{"final"}},
		{Rule: warn("SSE-19", "§A.2.1"), Why: "1.0 has no kind", Names: []string{"kind"}},
	},
	protojson.TypeTaskArtifactUpdateEvent: {{Rule: warn("SSE-19", "§A.2.1"), Why: "1.0 has no kind", Names: []string{"kind"}}},
}

// ReadParams reads the params of a request (1.0 §3.1, §9.4).
func (Dialect) ReadParams(op a2a.Operation, raw json.RawMessage) (*a2a.Call, []a2a.Problem) {
	return codec.ReadParamsAt(op, jsonio.Bytes(raw))
}

// ReadParamsAt is ReadParams of a value in a document.
func (Dialect) ReadParamsAt(op a2a.Operation, p jsonio.Place) (*a2a.Call, []a2a.Problem) {
	return codec.ReadParamsAt(op, p)
}

// EncodeParams writes the params of a request.
func (Dialect) EncodeParams(c *a2a.Call) (json.RawMessage, []a2a.Loss, error) {
	return codec.EncodeParams(c)
}

// ReadResult reads a response's result, or an event of a streaming operation.
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

// EncodeResult writes a result, or an event of a streaming operation.
func (d Dialect) EncodeResult(op a2a.Operation, r *a2a.Result) (json.RawMessage, []a2a.Loss, error) {
	if op == a2a.GetExtendedCard && r.Card != nil {
		return d.EncodeCard(r.Card)
	}
	return codec.EncodeResult(op, r)
}

// EncodePush makes the body of a push notification, a StreamResponse (1.0 §4.3.3).
func (Dialect) EncodePush(r *a2a.Result) (json.RawMessage, error) { return codec.EncodePush(r) }

// ReadPush reads the body of a push notification.
func (Dialect) ReadPush(raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	return codec.ReadPush(raw, fault("PUSH-11", "§4.3.3"))
}
