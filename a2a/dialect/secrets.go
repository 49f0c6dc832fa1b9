package dialect

import (
	"strings"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/wire"
)

// Secrets says which places of an exchange with this request are secret: the
// usual headers, the API keys that card names, push tokens and credentials. The
// method is HTTP's; what the body asks for is not known yet when the first
// bytes are recorded, so the paths are those of all versions. None of them can
// lie in the content of a message, an artifact or metadata.
func Secrets(method, url string, card *a2a.Card) wire.Secrets {
	s := wire.Secrets{
		Headers: []string{
			"Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie",
			"X-A2A-Notification-Token", "A2A-Notification-Token",
			"X-API-Key", "API-Key", "ApiKey", "X-Auth-Token", "X-Access-Token", "X-Goog-Api-Key", "X-Amz-Security-Token",
		},
		Query: []string{
			"api_key", "apikey", "api-key", "key", "access_token", "token", "auth", "client_secret",
			"sig", "signature", "X-Amz-Signature", "X-Amz-Security-Token", "X-Goog-Signature",
		},
		Form: []string{
			"client_secret", "client_assertion", "password", "code", "code_verifier", "device_code",
			"access_token", "refresh_token", "subject_token", "actor_token", "assertion", "token",
		},
		Request: requestSecrets(),
		Respond: responseSecrets(),
	}
	s.RequestFields, s.RespondFields = secretFields(url)
	if card != nil {
		addKeys(&s, card)
	}
	return s
}

// addKeys adds the API keys that a card's security schemes name.
func addKeys(s *wire.Secrets, card *a2a.Card) {
	for _, scheme := range card.SecuritySchemes {
		switch {
		case scheme.Param == "":
		case strings.EqualFold(scheme.In, "header"):
			s.Headers = append(s.Headers, scheme.Param)
		case strings.EqualFold(scheme.In, "query"):
			s.Query = append(s.Query, scheme.Param)
		}
	}
}

// requestSecrets are the members of a request's body that hold secrets: of the
// push configuration wherever a version has one, and of OAuth's JSON bodies.
func requestSecrets() []string {
	paths := make([]string, 0, 40)
	for _, config := range []string{
		"params.pushNotification",                         // 0.1 send
		"params.pushNotificationConfig",                   // 0.1–0.3 set
		"params.configuration.pushNotificationConfig",     // 0.2, 0.3 send
		"params.configuration.taskPushNotificationConfig", // 1.0 send
		"params.config",                                   // 1.0's release candidate
		"params",                                          // 1.0 create
		"configuration.pushNotificationConfig",            // the same over HTTP+JSON
		"configuration.pushNotification",                  //
		"configuration.taskPushNotificationConfig",        //
		"config.pushNotificationConfig",                   //
		"pushNotificationConfig",                          //
		"config",                                          //
	} {
		paths = append(paths, config+".token", config+".authentication.credentials")
	}
	return append(paths, "token", "authentication.credentials",
		"client_secret", "refresh_token", "access_token", "password")
}

// responseSecrets are the members of a response's body that hold secrets: the
// push configurations that it repeats, and OAuth tokens.
func responseSecrets() []string {
	paths := make([]string, 0, 40)
	for _, config := range []string{
		"result.pushNotificationConfig",    // 0.1–0.3 set, get
		"result.[].pushNotificationConfig", // 0.2, 0.3 list
		"result",                           // 1.0 create, get
		"result.configs.*",                 // 1.0 list
		"pushNotificationConfig",           // the same over HTTP+JSON
		"configs.*",                        //
		"configs.*.pushNotificationConfig", //
		"[].pushNotificationConfig",        // 0.3's JSON-RPC form over HTTP+JSON
	} {
		paths = append(paths, config+".token", config+".authentication.credentials")
	}
	return append(paths, "token", "authentication.credentials",
		"result.authentication.credentials", // 0.1: a card's own
		"access_token", "refresh_token", "id_token", "client_secret")
}
