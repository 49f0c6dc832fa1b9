package dialect

import (
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/wire"
)

// TestSecretsSpareContent holds the paths against the places where messages,
// artifacts and metadata lie: none may reach in.
func TestSecretsSpareContent(t *testing.T) {
	s := Secrets("POST", "http://agent.test/", nil)
	for _, p := range slices.Concat(s.Request.Paths(), s.Response.Paths(), s.Events.Paths()) {
		for _, step := range strings.Split(p, ".") {
			switch step {
			case "message", "parts", "artifact", "artifacts", "data", "metadata", "history", "status":
				t.Errorf("%s reaches into content", p)
			}
		}
		if strings.Contains(p, "result.*") || strings.HasPrefix(p, "params.*") || strings.HasPrefix(p, "*") {
			t.Errorf("%s matches members it does not know", p)
		}
	}
}

// TestSecretsOfLists redacts a list of push configurations, and leaves alone
// what has the same name in metadata.
func TestSecretsOfLists(t *testing.T) {
	s := Secrets("POST", "http://agent.test/", nil)
	for _, c := range []struct{ in, secret string }{
		{`{"result":[{"taskId":"t","pushNotificationConfig":{"url":"u","token":"abcdef"}}]}`, "abcdef"},
		{`{"result":{"configs":[{"token":"abcdef"}]}}`, "abcdef"},
		{`{"result":{"id":"t","metadata":{"pushNotificationConfig":{"token":"kept"}}}}`, ""},
	} {
		out := string(wire.NewRedactor(s.Response, nil, "response.body").Body([]byte(c.in)))
		if c.secret == "" && out != c.in || c.secret != "" && strings.Contains(out, c.secret) {
			t.Errorf("%s became %s", c.in, out)
		}
	}
}

func TestSecretsOfCard(t *testing.T) {
	card := &a2a.Card{SecuritySchemes: []a2a.SecurityScheme{
		{Type: "apiKey", In: "header", Param: "X-Secret"}, {Type: "apiKey", In: "query", Param: "k"}, {Type: "http"},
		{Type: "apiKey", In: "Header", Param: "X-Odd"}, {Type: "apiKey", In: "QUERY", Param: "odd"},
	}}
	s := Secrets("POST", "http://agent.test/", card)
	if !slices.Contains(s.Headers, "X-Secret") || !slices.Contains(s.Query, "k") || !slices.Contains(s.Headers, "X-Odd") || !slices.Contains(s.Query, "odd") || !slices.Contains(s.Headers, "Authorization") {
		t.Errorf("%+v", s)
	}
	for _, want := range []string{
		"params.pushNotification.token", "params.pushNotificationConfig.authentication.credentials",
		"params.configuration.taskPushNotificationConfig.token", "params.token",
	} {
		if !slices.Contains(s.Request.Paths(), want) {
			t.Errorf("no %s", want)
		}
	}
}
