package dialect

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestDeclined: a server in front of an agent may decline a request with a bare status or in its own words; a
// refusal without cause in the request is wrong.
func TestDeclined(t *testing.T) {
	const (
		call  = `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`
		frame = "\x00\x00\x00\x00\x03\x0a\x01t"
	)
	calls := map[string]Message{
		"jsonrpc": {Method: "POST", URL: "http://agent.test/", Body: []byte(call), Header: http.Header{"Content-Type": {"application/json"}}},
		"rest":    {Method: "GET", URL: "http://agent.test/tasks/t", Header: http.Header{}},
		"grpc":    {Method: "POST", URL: "http://agent.test/lf.a2a.v1.A2AService/GetTask", Body: []byte(frame), Header: http.Header{"Content-Type": {"application/grpc"}}},
	}
	for _, c := range []struct {
		status   int
		with     http.Header // of the request
		declines bool
	}{
		{402, nil, true}, {407, nil, true}, {408, nil, true}, {411, nil, true}, {413, nil, true}, {414, nil, true}, {421, nil, true},
		{425, nil, true}, {426, nil, true}, {428, nil, true}, {429, nil, true}, {431, nil, true}, {451, nil, true},
		{406, http.Header{"Accept": {"text/html"}}, true}, {406, http.Header{"Accept": {"application/json"}}, false}, {406, http.Header{"Accept": {"*/*"}}, false}, {406, nil, false},
		{412, http.Header{"If-Match": {`"a"`}}, true}, {412, nil, false},
		{411, http.Header{"Content-Length": {"9"}}, false},
		{417, http.Header{"Expect": {"x"}}, true}, {417, nil, false},
		{460, nil, true}, {499, nil, true}, {502, nil, true}, {503, nil, true}, {504, nil, true}, {520, nil, true}, {530, nil, true}, {561, nil, true},
		{410, nil, false}, {500, nil, false}, {501, nil, false},
	} {
		for name, req := range calls {
			for _, body := range []string{"", "<html><body>No.</body></html>", `{"title":"No","status":400,"type":"about:blank"}`, `{"message":"Endpoint request timed out"}`} {
				req.Header = req.Header.Clone()
				req.Header.Set("A2A-Version", "1.0")
				for k, v := range c.with {
					req.Header[k] = v
				}
				resp := Message{Status: c.status, Header: http.Header{}, Body: []byte(body)}
				if strings.HasPrefix(body, `{"title`) && name != "jsonrpc" {
					continue // HTTP+JSON has an error in this form
				}
				got := checksOf(ReadResponse(Identify(req, resp, Hint{}), req, resp).Problems)
				if (got == "") != c.declines {
					t.Errorf("%s, HTTP %d with %q, request with %v: found %q", name, c.status, body, c.with, got)
				}
			}
		}
	}
}

// TestRefusedByHTTP: an error in another form than JSON-RPC is wrong where the protocol has an error for the
// situation and the body is complete; so is another status than 200 for a JSON-RPC error, unless HTTP defines
// one.
func TestRefusedByHTTP(t *testing.T) {
	h := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}, "Accept": {"application/json"}}
	req := Message{Method: "POST", URL: "http://agent.test/", Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`), Header: h}
	want := map[int]string{400: "RPC-09", 404: "RPC-09", 405: "RPC-09", 406: "RPC-09", 410: "RPC-09", 415: "RPC-09", 422: "RPC-09", 500: "RPC-09", 501: "RPC-09",
		401: "ERR-15", 403: "ERR-15", 413: "", 429: "", 431: "", 502: "", 503: "", 504: ""}
	for status, other := range want {
		rpc := map[bool]string{true: "RPC-16"}[other == "RPC-09"]
		if status == 401 { // WWW-Authenticate is missing, whatever the body
			rpc = "ERR-15"
		}
		for body, want := range map[string]string{
			`{"detail":"Session x is not there"}`: other, `{"error":{"code":` + strconv.Itoa(status) + `,"message":"m"}}`: other, `{"detail":[{"loc":["body"],"msg":"m"}]}`: other,
			`{"detail":"Session x is`: strings.NewReplacer("RPC-09", "FORM-04").Replace(other), `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m"}}`: rpc,
		} {
			resp := Message{Status: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(body)}
			if got := checksOf(ReadResponse(Identify(req, resp, Hint{}), req, resp).Problems); got != want {
				t.Errorf("HTTP %d with %s: found %q, want %q", status, body, got, want)
			}
		}
	}
}

// TestBarred: the finding for a 401 says whether credentials are missing or were rejected.
func TestBarred(t *testing.T) {
	const none, wrong, other = "the caller has to sign in", "are not accepted", `did not carry the credentials that the card requires: "key (API key)"`
	key := func(in, param string) *a2a.Card {
		return &a2a.Card{SecuritySchemes: []a2a.SecurityScheme{{Name: "key", Type: "apiKey", In: in, Param: param}}, Security: []a2a.Requirement{{"key": nil}}}
	}
	for _, c := range []struct {
		header, value, query string
		card                 *a2a.Card
		want                 string
	}{
		{"", "", "", nil, none}, {"Accept", "x", "", nil, none}, {"Authorization", "x", "", nil, wrong}, {"X-Api-Key", "x", "", nil, wrong},
		{"Authorization", "", "", nil, none}, {"Authorization", "Bearer ", "", nil, none}, {"", "", "?api_key=x", nil, wrong}, {"", "", "?api_key=", nil, none},
		{"", "", "?k=x", nil, none}, {"", "", "?k=x", key("query", "k"), wrong}, {"Authorization", "x", "", key("query", "k"), other},
		{"Cookie", "sid=x", "", key("cookie", "sid"), wrong}, {"Cookie", "theme=x", "", key("cookie", "sid"), other}, {"", "", "", key("cookie", "sid"), none},
		{"Authorization", "x", "", key("", ""), wrong},
	} {
		for _, url := range []string{"http://agent.test/", "http://agent.test/message:send"} {
			req := Message{Method: "POST", URL: url + c.query, Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`), Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}}
			if c.header != "" {
				req.Header.Set(c.header, c.value)
			}
			for body, asks := range map[string]string{"": "Bearer", "{}": ""} {
				resp := Message{Status: 401, Header: http.Header{}, Body: []byte(body)}
				want := "401 without WWW-Authenticate"
				if asks != "" {
					resp.Header.Set("WWW-Authenticate", asks)
					want = c.want
				}
				h := Hint{Card: c.card}
				r := NewReader(req, h)
				r.Request()
				if got := r.Response(resp).Problems; len(got) < 1 || got[0].Check != "ERR-15" || !strings.Contains(got[0].Message, want) {
					t.Errorf("%s with %q %q, answer %q: found %v, want %q", req.URL, c.header, c.value, body, got, want)
				}
			}
		}
	}
}

// TestLatin1: a server that refuses a request with invalid UTF-8 need not know the protocol, and breaks no
// rule.
func TestLatin1(t *testing.T) {
	h := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	for path, body := range map[string]string{"": `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"` + "\xe9" + `"}}`, "message:send": `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"` + "\xe9" + `"}]}}`} {
		for _, said := range []string{`{"detail":"There was an error parsing the body"}`, "", "Bad Request"} {
			for _, asked := range []string{body, strings.Replace(body, "\xe9", "e", 1)} {
				req, resp := Message{Method: "POST", URL: "http://agent.test/" + path, Header: h, Body: []byte(asked)}, Message{Status: 400, Header: http.Header{}, Body: []byte(said)}
				id := Identify(req, resp, Hint{})
				onAgent, onClient := checksOf(ReadResponse(id, req, resp).Problems), checksOf(ReadRequest(id, req).Problems)
				if (onAgent == "") != (asked == body) || (onClient == "") == (asked == body) && path == "" {
					t.Errorf("%q answered with %q: %q on the agent, %q on the client", asked, said, onAgent, onClient)
				}
			}
		}
	}
}

// TestMisrouted: for a path that is not a route's, servers answer in their own words or redirect; the client
// is at fault.
func TestMisrouted(t *testing.T) {
	card := Hint{Card: &a2a.Card{Interfaces: []a2a.Interface{{URL: "http://agent.test//a/", Binding: a2a.REST, Version: a2a.V10}}}}
	for _, c := range []struct {
		method, path, version string
		hint                  Hint
		client                string
	}{
		{"POST", "/message:send/", "1.0", Hint{}, "REST-16"}, {"POST", "//message:send", "1.0", Hint{}, "REST-16"}, {"GET", "/a//tasks/t", "1.0", Hint{}, "REST-16"},
		{"GET", "/tasks/t/", "1.0", Hint{}, "REST-16"}, {"GET", "/v1/tasks/", "0.3", Hint{}, "REST-16"}, {"GET", "//a//tasks/t", "1.0", card, "REST-16"},
		{"PUT", "/message:send", "1.0", Hint{}, "REST-16"}, {"POST", "/message:send", "0.3", Hint{}, "REST-01"},
		{"POST", "/message%3Asend", "1.0", Hint{}, "REST-16"}, {"POST", "/tasks/t%3Acancel", "1.0", Hint{}, "REST-16"}, {"GET", "/v1/tasks/t", "1.0", Hint{}, "REST-02"},
		{"GET", "/tasks/t", "1.0", Hint{}, ""}, {"GET", "//a/tasks/t", "1.0", card, ""},
	} {
		for status, body := range map[int]string{301: "", 307: "<html></html>", 404: "404 page not found", 405: `{"detail":"Not Found"}`} {
			req := Message{Method: c.method, URL: "http://agent.test" + c.path, Header: http.Header{"A2a-Version": {c.version}}}
			if c.method != "GET" {
				req.Header.Set("Content-Type", "application/json")
				req.Body = []byte(`{"message":{"messageId":"m","role":"ROLE_USER","content":[{"text":"hi"}],"parts":[{"text":"hi"}]}}`)
			}
			r := NewReader(req, c.hint)
			out := r.Response(Message{Status: status, Header: http.Header{"Location": {"/tasks/t"}}, Body: []byte(body)})
			asked := checksOf(r.Request().Problems)
			if name := r.Labels().Error; name == string(a2a.TaskNotFound) && (c.client != "" || body == "404 page not found") {
				t.Errorf("%s %s, %s, HTTP %d: read as %s", c.method, c.path, c.version, status, name)
			}
			if !strings.Contains(asked, c.client) || c.client == "" && strings.Contains(asked, "REST-16") || (len(out.Problems) == 0) != (c.client != "") {
				t.Errorf("%s %s, %s, HTTP %d: found %q, in the answer %q", c.method, c.path, c.version, status, asked, checksOf(out.Problems))
			}
		}
	}
}

// TestScalars: a JSON body that is not an object is named by its type.
func TestScalars(t *testing.T) {
	for _, c := range []struct {
		method, path string
		status       int
		body, want   string
	}{
		{"GET", "tasks/t", 200, "null", "REST-05"}, {"GET", "tasks/t", 200, `"ok"`, "REST-05"}, {"GET", "v1/tasks/t", 200, "true", "REST-05"},
		{"GET", "tasks/t", 500, "null", "REST-09"}, {"GET", "tasks/t", 404, `"no"`, "REST-09"},
		{"DELETE", "tasks/t/pushNotificationConfigs/c", 200, "null", ""}, {"GET", "tasks/t", 404, "404 page not found", "HTTP-02"}, {"GET", "tasks/t", 200, "OK", "REST-12 HTTP-02"},
	} {
		req := Message{Method: c.method, URL: "http://agent.test/" + c.path, Header: http.Header{}}
		resp := Message{Status: c.status, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(c.body)}
		if got := checksOf(ReadResponse(Identify(req, resp, Hint{}), req, resp).Problems); got != c.want {
			t.Errorf("%s %s, HTTP %d, %s: found %q, want %q", c.method, c.path, c.status, c.body, got, c.want)
		}
	}
}

// TestPreflight: a CORS preflight is not a call, at any path.
func TestPreflight(t *testing.T) {
	for _, path := range []string{"", "lf.a2a.v1.A2AService/GetTask", "a2a.v1.A2AService/GetTask", "message:send", "v1/message:send"} {
		req := Message{Method: "OPTIONS", URL: "http://agent.test/" + path, Header: http.Header{"Origin": {"http://a.test"}, "Access-Control-Request-Method": {"POST"}}}
		resp := Message{Status: 204, Header: http.Header{"Access-Control-Allow-Origin": {"*"}}}
		if got := checksOf(problemsOf(req, resp)); got != "" {
			t.Errorf("%s: found %q", path, got)
		}
	}
}

// TestBodiless: an answer to which HTTP allows no body needs none.
func TestBodiless(t *testing.T) {
	kept := http.Header{"If-None-Match": {`"a"`}}
	for _, c := range []struct {
		method, path string
		header       http.Header
		status       int
		right        bool
	}{
		{"HEAD", "tasks/t", nil, 200, true}, {"HEAD", "tasks/t", nil, 404, true}, {"HEAD", "v1/tasks/t", nil, 200, true},
		{"HEAD", ".well-known/agent-card.json", nil, 200, true}, {"HEAD", "extendedAgentCard", nil, 200, true},
		{"GET", "tasks/t", kept, 304, true}, {"GET", "v1/card", kept, 304, true}, {"GET", "tasks/t", http.Header{"If-Modified-Since": {"x"}}, 304, true},
		{"GET", "tasks/t", nil, 304, false}, {"GET", "tasks/t", kept, 200, false}, {"POST", "message:send", kept, 304, false},
	} {
		req := Message{Method: c.method, URL: "http://agent.test/" + c.path, Header: c.header}
		resp := Message{Status: c.status, Header: http.Header{"Content-Type": {"application/json"}}}
		if got := checksOf(ReadResponse(Identify(req, resp, Hint{}), req, resp).Problems); (got == "") != c.right {
			t.Errorf("%s %s, HTTP %d: found %q", c.method, c.path, c.status, got)
		}
	}
}
