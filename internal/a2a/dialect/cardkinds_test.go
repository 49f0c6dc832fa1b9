package dialect

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestCardByProtoNames: a card with proto names is recognised as a card of its version everywhere.
func TestCardByProtoNames(t *testing.T) {
	const body = `{"name":"a","description":"d","version":"1","supported_interfaces":[{"url":"https://a.test/","protocol_binding":"JSONRPC","protocol_version":"1.0"}],"capabilities":{},"default_input_modes":["text/plain"],"default_output_modes":["text/plain"],"skills":[{"id":"s","name":"n","description":"d","tags":["t"]}]}`
	card, versions, ps := ReadCard([]byte(body))
	if card == nil || !slices.Equal(versions, []a2a.Version{a2a.V10}) || len(card.Interfaces) != 1 || card.Interfaces[0].URL != "https://a.test/" || card.Interfaces[0].Version != a2a.V10 {
		t.Fatalf("%+v %v %+v", card, versions, ps)
	}
	for _, p := range ps {
		if p.Check != "REQ-21" && p.Check != "CARD-08" || p.Severity == a2a.SeverityError {
			t.Errorf("%+v", p)
		}
	}
	req := Message{Method: "GET", URL: "http://agent.test/.well-known/agent-card.json"}
	if id := Identify(req, Message{Status: 200, Body: []byte(body)}, Hint{}); id.Label() != "1.0" {
		t.Errorf("identified as %q", id.Label())
	}
}

// TestCardAgainstItself: a card that declares its versions in two places must be consistent; the part for old
// clients may declare its own version.
func TestCardAgainstItself(t *testing.T) {
	card := func(said, listed string) string {
		return `{"name":"a","description":"d","version":"1","protocolVersion":"` + said + `","url":"https://a.test/","preferredTransport":"JSONRPC","supportedInterfaces":[{"url":"https://a.test/","protocolBinding":"JSONRPC","protocolVersion":"` + listed + `"}],"capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"s","name":"n","description":"d","tags":["t"]}]}`
	}
	for _, c := range []struct {
		said, listed string
		against      bool
	}{{"1.0", "0.3", true}, {"1.0.0", "0.3", true}, {"1.0", "1.0", false}, {"0.3.0", "1.0", false}, {"0.3.0", "0.3", false}, {"0.2.5", "1.0", false}} {
		_, _, ps := ReadCard([]byte(card(c.said, c.listed)))
		if found := slices.ContainsFunc(ps, func(p a2a.Problem) bool { return p.Check == "CARD-08" && p.Cause == "version" }); found != c.against {
			t.Errorf("protocolVersion %s and an interface of %s: found %t in %+v", c.said, c.listed, found, ps)
		}
	}
}

// TestNoAgentCard: another kind of JSON document gets one finding that names the kind; a card that lacks
// members still counts as a card.
func TestNoAgentCard(t *testing.T) {
	for body, want := range map[string]string{
		`{"openapi":"3.1.0","info":{"title":"t"},"paths":{}}`:                                                                                                               "OpenAPI",
		`{"schema_version":"v1","name_for_model":"m","api":{"url":"https://a.test/"}}`:                                                                                      "ChatGPT plugin",
		`{"name":"a","short_name":"a","start_url":"/","icons":[],"display":"standalone"}`:                                                                                   "web app",
		`{"name":"a","description":"d","url":"https://a.test/","start_url":"/","icons":[],"capabilities":{}}`:                                                               "web app",
		`{"protocolType":"ANP","protocolVersion":"1.0.0","type":"AgentDescription","name":"a","url":"https://a.test/","version":"1","interfaces":[],"capabilities":[]}`:     "ANP",
		`{"name":"a","version":"v1","schema_version":"0.7.0","description":"d","skills":[],"locators":[{"type":"docker_image","url":"https://a.test/"}],"provider":"p"}`:    "OASF",
		`{"name":"a","description":"d","input_content_types":["text/plain"],"output_content_types":["text/plain"],"metadata":{},"capabilities":[],"url":"https://a.test/"}`: "ACP",
		`{"openapi":"3.1.0","name":"a","url":"https://a.test/","version":"1"}`:                                                                                              "OpenAPI",
		`{"mcpServers":{"a":{"url":"https://a.test/"}}}`:                                                                                                                    "MCP",
		`{"issuer":"https://a.test","authorization_endpoint":"https://a.test/auth"}`:                                                                                        "OAuth",
		`{"status":"ok"}`:                                  `"status"`,
		`{"name":"a","description":"d"}`:                   "",
		`{"name":"a","url":"https://a.test/","skills":[]}`: "",
		`{}`:                              "an empty object",
		`{"name":"a"}`:                    `"name"`,
		`{"name":"a","version":"2.1"}`:    `"name"`,
		`{"url":"/x","error":"no"}`:       `"url"`,
		`{"capabilities":{"hover":true}}`: `"capabilities"`,
		`{"skills":["go"],"id":7}`:        `"skills"`,
		`{"provider":"github","id":"u"}`:  `"provider"`,
		`{"jsonrpc":"2.0","id":1,"result":{"name":"a","description":"d"}}`: "JSON-RPC",
		`{"name":"a","url":"https://a.test/"}`:                             "",
		`{"default_input_modes":["text"]}`:                                 "",
	} {
		card, _, ps := ReadCard([]byte(body))
		if id := Identify(Message{Method: "GET", URL: "http://agent.test/.well-known/agent.json"}, Message{Status: 200, Body: []byte(body)}, Hint{}); want != "" && want != "JSON-RPC" && id.Label() != "" {
			t.Errorf("%s: labelled %s", body, id.Label())
		}
		if want == "" {
			if card == nil {
				t.Errorf("%s: no card, with %+v", body, ps)
			}
		} else if card != nil || len(ps) != 1 || ps[0].Check != "CARD-01" || !strings.Contains(ps[0].Message, want) {
			t.Errorf("%s: card %t, with %+v", body, card != nil, ps)
		}
	}
}

// TestCardsThatCannotBeRead: a limit of the console is not the author's fault, and a body that is not JSON is
// named by its first bytes.
func TestCardsThatCannotBeRead(t *testing.T) {
	deep := func(n int) string {
		return `{"name":"a","url":"http://a.test/","skills":[],"x":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`
	}
	for _, c := range []struct {
		body, check, says string
		read              bool
	}{
		{deep(900), "", "", true},
		{deep(1500), "", "", true},
		{deep(9000), "", "", true},
		{deep(11000), "READ-02", "nests deeper than the console reads", false},
		{"\x1f\x8b\x08\x00", "CARD-01", "begins like gzip", false},
		{"{\x00\"\x00}\x00", "CARD-01", "in UTF-16", false},
		{"\xff\xfe{\x00}\x00", "CARD-01", "in UTF-16", false},
	} {
		card, _, ps := ReadCard([]byte(c.body))
		said := ""
		for _, p := range ps {
			if p.Check == "FORM-03" || !c.read && (p.Check != c.check || (p.Check == "READ-02") == (p.Severity == a2a.SeverityError)) {
				t.Errorf("%.40q: %+v", c.body, p)
			}
			said += p.Message
		}
		if (card != nil) != c.read || !strings.Contains(said, c.says) {
			t.Errorf("%.40q: card %t, %s", c.body, card != nil, said)
		}
	}
}

// TestCardOfAProxy: a card with status 203, modified by a proxy, counts as a card, and its addresses are
// rewritten.
func TestCardOfAProxy(t *testing.T) {
	const body = `{"name":"a","url":"https://a.test/","skills":[]}`
	req := Message{Method: "GET", URL: "http://agent.test/.well-known/agent-card.json"}
	for status, want := range map[int]bool{200: true, 203: true, 204: false, 206: false, 404: false} {
		resp := Message{Status: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(body)}
		if out := ReadResponse(Identify(req, resp, Hint{}), req, resp); (out.Card != nil) != want || IsCard(req, resp) != want {
			t.Errorf("%d: card %t, to be rewritten %t", status, out.Card != nil, IsCard(req, resp))
		}
	}
}

// TestCardOfAnotherMediaType: a card with another media type counts as a card, with a warning.
func TestCardOfAnotherMediaType(t *testing.T) {
	const body = `{"name":"a","url":"https://a.test/","skills":[]}`
	req := Message{Method: "GET", URL: "http://agent.test/.well-known/agent-card.json"}
	for kind, warned := range map[string]bool{
		"application/json": false, "application/json; charset=utf-8": false, "application/a2a+json": false,
		"text/html": true, "text/plain; charset=utf-8": true, "application/octet-stream": true, "": true,
	} {
		resp := Message{Status: 200, Header: http.Header{"Content-Type": {kind}}, Body: []byte(body)}
		out := ReadResponse(Identify(req, resp, Hint{}), req, resp)
		i := slices.IndexFunc(out.Problems, func(p a2a.Problem) bool { return p.Check == "CARD-01" })
		if out.Card == nil || !IsCard(req, resp) || i >= 0 != warned || warned && out.Problems[i].Severity != a2a.SeverityWarning {
			t.Errorf("%q: card %t, %+v", kind, out.Card != nil, out.Problems)
		}
	}
}

// TestRewriteByProtoNames: addresses under proto names are rewritten, too.
func TestRewriteByProtoNames(t *testing.T) {
	body := []byte(`{"name":"a","version":"1","supported_interfaces":[{"url":"https://a.test/"}]}`)
	out, found, _ := RewriteCard("http://agent.test/", nil, body, func(string) (string, bool) { return "http://tap.test/", true })
	if len(found) != 1 || !strings.Contains(string(out), "http://tap.test/") {
		t.Errorf("%s %+v", out, found)
	}
}
