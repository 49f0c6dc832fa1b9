package v10

import (
	_ "embed"
	"sync"

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

// set is described in the README of package protobuf.
//
//go:embed lf.a2a.v1.binpb
var set string

var schema = sync.OnceValue(func() *protobuf.Schema {
	return protobuf.MustLoad(set, "lf.a2a.v1",
		"ListTasksResponse.tasks", "ListTasksResponse.nextPageToken", "ListTasksResponse.pageSize", "ListTasksResponse.totalSize",
		"ListTaskPushNotificationConfigsResponse.configs",
		"AgentCard.description", "AgentCard.supportedInterfaces", "AgentCard.defaultInputModes", "AgentCard.defaultOutputModes", "AgentCard.skills",
		"AgentSkill.description", "AgentSkill.tags",
		"StringList.list",
		"AuthorizationCodeOAuthFlow.scopes",
		"ClientCredentialsOAuthFlow.scopes",
		"ImplicitOAuthFlow.scopes",
		"PasswordOAuthFlow.scopes",
		"DeviceCodeOAuthFlow.scopes")
})

// Schema has the messages of package lf.a2a.v1, as of 1.0.1.
func (Dialect) Schema() *protobuf.Schema { return schema() }
