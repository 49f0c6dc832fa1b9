package v10

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

// Service is the gRPC service (1.0 §10).
func (Dialect) Service() string { return "lf.a2a.v1.A2AService" }

// Messages are the protobuf messages that an operation's method takes and
// answers with, a stream's events being of the second.
func (Dialect) Messages(op a2a.Operation) (request, response string) {
	switch op {
	case a2a.SendMessage:
		return "SendMessageRequest", "SendMessageResponse"
	case a2a.SendStreamingMessage:
		return "SendMessageRequest", "StreamResponse"
	case a2a.SubscribeToTask:
		return "SubscribeToTaskRequest", "StreamResponse"
	case a2a.GetTask, a2a.CancelTask:
		return string(op) + "Request", "Task"
	case a2a.ListTasks, a2a.ListPushConfigs:
		return string(op) + "Request", string(op) + "Response"
	case a2a.CreatePushConfig:
		return "TaskPushNotificationConfig", "TaskPushNotificationConfig"
	case a2a.GetPushConfig:
		return string(op) + "Request", "TaskPushNotificationConfig"
	case a2a.DeletePushConfig:
		return string(op) + "Request", "Empty"
	case a2a.GetExtendedCard:
		return "GetExtendedAgentCardRequest", "AgentCard"
	}
	return "", ""
}

// Schema has the messages of package lf.a2a.v1, as of 1.0.1.
func (Dialect) Schema() protobuf.Schema {
	return protobuf.Own(func(name string) string {
		return messageTable(name) + taskTable(name) + sendTable(name) + tasksTable(name) + pushTable(name) + cardTable(name) + securityTable(name)
	})
}

// messageTable has what is this version's own of messages and artifacts.
func messageTable(name string) string {
	switch name {
	case "Part":
		return `1 text |string
			2 raw |bytes
			3 url |string
			4 data |Value
			5 metadata Struct
			6 filename string
			7 mediaType string`
	case "Message":
		return `1 messageId string
			2 contextId string
			3 taskId string
			4 role enum:Role
			5 parts []Part
			6 metadata Struct
			7 extensions []string
			8 referenceTaskIds []string`
	case "Artifact":
		return `1 artifactId string
			2 name string
			3 description string
			4 parts []Part
			5 metadata Struct
			6 extensions []string`
	}
	return ""
}

// taskTable has what is this version's own of tasks and events.
func taskTable(name string) string {
	switch name {
	case "TaskStatusUpdateEvent":
		return `1 taskId string
			2 contextId string
			3 status TaskStatus
			4 metadata Struct`
	case "TaskState":
		return `0 TASK_STATE_UNSPECIFIED
			1 TASK_STATE_SUBMITTED
			2 TASK_STATE_WORKING
			3 TASK_STATE_COMPLETED
			4 TASK_STATE_FAILED
			5 TASK_STATE_CANCELED
			6 TASK_STATE_INPUT_REQUIRED
			7 TASK_STATE_REJECTED
			8 TASK_STATE_AUTH_REQUIRED`
	}
	return ""
}

// sendTable has the requests that send a message.
func sendTable(name string) string {
	switch name {
	case "SendMessageConfiguration":
		return `1 acceptedOutputModes []string
			2 taskPushNotificationConfig TaskPushNotificationConfig
			3 historyLength ?int32
			4 returnImmediately bool`
	case "SendMessageRequest":
		return `1 tenant string
			2 message Message
			3 configuration SendMessageConfiguration
			4 metadata Struct`
	}
	return ""
}

// tasksTable has the requests about tasks and for the card, and their responses.
func tasksTable(name string) string {
	switch name {
	case "GetTaskRequest":
		return `1 tenant string
			2 id string
			3 historyLength ?int32`
	case "ListTasksRequest":
		return `1 tenant string
			2 contextId string
			3 status enum:TaskState
			4 pageSize ?int32
			5 pageToken string
			6 historyLength ?int32
			7 statusTimestampAfter Timestamp
			8 includeArtifacts ?bool`
	case "ListTasksResponse":
		return `1 tasks ![]Task
			2 nextPageToken !string
			3 pageSize !int32
			4 totalSize !int32`
	case "CancelTaskRequest":
		return `1 tenant string
			2 id string
			3 metadata Struct`
	case "SubscribeToTaskRequest":
		return `1 tenant string
			2 id string`
	case "GetExtendedAgentCardRequest":
		return `1 tenant string`
	}
	return ""
}

// pushTable has push configurations and the requests about them.
func pushTable(name string) string {
	switch name {
	case "AuthenticationInfo":
		return `1 scheme string
			2 credentials string`
	case "TaskPushNotificationConfig":
		return `1 tenant string
			2 id string
			3 taskId string
			4 url string
			5 token string
			6 authentication AuthenticationInfo`
	case "GetTaskPushNotificationConfigRequest":
		return `1 tenant string
			2 taskId string
			3 id string`
	case "DeleteTaskPushNotificationConfigRequest":
		return `1 tenant string
			2 taskId string
			3 id string`
	case "ListTaskPushNotificationConfigsRequest":
		return `1 taskId string
			2 pageSize int32
			3 pageToken string
			4 tenant string`
	case "ListTaskPushNotificationConfigsResponse":
		return `1 configs ![]TaskPushNotificationConfig
			2 nextPageToken string`
	}
	return ""
}

// cardTable has what is this version's own of the card, but for its security.
func cardTable(name string) string {
	switch name {
	case "AgentInterface":
		return `1 url string
			2 protocolBinding string
			3 tenant string
			4 protocolVersion string`
	case "AgentCard":
		return `1 name string
			2 description !string
			3 supportedInterfaces ![]AgentInterface
			4 provider AgentProvider
			5 version string
			6 documentationUrl ?string
			7 capabilities AgentCapabilities
			8 securitySchemes {}SecurityScheme
			9 securityRequirements []SecurityRequirement
			10 defaultInputModes ![]string
			11 defaultOutputModes ![]string
			12 skills ![]AgentSkill
			13 signatures []AgentCardSignature
			14 iconUrl ?string`
	case "AgentCapabilities":
		return `1 streaming ?bool
			2 pushNotifications ?bool
			3 extensions []AgentExtension
			4 extendedAgentCard ?bool`
	case "AgentSkill":
		return `1 id string
			2 name string
			3 description !string
			4 tags ![]string
			5 examples []string
			6 inputModes []string
			7 outputModes []string
			8 securityRequirements []SecurityRequirement`
	}
	return ""
}

// securityTable has what is this version's own of a card's security.
func securityTable(name string) string {
	switch name {
	case "SecurityRequirement":
		return `1 schemes {}StringList`
	case "OAuthFlows":
		return `1 authorizationCode |AuthorizationCodeOAuthFlow
			2 clientCredentials |ClientCredentialsOAuthFlow
			3 implicit |ImplicitOAuthFlow
			4 password |PasswordOAuthFlow
			5 deviceCode |DeviceCodeOAuthFlow`
	case "AuthorizationCodeOAuthFlow":
		return `1 authorizationUrl string
			2 tokenUrl string
			3 refreshUrl string
			4 scopes !{}string
			5 pkceRequired bool`
	case "DeviceCodeOAuthFlow":
		return `1 deviceAuthorizationUrl string
			2 tokenUrl string
			3 refreshUrl string
			4 scopes !{}string`
	}
	return ""
}
