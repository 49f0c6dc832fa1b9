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

// RequestType is the request of an operation.
func RequestType(op a2a.Operation) Type {
	switch op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		return TypeSendMessageRequest
	case a2a.GetTask:
		return TypeGetTaskRequest
	case a2a.ListTasks:
		return TypeListTasksRequest
	case a2a.CancelTask:
		return TypeCancelTaskRequest
	case a2a.SubscribeToTask:
		return TypeSubscribeToTaskRequest
	case a2a.CreatePushConfig:
		return TypeCreateTaskPushNotificationConfigRequest
	case a2a.GetPushConfig:
		return TypeGetTaskPushNotificationConfigRequest
	case a2a.ListPushConfigs:
		return TypeListTaskPushNotificationConfigsRequest
	case a2a.DeletePushConfig:
		return TypeDeleteTaskPushNotificationConfigRequest
	}
	return TypeGetExtendedAgentCardRequest
}
