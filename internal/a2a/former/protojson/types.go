package protojson

import "github.com/a2a-console/a2a-console/internal/a2a"

// Type is a message or enum, by its 1.0 name where several versions have it.
type Type int

// Types.
const (
	TypeMessage Type = iota
	TypePart
	TypeRole
	TypeTask
	TypeTaskStatus
	TypeTaskState
	TypeArtifact
	TypeTaskStatusUpdateEvent
	TypeTaskArtifactUpdateEvent
	TypeStreamResponse
	TypeSendMessageResponse
	TypeSendMessageRequest
	TypeSendMessageConfiguration
	TypeGetTaskRequest
	TypeCancelTaskRequest
	TypeSubscribeToTaskRequest
	TypeListTasksRequest
	TypeListTasksResponse
	TypeCreateTaskPushNotificationConfigRequest
	TypeGetTaskPushNotificationConfigRequest
	TypeListTaskPushNotificationConfigsRequest
	TypeListTaskPushNotificationConfigsResponse
	TypeDeleteTaskPushNotificationConfigRequest
	TypeGetExtendedAgentCardRequest
	TypeFilePart
	TypeDataPart
	TypeTaskPushNotificationConfig
	TypePushNotificationConfig
	TypeAuthenticationInfo
)

// Sections are where the specification of a version has each type.
type Sections [TypeAuthenticationInfo + 1]string

var requests = map[a2a.Operation]Type{
	a2a.SendMessage: TypeSendMessageRequest, a2a.SendStreamingMessage: TypeSendMessageRequest,
	a2a.GetTask: TypeGetTaskRequest, a2a.ListTasks: TypeListTasksRequest,
	a2a.CancelTask: TypeCancelTaskRequest, a2a.SubscribeToTask: TypeSubscribeToTaskRequest,
	a2a.CreatePushConfig: TypeCreateTaskPushNotificationConfigRequest, a2a.GetPushConfig: TypeGetTaskPushNotificationConfigRequest,
	a2a.ListPushConfigs: TypeListTaskPushNotificationConfigsRequest, a2a.DeletePushConfig: TypeDeleteTaskPushNotificationConfigRequest,
}

// RequestType is the request of an operation.
func RequestType(op a2a.Operation) Type {
	if t, ok := requests[op]; ok {
		return t
	}
	return TypeGetExtendedAgentCardRequest
}
