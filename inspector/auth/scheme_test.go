package auth

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestSchemeSpellings: a scheme's members are read by their JSON names, by their protobuf names and in any case, with or
// without a wrapper. Names of scopes are data and stay unchanged.
func TestSchemeSpellings(t *testing.T) {
	flow := func(url, token, device, pkce string) string {
		return fmt.Sprintf(`{%q:"https://a/1",%q:"https://a/2",%q:"https://a/3",%q:true,"scopes":{"read_all":"d","readAll":"e"}}`, url, token, device, pkce)
	}
	camel := flow("authorizationUrl", "tokenUrl", "deviceAuthorizationUrl", "pkceRequired")
	snake := flow("authorization_url", "token_url", "device_authorization_url", "pkce_required")
	upper := flow("authorizationURL", "tokenURL", "deviceAuthorizationURL", "PKCERequired")
	offers := "{[{%s https://a/1 https://a/2 https://a/3 [{readAll e} {read_all d}] true}] https://a/m}"
	for _, c := range []struct{ typ, raw, want string }{
		{"oauth2", `{"flows":{"authorizationCode":` + camel + `},"oauth2MetadataUrl":"https://a/m"}`, fmt.Sprintf(offers, AuthorizationCode)},
		{"oauth2", `{"flows":{"authorization_code":` + snake + `},"oauth2_metadata_url":"https://a/m"}`, fmt.Sprintf(offers, AuthorizationCode)},
		{"oauth2", `{"oauth2SecurityScheme":{"flows":{"deviceCode":` + camel + `},"oauth2MetadataUrl":"https://a/m"}}`, fmt.Sprintf(offers, DeviceCode)},
		{"oauth2", `{"oauth2_security_scheme":{"flows":{"client_credentials":` + snake + `},"oauth2_metadata_url":"https://a/m"}}`, fmt.Sprintf(offers, ClientCredentials)},
		{"oauth2", `{"oauth2":{"flows":{"device_code":` + upper + `},"oauth2MetadataURL":"https://a/m"}}`, fmt.Sprintf(offers, DeviceCode)},
		{"openIdConnect", `{"open_id_connect_security_scheme":{"open_id_connect_url":"https://a/m"}}`, "{[] https://a/m}"},
		{"oauth2", `{"flows":{"authorizationCode":{"tokenUrl":5,"scopes":["a"]}},"oauth2MetadataUrl":[]}`, "{[{authorizationCode    [] false}] }"},
		{"oauth2", `[1]`, "{[] }"},
	} {
		s := Schemes(&a2a.Card{SecuritySchemes: []a2a.SecurityScheme{{Name: "s", Type: c.typ, Raw: json.RawMessage(c.raw)}}})[0]
		if got := fmt.Sprint(struct {
			Flows    []FlowOffer
			Metadata string
		}{s.Flows, s.Metadata}); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.raw, got, c.want)
		}
	}
	s := Schemes(&a2a.Card{SecuritySchemes: []a2a.SecurityScheme{{Name: "s", Type: "http", HTTPScheme: "bearer", Raw: json.RawMessage(`{"http_auth_security_scheme":{"bearer_format":"JWT"}}`)}}})[0]
	if s.Format != "JWT" {
		t.Errorf("format %q", s.Format)
	}
}
