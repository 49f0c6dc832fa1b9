package secret

import "slices"

// The tables below are of members that hold secrets. Those named for a push
// configuration stand for two members of it: token, and
// authentication.credentials (0.1 §6.8, §6.9; 0.3 §6.8, §6.9; 1.0 §4.3.1, §4.3.2).

// requestConfigs are where requests have a push configuration.
func requestConfigs() []string {
	return []string{
		"params.pushNotification",                         // 0.1 tasks/send, tasks/sendSubscribe
		"params.pushNotificationConfig",                   // 0.1–0.3 tasks/pushNotificationConfig/set
		"params.configuration.pushNotificationConfig",     // 0.2, 0.3 message/send, message/stream
		"params.configuration.pushNotification",           // the same by the names of 0.3's protocol buffers
		"params.configuration.taskPushNotificationConfig", // 1.0 SendMessage, SendStreamingMessage
		"params.config.pushNotificationConfig",            // 1.0's release candidate, CreateTaskPushNotificationConfig
		"params.config",                                   // the same where the configuration is not nested
		"params",                                          // 1.0 CreateTaskPushNotificationConfig
		"configuration.pushNotificationConfig",            // 0.3 over HTTP+JSON, message:send
		"configuration.pushNotification",                  // 0.3 HTTP+JSON and gRPC, message:send, by the protocol buffers
		"configuration.taskPushNotificationConfig",        // 1.0 HTTP+JSON and gRPC, message:send
		"config.pushNotificationConfig",                   // 0.3 HTTP+JSON and gRPC, create: the whole request
		"pushNotificationConfig",                          // 0.3 HTTP+JSON, create: only its config
		"config",                                          // 1.0's drafts, create
		"",                                                // 1.0 HTTP+JSON and gRPC, create
	}
}

// responseConfigs are where answers repeat a push configuration inside something
// that nothing else looks like.
func responseConfigs() []string {
	return []string{
		"result.pushNotificationConfig",           // 0.1–0.3 set and get
		"result.[].pushNotificationConfig",        // 0.2, 0.3 list
		"result",                                  // 1.0 create and get
		"result.configs.*",                        // 1.0 list
		"result.configs.*.pushNotificationConfig", // 1.0's release candidate, list
		"pushNotificationConfig",                  // 0.3 HTTP+JSON and gRPC, create and get
		"configs.*",                               // 1.0 HTTP+JSON and gRPC, list
		"configs.*.pushNotificationConfig",        // 0.3 HTTP+JSON and gRPC, list
		"[].pushNotificationConfig",               // 0.3's JSON-RPC form of a list over HTTP+JSON
	}
}

// requestSecrets are the members of a request's body that hold secrets.
func requestSecrets() []string {
	return append(configMembers(requestConfigs()),
		"client_secret",                                                                                             // OAuth: RFC 6749 §2.3.1, by those who send JSON
		"refresh_token",                                                                                             // RFC 6749 §6
		"access_token",                                                                                              // RFC 7009, RFC 7662
		"password",                                                                                                  // RFC 6749 §4.3.2
		"id_token", "code_verifier", "device_code", "client_assertion", "assertion", "subject_token", "actor_token", // RFC 7636, 8628, 7523, 8693
		"registration_access_token", // RFC 7592, by those who send it back
	)
}

// eventSecrets are the members that hold secrets in each document of an answer
// that is a stream. Agents that are none of A2A's stream a model's output as
// {"token":" hello"}: a token at the root is secret only where a whole body is
// one document, which responseSecrets adds.
func eventSecrets() []string {
	return append(configMembers(responseConfigs()),
		"authentication.credentials",        // 1.0 HTTP+JSON, create and get; a card of 0.1 (§5.5.4)
		"result.authentication.credentials", // a card of 0.1 in an envelope
		"access_token", "refresh_token",     // OAuth's token endpoint: RFC 6749 §5.1
		"id_token",                  // OpenID Connect Core §3.1.3.3
		"client_secret",             // client registration: RFC 7591 §3.2.1
		"registration_access_token", // RFC 7592 §3
		"device_code",               // RFC 8628 §3.2
	)
}

// responseSecrets are the members of a response's body that hold secrets.
func responseSecrets() []string {
	return append(eventSecrets(),
		"token", // 1.0 HTTP+JSON and gRPC, create and get; what signing in to an agent's own endpoint answers
	)
}

func configMembers(configs []string) []string {
	var paths []string
	for _, c := range configs {
		if c != "" {
			c += "."
		}
		for _, p := range []string{c + "token", c + "authentication.credentials"} {
			if !slices.Contains(paths, p) {
				paths = append(paths, p)
			}
		}
	}
	return paths
}

// configURLs are the addresses of push configurations, which may have a token in
// the query or a password.
func configURLs(configs []string) []string {
	paths := []string{"url"}
	for _, c := range configs {
		if c != "" {
			paths = append(paths, c+".url")
		}
	}
	return paths
}
