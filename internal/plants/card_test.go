package plants

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// each returns a plant for each of members.
func each(check, where string, members []string, f func(member string) edit) (out []plant) {
	for _, m := range members {
		out = append(out, plant{check, where, f(m)})
	}
	return out
}

func card(changes ...change) edit { return res("card", changes...) }

func without(label string) func(string) edit {
	return func(member string) edit { return res(label, del(member)) }
}

func endpoint(address string) edit {
	return func(t testing.TB, r *recording) {
		path := "url"
		if r.v >= a2a.V10 {
			path = "supportedInterfaces.0.url"
		}
		card(set(path, address))(t, r)
	}
}

// moved moves an exchange to another host.
func moved(label, host string) edit {
	return func(t testing.TB, r *recording) {
		url(label, origin, host)(t, r)
		r.at(t, label).x.Agent = host
	}
}

// elsewhere serves the card at another path only.
func elsewhere(own, other string) edit {
	return func(t testing.TB, r *recording) {
		e := r.at(t, "card").copied()
		e.label, e.x.ID, e.x.Response.Status, e.x.Response.Header = "no-card", "x00", 404, http.Header{"Content-Type": {"text/plain"}}
		e.pieces = []piece{{e.x.LastByte, []byte("There is nothing here.")}}
		e.shift(-10 * time.Second)
		r.entries = slices.Insert(r.entries, 0, e)
		url("card", own, other)(t, r)
	}
}

// interfaceOf is the card's own URL with another transport.
func interfaceOf(transport string) word {
	return func(r *recording) any { return object{"url": origin + "/v0.3", "transport": transport} }
}

var (
	apiKey = object{"description": "k", "location": "header", "name": "k"}
	code   = object{"authorizationUrl": "https://a.example/a", "tokenUrl": "https://a.example/t", "scopes": object{"r": "read"}}
	client = object{"tokenUrl": "https://a.example/t", "scopes": object{"r": "read"}}
)

func oauth(flows object) edit {
	return card(set("securitySchemes", object{"o": object{"oauth2SecurityScheme": object{"flows": flows}}}))
}

func scheme(members object) edit { return card(set("securitySchemes", object{"x": members})) }

var cardPlants = slices.Concat(
	each("CARD-05", "0.1", []string{"name", "version", "capabilities", "skills"}, without("card")),
	each("CARD-05", "0.1", []string{"url"}, func(m string) edit {
		return card(del(m), set("authentication", object{"schemes": []any{"Bearer"}})) // no other version has it
	}),
	each("CARD-06", "0.2 0.3", []string{"description", "defaultInputModes", "defaultOutputModes"}, without("card")),
	each("CARD-08", "1.0", []string{"name", "description", "supportedInterfaces", "version", "capabilities", "defaultInputModes", "defaultOutputModes", "skills"}, without("card")),
	each("CARD-08", "1.0", []string{"skills", "defaultInputModes", "defaultOutputModes", "supportedInterfaces"}, func(m string) edit { return card(set(m, []any{})) }),
	each("CARD-19", "1.0", []string{"url", "protocolBinding", "protocolVersion"}, func(m string) edit { return card(del("supportedInterfaces.0." + m)) }),
	each("CARD-23", "all", []string{"skills.0.id", "skills.0.name"}, without("card")),
	each("CARD-23", "0.2 0.3 1.0", []string{"skills.0.description", "skills.0.tags"}, without("card")),
	[]plant{
		{"CARD-01", "all", answer("card", `[{"name":"a"}]`)},
		{"CARD-01", "all", all(status("card", 500), answer("card", "It does not work."))},
		{"CARD-02", "0.1 0.2", elsewhere("/agent.json", "/agent-card.json")},
		{"CARD-03", "0.3", elsewhere("/agent-card.json", "/agent.json")},
		{"CARD-04", "1.0", elsewhere("/agent-card.json", "/agent.json")},
		{"CARD-07", "0.2 0.3", card(del("protocolVersion"))},
		{"CARD-07", "0.2 0.3", card(set("protocolVersion", ""))},
		{"CARD-09", "0.1", card(set("authentication", object{"schemes": "OAuth2"}))},
		{"CARD-09", "0.1", card(set("authentication", object{"schemes": []any{1}}))},
		{"CARD-10", "0.2 0.3 1.0", card(set("authentication", object{"schemes": []any{"Bearer"}}))},
		{"CARD-11", "0.2 0.3", scheme(object{"type": "magic"})},
		{"CARD-11", "0.2 0.3", scheme(object{"type": "apiKey", "name": "k"})},
		{"CARD-11", "0.2 0.3", scheme(object{"type": "http"})},
		{"CARD-11", "0.2 0.3", scheme(object{"type": "oauth2"})},
		{"CARD-11", "0.2 0.3", scheme(object{"type": "openIdConnect"})},
		{"CARD-12", "0.2 0.3", card(set("security", []any{object{"undeclared": []any{}}}))},
		{"CARD-12", "1.0", card(set("securityRequirements", []any{object{"schemes": object{"undeclared": object{"list": []any{}}}}}))},
		{"CARD-13", "1.0", scheme(object{"apiKeySecurityScheme": apiKey, "httpAuthSecurityScheme": object{"scheme": "bearer"}})},
		{"CARD-13", "1.0", scheme(object{})},
		{"CARD-14", "1.0", all(scheme(object{"apiKeySecurityScheme": apiKey}), card(set("security", []any{object{"x": []any{}}})))},
		{"CARD-14", "1.0", all(scheme(object{"apiKeySecurityScheme": apiKey}), card(set("securityRequirements", []any{object{"x": []any{}}})))},
		{"CARD-15", "0.3", card(del("preferredTransport"))},
		{"CARD-16", "0.3", card(add("additionalInterfaces", interfaceOf("GRPC")))},
		{"CARD-17", "0.3", card(set("additionalInterfaces", []any{object{"url": "https://other.example/", "transport": "GRPC"}}))},
		{"CARD-18", "0.3", card(set("preferredTransport", "SOAP"))},
		{"CARD-18", "1.0", card(set("supportedInterfaces.0.protocolBinding", "SOAP"))},
		{"CARD-20", "1.0", card(set("supportedInterfaces.0.protocolVersion", "1.0.1"))},
		{"CARD-21", "all", endpoint("/rpc")},
		{"CARD-21", "all", endpoint("http://agent.example.com/rpc")},
		{"CARD-22", "all", moved("card", "https://agent.example.com")},
		{"CARD-22", "all", all(moved("card", "https://agent.example.com"), endpoint("https://0.0.0.0/rpc"))},
		{"CARD-24", "all", card(again("skills"))},
		{"CARD-25", "0.1 0.2 0.3", card(set("provider", object{"url": "https://a.example/"}))},
		{"CARD-25", "0.2 0.3", card(set("provider", object{"organization": "A"}))},
		{"CARD-26", "1.0", card(set("provider", object{"url": "https://a.example/"}))},
		{"CARD-26", "1.0", card(set("provider", object{"organization": "A"}))},
		{"CARD-27", "all", card(set("defaultInputModes", []any{"no media type"}))},
		{"CARD-27", "all", card(set("skills.0.outputModes", []any{"plain"}))},
		{"CARD-28", "1.0", head("card", "Cache-Control", "")},
		{"CARD-28", "1.0", head("card", "ETag", "")},
		{"CARD-32", "0.2", all(asking("extended", "Authorization", "Bearer t"), status("extended", 404), head("extended", "Content-Type", "text/plain"), answer("extended", "Not found."))},
		{"CARD-32", "0.3", all(asking("extended", "Authorization", "Bearer t"), fails("extended", a2a.ExtendedCardNotConfigured))},
		{"CARD-33", "1.0", card(set("supportsAuthenticatedExtendedCard", true))},
		{"CARD-33", "1.0", card(set("extendedAgentCard", true))},
		{"CARD-34", "0.2 0.3", card(set("capabilities.extensions", []any{object{"description": "d"}}))},
		{"CARD-35", "1.0", oauth(object{"authorizationCode": code, "clientCredentials": client})},
		{"CARD-35", "1.0", oauth(object{})},
		{"CARD-35", "1.0", oauth(object{"authorizationCode": client})},
		{"CARD-35", "1.0", oauth(object{"clientCredentials": object{"tokenUrl": "https://a.example/t"}})},
		{"CARD-36", "all", card(set("skills.0.tags", nil))},
		{"CARD-36", "0.2 0.3", all(scheme(object{"type": "http", "scheme": "bearer"}), card(set("security", []any{object{"x": nil}})))},
		{"CARD-36", "1.0", all(scheme(object{"apiKeySecurityScheme": apiKey}), card(set("securityRequirements", []any{object{"schemes": object{"x": object{"list": nil}}}})))},
	},
)

const (
	noAlg  = "eyJraWQiOiJrIn0"                  // {"kid":"k"}
	noKid  = "eyJhbGciOiJFUzI1NiJ9"             // {"alg":"ES256"}
	noneOf = "eyJhbGciOiJub25lIiwia2lkIjoiayJ9" // {"alg":"none","kid":"k"}
	noJSON = "bm90IGpzb24"                      // not json
)

var signaturePlants = slices.Concat(
	each("CARD-29", "0.3 1.0", []string{"signatures.0.protected", "signatures.0.signature"}, without("card")),
	[]plant{
		{"CARD-29", "0.3 1.0", card(set("signatures.0.signature", "no base64!"))},
		{"CARD-29", "0.3 1.0", card(set("signatures.0.protected", noJSON))},
		{"CARD-29", "0.3 1.0", card(set("signatures.0.protected", noAlg))},
		{"CARD-29", "1.0", card(set("signatures.0.protected", noKid))},
		{"CARD-31", "0.3 1.0", card(set("signatures.0.protected", noneOf))},
	},
)
