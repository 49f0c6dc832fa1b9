package protobuf

// Own makes the Schema of a version of A2A from the tables that are its own. What
// these do not have is taken from the tables of the messages that are the same,
// field by field, in packages a2a.v1 and lf.a2a.v1.
func Own(tables Schema) Schema {
	return func(name string) string {
		if own := tables(name); own != "" {
			return own
		}
		return sharedTask(name) + sharedCard(name) + sharedSecurity(name) + sharedFlows(name)
	}
}

// sharedTask has tasks, events and what wraps them.
func sharedTask(name string) string {
	switch name {
	case "Task":
		return `1 id string
			2 contextId string
			3 status TaskStatus
			4 artifacts []Artifact
			5 history []Message
			6 metadata Struct`
	case "TaskStatus":
		return `1 state enum:TaskState
			2 message Message
			3 timestamp Timestamp`
	case "TaskArtifactUpdateEvent":
		return `1 taskId string
			2 contextId string
			3 artifact Artifact
			4 append bool
			5 lastChunk bool
			6 metadata Struct`
	case "Role":
		return `0 ROLE_UNSPECIFIED
			1 ROLE_USER
			2 ROLE_AGENT`
	case "SendMessageResponse":
		return `1 task |Task
			2 message |Message`
	case "StreamResponse":
		return `1 task |Task
			2 message |Message
			3 statusUpdate |TaskStatusUpdateEvent
			4 artifactUpdate |TaskArtifactUpdateEvent`
	}
	return ""
}

// sharedCard has the parts of a card, but for its security.
func sharedCard(name string) string {
	switch name {
	case "AgentProvider":
		return `1 url string
			2 organization string`
	case "AgentExtension":
		return `1 uri string
			2 description string
			3 required bool
			4 params Struct`
	case "AgentCardSignature":
		return `1 protected string
			2 signature string
			3 header Struct`
	}
	return ""
}

// sharedSecurity has the security of a card, but for the flows of OAuth.
func sharedSecurity(name string) string {
	switch name {
	case "StringList":
		return `1 list ![]string`
	case "SecurityScheme":
		return `1 apiKeySecurityScheme |APIKeySecurityScheme
			2 httpAuthSecurityScheme |HTTPAuthSecurityScheme
			3 oauth2SecurityScheme |OAuth2SecurityScheme
			4 openIdConnectSecurityScheme |OpenIdConnectSecurityScheme
			5 mtlsSecurityScheme |MutualTlsSecurityScheme`
	case "APIKeySecurityScheme":
		return `1 description string
			2 location string
			3 name string`
	case "HTTPAuthSecurityScheme":
		return `1 description string
			2 scheme string
			3 bearerFormat string`
	case "OAuth2SecurityScheme":
		return `1 description string
			2 flows OAuthFlows
			3 oauth2MetadataUrl string`
	case "OpenIdConnectSecurityScheme":
		return `1 description string
			2 openIdConnectUrl string`
	case "MutualTlsSecurityScheme":
		return `1 description string`
	}
	return ""
}

// sharedFlows has flows of OAuth.
func sharedFlows(name string) string {
	switch name {
	case "ClientCredentialsOAuthFlow":
		return `1 tokenUrl string
			2 refreshUrl string
			3 scopes !{}string`
	case "ImplicitOAuthFlow":
		return `1 authorizationUrl string
			2 refreshUrl string
			3 scopes !{}string`
	case "PasswordOAuthFlow":
		return `1 tokenUrl string
			2 refreshUrl string
			3 scopes !{}string`
	}
	return ""
}
