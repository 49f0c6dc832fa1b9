package v10

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func fullCard() *a2a.Card {
	return &a2a.Card{
		Name: "A", Description: "d", Version: "1", Provider: &a2a.Provider{Organization: "O", URL: "https://o.test"}, IconURL: "https://o.test/i.png", DocumentationURL: "https://o.test/doc",
		Interfaces: []a2a.Interface{
			{URL: "https://a.test/", Binding: a2a.JSONRPC, Version: a2a.V10, DeclaredVersion: "1.0", Tenant: "x"},
			{URL: "a.test:443", Binding: a2a.GRPC, Version: a2a.V10, DeclaredVersion: "1.0"},
			{URL: "wss://a.test/", Custom: "https://x.test/ws", Version: a2a.V03, DeclaredVersion: "0.3"},
		},
		Capabilities: a2a.Capabilities{Streaming: true, Push: true, ExtendedCard: true, Extensions: []a2a.Extension{{URI: "https://x.test/e", Description: "d", Required: true, Params: raw(`{"a":1}`)}}},
		InputModes:   []string{"text/plain"}, OutputModes: []string{"image/png"},
		Skills: []a2a.Skill{{ID: "s", Name: "S", Description: "d", Tags: []string{"x"}, Examples: []string{"e"}, InputModes: []string{"text/plain"}, OutputModes: []string{"text/plain"}}},
		SecuritySchemes: []a2a.SecurityScheme{
			{Name: "key", Type: "apiKey", In: "header", Param: "X-Key"},
			{Name: "web", Type: "http", HTTPScheme: "Bearer", Description: "d"},
			{Name: "tls", Type: "mutualTLS"},
		},
		Security: []a2a.Requirement{{"key": {}, "web": {"a", "b"}}},
	}
}

func TestCardComesBack(t *testing.T) {
	d := Dialect()
	b, losses, err := d.EncodeCard(fullCard())
	if err != nil || len(losses) > 0 {
		t.Fatal(err, losses)
	}
	want := `{"name":"A","description":"d","supportedInterfaces":[{"url":"https://a.test/","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"x"},{"url":"a.test:443","protocolBinding":"GRPC","protocolVersion":"1.0"},{"url":"wss://a.test/","protocolBinding":"https://x.test/ws","protocolVersion":"0.3"}],"provider":{"organization":"O","url":"https://o.test"},"iconUrl":"https://o.test/i.png","version":"1","documentationUrl":"https://o.test/doc","capabilities":{"streaming":true,"pushNotifications":true,"extensions":[{"uri":"https://x.test/e","description":"d","required":true,"params":{"a":1}}],"extendedAgentCard":true},"securitySchemes":{"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}},"web":{"httpAuthSecurityScheme":{"description":"d","scheme":"Bearer"}},"tls":{"mtlsSecurityScheme":{}}},"securityRequirements":[{"schemes":{"key":{"list":[]},"web":{"list":["a","b"]}}}],"defaultInputModes":["text/plain"],"defaultOutputModes":["image/png"],"skills":[{"id":"s","name":"S","description":"d","tags":["x"],"examples":["e"],"inputModes":["text/plain"],"outputModes":["text/plain"]}]}`
	if string(b) != want {
		t.Errorf("card is\n%s, want\n%s", b, want)
	}
	got, problems := d.ReadCard(b)
	if len(problems) > 0 {
		t.Errorf("problems %s", found(problems))
	}
	got.Raw = nil
	for i := range got.SecuritySchemes {
		got.SecuritySchemes[i].Raw = nil
	}
	if !reflect.DeepEqual(got, fullCard()) {
		t.Errorf("card comes back as %+v", got)
	}
}
