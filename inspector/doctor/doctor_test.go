package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// served starts an agent with the given card and RPC handler.
func served(t *testing.T, secure bool, card func(self string) string, rpc http.HandlerFunc) *httptest.Server {
	t.Helper()
	var s *httptest.Server
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, card(s.URL))
	})
	if rpc != nil {
		mux.HandleFunc("POST /rpc", rpc)
	}
	s = httptest.NewUnstartedServer(mux)
	if secure {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s
}

func card(more string) func(string) string {
	return func(self string) string {
		return `{"name":"probe","description":"d","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
			"skills":[{"id":"s","name":"s","description":"d","tags":["t"]}],"supportedInterfaces":[{"url":"` + self + `/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]` + more + `}`
	}
}

// answers responds with a body in which "id":1 becomes the id of the call.
func answers(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprint(w, strings.ReplaceAll(body, `"id":1,`, `"id":`+string(call.ID)+`,`))
	}
}

const notFound = `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no such task"}}`

// run runs a diagnosis and summarizes its results: "dns pass, tcp fail".
func run(t *testing.T, o Options) (string, map[string]Step) {
	t.Helper()
	if o.Client == nil {
		o.Client = inspector.New(inspector.Options{TLS: o.TLS})
	}
	var tale []string
	steps := map[string]Step{}
	ok := Run(t.Context(), o, func(s Step) {
		tale = append(tale, s.Name+" "+string(s.Result))
		steps[s.Name] = s
	})
	if ok {
		tale = append(tale, "ok")
	}
	return strings.Join(tale, ", "), steps
}

func TestSteps(t *testing.T) {
	for _, tt := range []struct {
		name string
		card func(string) string
		rpc  http.HandlerFunc
		want string // from "card" on
		says string // of the last step
	}{
		{"all is well", card(""), answers(200, notFound), "card pass, interface pass, auth pass, call pass, ok", "as expected"},
		{"no card", func(string) string { return "[]" }, nil, "card fail", "no Agent Card"},
		{"another version only", func(self string) string { return strings.Replace(card("")(self), `"1.0"`, `"9.9"`, 1) }, nil, "card pass, interface fail", "9.9"},
		{"credentials wanted", card(`,"securitySchemes":{"b":{"httpAuthSecurityScheme":{"scheme":"bearer"}}},"securityRequirements":[{"schemes":{"b":{"list":[]}}}]`),
			answers(401, `{}`), "card pass, interface pass, auth warn, call fail", "401"},
		{"a page", card(""), answers(200, "<html>"), "card pass, interface pass, auth pass, call fail", "something that is not A2A 1.0"},
		{"no endpoint", card(""), http.NotFound, "card pass, interface pass, auth pass, call fail", "404"},
		{"another error", card(""), answers(200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"oops"}}`), "card pass, interface pass, auth pass, call warn, ok", "oops"},
		{"a task for any id", card(""), answers(200, `{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`),
			"card pass, interface pass, auth pass, call warn, ok", "never given"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := served(t, false, tt.card, tt.rpc)
			tale, steps := run(t, Options{Input: s.URL})
			want := "address pass, dns pass, tcp pass, tls skip, http pass, " + tt.want
			got := strings.ReplaceAll(tale, "card warn", "card pass") // other tests judge the card's rules
			if got != want {
				t.Fatalf("got  %s\nwant %s", got, want)
			}
			all := ""
			for _, st := range steps {
				all += st.Text + "\n"
				if st.Result == Fail && st.Advice == "" {
					t.Errorf("%s fails without advice", st.Name)
				}
				if asks := tt.name == "credentials wanted" && (st.Name == "auth" || st.Name == "call"); st.SignIn != asks {
					t.Errorf("%s: that credentials are missing is said: %t", st.Name, st.SignIn)
				}
			}
			if !strings.Contains(all, tt.says) {
				t.Errorf("nothing says %q:\n%s", tt.says, all)
			}
		})
	}
}

// TestBodiesThatAreNoAnswer: the step says what a body is and who wrote it, and blames no proxy for what the agent
// wrote.
func TestBodiesThatAreNoAnswer(t *testing.T) {
	const trace = "Traceback (most recent call last):\n  File \"a.py\", line 3, in run\nKeyError: 'city'\n"
	const nginx = "<html><head><title>%s</title></head><body><center><h1>%s</h1></center><hr><center>nginx/1.25</center></body></html>"
	page := func(title string) string { return strings.ReplaceAll(nginx, "%s", title) }
	for _, c := range []struct {
		status           int
		kind, body       string
		says, try, never string // never must not be said
	}{
		{500, "text/plain", trace, "HTTP 500 with something that is not A2A 1.0 over JSON-RPC, but a Python traceback: “Traceback (most recent call last):” … “KeyError: 'city'”", "The agent failed while it handled the request", "gateway"},
		{500, "text/html", "<!doctype html><title>KeyError</title><pre>" + trace + "</pre>", "a Python traceback", "The agent failed while it handled the request", "gateway"},
		{502, "application/json", `{"detail":"Traceback (most recent call last):\n  File"}`, "HTTP 502 with something that is not A2A 1.0 over JSON-RPC, but a Python traceback", "The agent failed", "server before"},
		{500, "text/plain", "TypeError: x is undefined\n    at run (/srv/agent/index.js:3:14)\n    at node:internal/main:1:1", "a JavaScript stack trace", "The agent failed", "gateway"},
		{500, "text/html", page("500 Internal Server Error"), "a web page: “500 Internal Server Error” … “nginx/1.25”", "The agent, or a gateway in front of it, failed", ""},
		{500, "application/json", `{"detail":"boom"}`, "but JSON", "The agent failed", "proxy"},
		{500, "text/plain", "", "but an empty body", "The agent failed", "proxy"},
		{500, "text/plain", "database is locked", "but text: “database is locked”", "The agent failed", "proxy"},
		{502, "text/html", page("502 Bad Gateway"), "but a web page: “502 Bad Gateway”", "A server in front of the agent answered 502 Bad Gateway", ""},
		{503, "text/plain", "", "but an empty body", "The agent, or a server in front of it, accepts no calls for now", ""},
		{415, "text/plain", "", "but an empty body", "is at fault: it does not accept the Content-Type \"application/json\", which the version requires. The agent's log may say", "Send application/json"},
		{500, "text/xml", `<?xml version="1.0"?><fault>no</fault>`, "but XML: “no”", "The agent failed", "web page"},
		{502, "text/html", `{"detail":"x"}`, "but JSON", "a service that it called", "web page"},
		{304, "", "", "HTTP 304", "the redirect names no other URL", "target"},
		{404, "text/html", page("404 Not Found"), "HTTP 404 with something that is not A2A, but a web page: “404 Not Found”", "The agent does not answer at the path in the card", "gateway"},
		{404, "application/json", `{"detail":"Not Found"}`, "HTTP 404 with something that is not A2A, but JSON", "the path in the card", "gateway"},
		{401, "text/html", page("401 Authorization Required"), "it answers 401: it asks for credentials, and none were sent; it sent a web page: “401 Authorization Required”", "Sign in", "gateway"},
		{403, "text/plain", "no", "it answers 403: it does not allow the call, and no credentials were sent; it sent text: “no”", "Sign in", "asks for"},
		{200, "text/html", "<title>Log in</title>", "HTTP 200 with something that is not A2A 1.0 over JSON-RPC, but a web page: “Log in”", "sign-in page", "The agent failed"},
		{200, "application/json", `{"jsonrpc":"2.0","id":1,}`, "", "", "proxy"},
		{200, "text/plain", "ok", "but text: “ok”", "The answer is not JSON", "proxy"},
	} {
		s := served(t, false, card(""), func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", c.kind)
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.body)
		})
		_, steps := run(t, Options{Input: s.URL})
		got := steps["call"]
		if got.Result != Fail || !strings.Contains(got.Text, c.says) || !strings.Contains(got.Advice, c.try) || c.never != "" && strings.Contains(got.Text+got.Advice, c.never) {
			t.Errorf("%d %.40q: %s\n says %s\n try  %s", c.status, c.body, got.Result, got.Text, got.Advice)
		}
	}
}

// TestAnswersThatAreFlawed: a result need not be a task, and an answer with the right error may still break rules.
func TestAnswersThatAreFlawed(t *testing.T) {
	for _, c := range []struct{ body, says, try string }{
		{`{"jsonrpc":"2.0","id":1,"result":{"id":"t","status":{"state":"TASK_STATE_COMPLETED"}}}`, "with a task for an id that was never given", "does not look at the task's id"},
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, "something other than a task", "log"},
		{`{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hi"}]}}}`, "something other than a task", "log"},
		{`{"id":1,"error":{"code":-32001,"message":"Task not found"}}`, "there is no such task", "other clients may refuse it: Member jsonrpc is missing"},
		{`{"jsonrpc":"2.0","id":"another's","error":{"code":-32001,"message":"Task not found"}}`, "there is no such task", "other clients may refuse it: The id is"},
	} {
		s := served(t, false, card(""), answers(200, c.body))
		_, steps := run(t, Options{Input: s.URL})
		if got := steps["call"]; got.Result != Warn || !strings.Contains(got.Text, c.says) || !strings.Contains(got.Advice, c.try) {
			t.Errorf("%s: %s\n says %s\n try  %s", c.body, got.Result, got.Text, got.Advice)
		}
	}
}

// TestTurnedAway: for a refused call, the step says whether credentials were sent, and only blames those that were.
func TestTurnedAway(t *testing.T) {
	const refused = `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"who?","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"UNAUTHENTICATED","domain":"a2a-protocol.org"}]}}`
	s := served(t, false, card(""), answers(401, refused))
	for _, c := range []struct {
		o         Options
		says, try string
	}{
		{Options{}, "none were sent", "Sign in"},
		{Options{Header: http.Header{"Authorization": {"Bearer x"}}}, "are not accepted", "Check them"},
		{Options{IsSignedIn: func() bool { return true }}, "are not accepted", "Check them"},
	} {
		c.o.Input = s.URL
		_, steps := run(t, c.o)
		got := steps["call"]
		if !strings.Contains(got.Text, c.says) || !strings.HasPrefix(got.Advice, c.try) || !got.SignIn || len(got.Facts) < 2 || got.Facts[1].Value != "401" {
			t.Errorf("%q: %+v", c.says, got)
		}
	}
}

// TestSchemeWords: details say how a scheme works, without repeating its name.
func TestSchemeWords(t *testing.T) {
	for want, s := range map[string]a2a.SecurityScheme{
		"HTTP bearer":              {Name: "bearer", Type: "http", HTTPScheme: "bearer"},
		"API key in header X-Key":  {Name: "k", Type: "apiKey", In: "header", Param: "X-Key"},
		"oauth2":                   {Name: "o", Type: "oauth2"},
		"named, but not described": {Name: "bearer", Type: "bearer"}, // 0.1
	} {
		if got := schemeWords(s); got != want {
			t.Errorf("%+v is %q, want %q", s, got, want)
		}
	}
}

// TestElsewhere: an interface on another origin is called only on request.
func TestElsewhere(t *testing.T) {
	called := 0
	other := served(t, false, card(""), func(w http.ResponseWriter, r *http.Request) { called++; answers(200, notFound)(w, r) })
	s := served(t, false, func(string) string { return card("")(other.URL) }, nil)
	tale, steps := run(t, Options{Input: s.URL})
	if !strings.Contains(tale, "interface warn, auth pass, call skip") || called != 0 || !strings.Contains(steps["call"].Text, other.URL) {
		t.Errorf("%s, called %d times: %+v", tale, called, steps["call"])
	}
	if tale, _ := run(t, Options{Input: s.URL, AllowOtherOrigin: true}); !strings.HasSuffix(tale, "call pass, ok") || called != 1 {
		t.Errorf("%s, called %d times", tale, called)
	}
}

func TestTLS(t *testing.T) {
	s := served(t, true, card(""), answers(200, notFound))
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	trusting := func(string) *tls.Config { return &tls.Config{RootCAs: roots} }
	tale, steps := run(t, Options{Input: s.URL, TLS: trusting})
	if !strings.HasSuffix(tale, "call pass, ok") || !strings.Contains(tale, "tls pass") {
		t.Fatalf("%s: %+v", tale, steps["tls"])
	}
	if f := steps["tls"].Facts; len(f) < 4 || f[2].Name != "alpn" {
		t.Errorf("facts %+v", f)
	}
	if tale, steps := run(t, Options{Input: s.URL}); !strings.HasSuffix(tale, "tls fail") || !strings.Contains(steps["tls"].Text, "not trusted") && !strings.Contains(steps["tls"].Text, "self-signed") {
		t.Errorf("untrusted: %s %+v", tale, steps["tls"])
	}
	later := func() time.Time { return s.Certificate().NotAfter.Add(time.Hour) }
	if tale, steps := run(t, Options{Input: s.URL, TLS: trusting, Now: later}); !strings.HasSuffix(tale, "tls fail") || !strings.Contains(steps["tls"].Text, "not now") {
		t.Errorf("expired: %s %+v", tale, steps["tls"])
	}
	near := func() time.Time { return s.Certificate().NotAfter.Add(-24 * time.Hour) }
	if _, steps := run(t, Options{Input: s.URL, TLS: trusting, Now: near}); steps["tls"].Result != Warn || !strings.Contains(steps["tls"].Advice, "in 1 day:") {
		t.Errorf("about to expire: %+v", steps["tls"])
	}
	port := s.URL[strings.LastIndexByte(s.URL, ':'):]
	named := Options{Input: "https://wrong.test" + port, TLS: trusting, Lookup: func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	}}
	if tale, steps := run(t, named); !strings.HasSuffix(tale, "tls fail") || !strings.Contains(steps["tls"].Text, "not for wrong.test") {
		t.Errorf("another name: %s %+v", tale, steps["tls"])
	}
	plain := served(t, false, card(""), answers(200, notFound))
	if tale, steps := run(t, Options{Input: strings.Replace(plain.URL, "http:", "https:", 1)}); !strings.HasSuffix(tale, "tls fail") || !strings.Contains(steps["tls"].Advice, "http://") {
		t.Errorf("plain http: %s %+v", tale, steps["tls"])
	}
}

func TestNetwork(t *testing.T) {
	lookup := func(addrs ...string) func(context.Context, string) ([]netip.Addr, error) {
		return func(context.Context, string) ([]netip.Addr, error) {
			var out []netip.Addr
			for _, a := range addrs {
				out = append(out, netip.MustParseAddr(a))
			}
			return out, nil
		}
	}
	s := served(t, false, card(""), answers(200, notFound))
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	nobody := func(context.Context, string) ([]netip.Addr, error) {
		return nil, &net.DNSError{Err: "no such host", IsNotFound: true}
	}
	if tale, steps := run(t, Options{Input: "http://agent.test", Lookup: nobody}); tale != "address pass, dns fail" || !strings.Contains(steps["dns"].Text, "agent.test") {
		t.Errorf("%s %+v", tale, steps["dns"])
	}
	if tale, steps := run(t, Options{Input: "http://agent.test:" + u.Port(), Lookup: lookup("169.254.169.254")}); !strings.HasSuffix(tale, "tcp fail") || !strings.Contains(steps["tcp"].Text, "link-local") {
		t.Errorf("%s %+v", tale, steps["tcp"])
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	if tale, steps := run(t, Options{Input: gone.URL}); !strings.HasSuffix(tale, "tcp fail") || !strings.Contains(steps["tcp"].Text, "refused") {
		t.Errorf("%s %+v", tale, steps["tcp"])
	}
	refused := errors.New("dial refused")
	some := func(ctx context.Context, network, address string) (net.Conn, error) {
		if strings.HasPrefix(address, "127.0.0.2") {
			return nil, refused
		}
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	tale, steps := run(t, Options{Input: s.URL, Dial: some, Lookup: lookup("127.0.0.2", "127.0.0.1")})
	if steps["tcp"].Result != Pass { // an address needs no lookup
		t.Errorf("%s %+v", tale, steps["tcp"])
	}
	_, steps = run(t, Options{Input: "http://localhost:" + u.Port(), Dial: some, Lookup: lookup("127.0.0.2", "127.0.0.1")})
	if steps["tcp"].Result != Warn || !strings.Contains(steps["tcp"].Text, "127.0.0.2") {
		t.Errorf("%+v", steps["tcp"])
	}
	if tale, _ := run(t, Options{Input: "ftp://x"}); tale != "address fail" {
		t.Errorf("%s", tale)
	}
}

// originsOf records the origin that each request would be recorded with.
type originsOf struct {
	http.RoundTripper
	seen []wire.Origin
}

func (o *originsOf) RoundTrip(r *http.Request) (*http.Response, error) {
	o.seen = append(o.seen, wire.CallOptionsFrom(r.Context()).Origin)
	return o.RoundTripper.RoundTrip(r)
}

// The doctor's requests have the console's origin, so lists hide them by default.
func TestCallsAreProbes(t *testing.T) {
	s := served(t, false, card(""), answers(200, notFound))
	through := &originsOf{RoundTripper: http.DefaultTransport}
	run(t, Options{Input: s.URL, Client: inspector.New(inspector.Options{Transport: through})})
	if len(through.seen) < 2 {
		t.Fatalf("requests of %v", through.seen)
	}
	for i, origin := range through.seen {
		if origin != wire.Console {
			t.Errorf("request %d is of origin %q", i+1, origin)
		}
	}
}
