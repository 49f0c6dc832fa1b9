package v03p

import (
	"reflect"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func fullCard() *a2a.Card {
	return &a2a.Card{
		Name: "A", Description: "d", Version: "1", Provider: &a2a.Provider{Organization: "O", URL: "https://o.test"}, IconURL: "https://o.test/i.png", DocumentationURL: "https://o.test/doc",
		Interfaces: []a2a.Interface{
			{URL: "https://a.test/rest", Binding: a2a.REST, Version: a2a.V03, DeclaredVersion: "0.3.0"},
			{URL: "a.test:443", Binding: a2a.GRPC, Version: a2a.V03, DeclaredVersion: "0.3.0"},
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

const fullCardJSON = `{"protocolVersion":"0.3.0","name":"A","description":"d","url":"https://a.test/rest","preferredTransport":"HTTP+JSON","additionalInterfaces":[{"url":"https://a.test/rest","transport":"HTTP+JSON"},{"url":"a.test:443","transport":"GRPC"}],"provider":{"organization":"O","url":"https://o.test"},"version":"1","documentationUrl":"https://o.test/doc","capabilities":{"streaming":true,"pushNotifications":true,"extensions":[{"uri":"https://x.test/e","description":"d","required":true,"params":{"a":1}}]},"securitySchemes":{"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}},"web":{"httpAuthSecurityScheme":{"description":"d","scheme":"Bearer"}},"tls":{"mtlsSecurityScheme":{}}},"security":[{"schemes":{"key":{"list":[]},"web":{"list":["a","b"]}}}],"defaultInputModes":["text/plain"],"defaultOutputModes":["image/png"],"skills":[{"id":"s","name":"S","description":"d","tags":["x"],"examples":["e"],"inputModes":["text/plain"],"outputModes":["text/plain"]}],"supportsAuthenticatedExtendedCard":true,"iconUrl":"https://o.test/i.png"}`

func TestCardComesBack(t *testing.T) {
	d := Dialect()
	b, losses, err := d.EncodeCard(fullCard())
	if err != nil || len(losses) > 0 {
		t.Fatal(err, losses)
	}
	if string(b) != fullCardJSON {
		t.Errorf("card is\n%s, want\n%s", b, fullCardJSON)
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

// Schemes of another version are written in this form, and what it lacks is a loss.
func TestSchemesOfOtherVersions(t *testing.T) {
	c := fullCard()
	c.SecuritySchemes = []a2a.SecurityScheme{
		{Name: "o", Type: "oauth2", Raw: raw(`{"oauth2SecurityScheme":{"flows":{"authorizationCode":{"authorizationUrl":"https://o.test/a","tokenUrl":"https://o.test/t","scopes":{},"pkceRequired":true},"deviceCode":{}}}}`)},
		{Name: "i", Type: "openIdConnect", Raw: raw(`{"type":"openIdConnect","openIdConnectUrl":"https://o.test/.well-known"}`)},
		{Name: "old", Type: "jwt"},
	}
	c.Security = nil
	c.Capabilities.StateHistory = true
	b, losses, err := Dialect().EncodeCard(c)
	if err != nil {
		t.Fatal(err)
	}
	got, problems := Dialect().ReadCard(b)
	if len(problems) > 0 {
		t.Errorf("problems %s in %s", found(problems), b)
	}
	want := []string{
		`{"oauth2SecurityScheme":{"flows":{"authorizationCode":{"authorizationUrl":"https://o.test/a","tokenUrl":"https://o.test/t","scopes":{}}}}}`,
		`{"openIdConnectSecurityScheme":{"openIdConnectUrl":"https://o.test/.well-known"}}`,
		`{"httpAuthSecurityScheme":{"scheme":"jwt"}}`,
	}
	for i, s := range got.SecuritySchemes {
		if string(s.Raw) != want[i] {
			t.Errorf("scheme %s is %s, want %s", s.Name, s.Raw, want[i])
		}
	}
	paths := ""
	for _, l := range losses {
		paths += l.Path + " "
	}
	if want := "capabilities.stateHistory securitySchemes[0].flows.authorizationCode.pkceRequired securitySchemes[0].flows.deviceCode securitySchemes[2].type "; paths != want {
		t.Errorf("losses at %s, want %s", paths, want)
	}
}

func TestReadCardFindings(t *testing.T) {
	const about = `"name":"a","description":"d","url":"https://a.test/","preferred_transport":"GRPC","protocol_version":"0.3.0","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[]`
	for in, want := range map[string]string{
		// omitted lists are empty
		`{"name":"a","description":"d","url":"a.test:1","preferredTransport":"GRPC","protocolVersion":"0.3.0","version":"1","capabilities":{},"skills":[{"id":"s","name":"S","description":"d"}],"securitySchemes":{"k":{"mtlsSecurityScheme":{}}}}`: "",
		`{` + about + `,"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"X"}},"security":[{"k":[]}]}`:                                                                                                                                   "REST-12 warning $.protocol_version@83; REST-12 warning $.preferred_transport@54; CARD-11 error $.securitySchemes.k@248; CARD-11 warning $.security[0]@304",
		`{` + about + `,"securitySchemes":{"k":{"api_key_security_scheme":{"location":"query","name":"k"}}},"security":[{"schemes":{"k":{}}},{"schemes":{"other":{"list":null}}}]}`:                                                                  "REST-12 warning $.protocol_version@83; REST-12 warning $.preferred_transport@54; REST-12 warning $.securitySchemes.k.api_key_security_scheme@249; CARD-12 warning $.security[1].schemes.other@362; CARD-36 info $.security[1].schemes.other.list@370",
		`{` + about + `,"securitySchemes":{"o":{"oauth2SecurityScheme":{"flows":{}}}}}`:                                                                                                                                                              "REST-12 warning $.protocol_version@83; REST-12 warning $.preferred_transport@54; CARD-11 error $.securitySchemes.o.oauth2SecurityScheme.flows@281",
	} {
		c, problems := Dialect().ReadCard(raw(in))
		if got := found(problems); got != want {
			t.Errorf("%s has %s, want %s", in, got, want)
		}
		if len(c.Interfaces) != 1 || c.Interfaces[0].Binding != a2a.GRPC || c.Interfaces[0].DeclaredVersion != "0.3.0" {
			t.Errorf("interfaces %+v", c.Interfaces)
		}
		if s := c.SecuritySchemes[0]; s.Type == "apiKey" && (s.In == "" || s.Param == "") || s.Type == "" {
			t.Errorf("scheme %+v", s)
		}
	}
}
