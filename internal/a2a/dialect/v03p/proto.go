package v03p

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

// Service is the gRPC service (0.3 §3.2.2).
func (Dialect) Service() string { return "a2a.v1.A2AService" }

// Messages are the protobuf messages that an operation's method takes and
// answers with, a stream's events being of the second.
func (Dialect) Messages(op a2a.Operation) (request, response string) {
	switch op {
	case a2a.SendMessage:
		return "SendMessageRequest", "SendMessageResponse"
	case a2a.SendStreamingMessage:
		return "SendMessageRequest", "StreamResponse"
	case a2a.SubscribeToTask:
		return "TaskSubscriptionRequest", "StreamResponse"
	case a2a.GetTask, a2a.CancelTask:
		return string(op) + "Request", "Task"
	case a2a.CreatePushConfig, a2a.GetPushConfig:
		return string(op) + "Request", "TaskPushNotificationConfig"
	case a2a.ListPushConfigs:
		return "ListTaskPushNotificationConfigRequest", "ListTaskPushNotificationConfigResponse"
	case a2a.DeletePushConfig:
		return string(op) + "Request", "Empty"
	case a2a.GetExtendedCard:
		return "GetAgentCardRequest", "AgentCard"
	}
	return "", ""
}

// Schema has the messages of package a2a.v1 as SDKs share them: those of 0.3.0
// with the names of files, the metadata of parts and the card's icon; and a Go
// SDK's references to tasks and stateTransitionHistory, which are only read.
func (Dialect) Schema() protobuf.Schema {
	return protobuf.Own(func(name string) string {
		return messageTable(name) + taskTable(name) + requestTable(name) + pushTable(name) + cardTable(name) + partTable(name) + securityTable(name)
	})
}

// messageTable has what is this version's own of messages and artifacts.
func messageTable(name string) string {
	switch name {
	case "Part":
		return `1 text |string
			2 file |FilePart
			3 data |DataPart
			4 metadata Struct`
	case "FilePart":
		return `1 fileWithUri |string
			2 fileWithBytes |bytes
			3 mimeType string
			4 name string`
	case "DataPart":
		return `1 data Struct`
	case "Message":
		return `1 messageId string
			2 contextId string
			3 taskId string
			4 role enum:Role
			5 content []Part
			6 metadata Struct
			7 extensions []string
			8 referenceTaskIds []string`
	case "Artifact":
		return `1 artifactId string
			3 name string
			4 description string
			5 parts []Part
			6 metadata Struct
			7 extensions []string`
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
			4 final bool
			5 metadata Struct`
	case "TaskState":
		return `0 TASK_STATE_UNSPECIFIED
			1 TASK_STATE_SUBMITTED
			2 TASK_STATE_WORKING
			3 TASK_STATE_COMPLETED
			4 TASK_STATE_FAILED
			5 TASK_STATE_CANCELLED
			6 TASK_STATE_INPUT_REQUIRED
			7 TASK_STATE_REJECTED
			8 TASK_STATE_AUTH_REQUIRED`
	}
	return ""
}

// requestTable has the requests about messages and tasks.
func requestTable(name string) string {
	switch name {
	case "SendMessageConfiguration":
		return `1 acceptedOutputModes []string
			2 pushNotification PushNotificationConfig
			3 historyLength int32
			4 blocking bool`
	case "SendMessageRequest":
		return `1 message Message
			2 configuration SendMessageConfiguration
			3 metadata Struct`
	case "GetTaskRequest":
		return `1 name string
			2 historyLength int32`
	case "CancelTaskRequest":
		return `1 name string`
	case "TaskSubscriptionRequest":
		return `1 name string`
	}
	return ""
}

// pushTable has push configurations and the requests about them.
func pushTable(name string) string {
	switch name {
	case "PushNotificationConfig":
		return `1 id string
			2 url string
			3 token string
			4 authentication AuthenticationInfo`
	case "AuthenticationInfo":
		return `1 schemes []string
			2 credentials string`
	case "TaskPushNotificationConfig":
		return `1 name string
			2 pushNotificationConfig PushNotificationConfig`
	case "GetTaskPushNotificationConfigRequest":
		return `1 name string`
	case "DeleteTaskPushNotificationConfigRequest":
		return `1 name string`
	case "CreateTaskPushNotificationConfigRequest":
		return `1 parent string
			2 configId string
			3 config TaskPushNotificationConfig`
	case "ListTaskPushNotificationConfigRequest":
		return `1 parent string
			2 pageSize int32
			3 pageToken string`
	case "ListTaskPushNotificationConfigResponse":
		return `1 configs ![]TaskPushNotificationConfig
			2 nextPageToken string`
	}
	return ""
}

// cardTable has the card.
func cardTable(name string) string {
	switch name {
	case "AgentCard":
		return `1 name string
			2 description !string
			3 url string
			4 provider AgentProvider
			5 version string
			6 documentationUrl string
			7 capabilities AgentCapabilities
			8 securitySchemes {}SecurityScheme
			9 security []Security
			10 defaultInputModes ![]string
			11 defaultOutputModes ![]string
			12 skills ![]AgentSkill
			13 supportsAuthenticatedExtendedCard bool
			14 preferredTransport string
			15 additionalInterfaces []AgentInterface
			16 protocolVersion string
			17 signatures []AgentCardSignature
			18 iconUrl string`
	}
	return ""
}

// partTable has what is this version's own of the parts of a card.
func partTable(name string) string {
	switch name {
	case "AgentInterface":
		return `1 url string
			2 transport string`
	case "AgentCapabilities":
		return `1 streaming bool
			2 pushNotifications bool
			3 extensions []AgentExtension
			4 stateTransitionHistory bool`
	case "AgentSkill":
		return `1 id string
			2 name string
			3 description !string
			4 tags ![]string
			5 examples []string
			6 inputModes []string
			7 outputModes []string
			8 security []Security`
	}
	return ""
}

// securityTable has what is this version's own of a card's security.
func securityTable(name string) string {
	switch name {
	case "Security":
		return `1 schemes {}StringList`
	case "OAuthFlows":
		return `1 authorizationCode |AuthorizationCodeOAuthFlow
			2 clientCredentials |ClientCredentialsOAuthFlow
			3 implicit |ImplicitOAuthFlow
			4 password |PasswordOAuthFlow`
	case "AuthorizationCodeOAuthFlow":
		return `1 authorizationUrl string
			2 tokenUrl string
			3 refreshUrl string
			4 scopes !{}string`
	}
	return ""
}
