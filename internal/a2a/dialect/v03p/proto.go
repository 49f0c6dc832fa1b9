package v03p

import (
	_ "embed"
	"sync"

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

// set is described in the README of package protobuf.
//
//go:embed a2a.v1.binpb
var set string

var schema = sync.OnceValue(func() *protobuf.Schema {
	return protobuf.MustLoad(set, "a2a.v1",
		"ListTaskPushNotificationConfigResponse.configs",
		"AgentCard.description", "AgentCard.defaultInputModes", "AgentCard.defaultOutputModes", "AgentCard.skills",
		"AgentSkill.description", "AgentSkill.tags",
		"StringList.list",
		"AuthorizationCodeOAuthFlow.scopes",
		"ClientCredentialsOAuthFlow.scopes",
		"ImplicitOAuthFlow.scopes",
		"PasswordOAuthFlow.scopes")
})

// Schema has the messages of package a2a.v1 as SDKs share them: those of 0.3.0
// with the names of files, the metadata of parts and the card's icon; and a Go
// SDK's references to tasks and stateTransitionHistory, which are only read.
func (Dialect) Schema() *protobuf.Schema { return schema() }
