package agent

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

// TestRequire: a client with the credentials in the card is admitted; others are told how to sign in.
func TestRequire(t *testing.T) {
	a := New(Options{Require: []string{"bearer", "basic+apikey", "apikey-query", "apikey-cookie"}})
	defer a.Close()
	const call = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hello"}]}}}`
	for name, c := range map[string]struct {
		set    func(*http.Request)
		status int
	}{
		"nothing":         {func(*http.Request) {}, 401},
		"bearer":          {func(r *http.Request) { r.Header.Set("Authorization", "bearer "+demoToken) }, 200},
		"another bearer":  {func(r *http.Request) { r.Header.Set("Authorization", "Bearer x") }, 401},
		"a narrow bearer": {func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+demoUselessToken) }, 403},
		"basic alone":     {func(r *http.Request) { r.SetBasicAuth(demoUser, demoPassword) }, 401},
		"basic and key":   {func(r *http.Request) { r.SetBasicAuth(demoUser, demoPassword); r.Header.Set(keyHeader, demoKey) }, 200},
		"query":           {func(r *http.Request) { r.URL.RawQuery = keyQuery + "=" + demoKey }, 200},
		"cookie":          {func(r *http.Request) { r.AddCookie(&http.Cookie{Name: keyCookie, Value: demoKey}) }, 200},
	} {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:7430/v1.0", strings.NewReader(call))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("A2A-Version", "1.0")
		c.set(r)
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		if w.Code != c.status || (c.status != 200) != (w.Header().Get("WWW-Authenticate") != "") {
			t.Errorf("%s: %d %v", name, w.Code, w.Header())
		}
	}
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:7430/lf.a2a.v1.A2AService/SendMessage", nil)
	r.Header.Set("Content-Type", "application/grpc")
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	if w.Code != 200 || w.Header().Get("Grpc-Status") != "16" {
		t.Errorf("gRPC: %d %v", w.Code, w.Header())
	}
}

// TestRequireIsInTheCard: the card describes the schemes, in every version, without a problem.
func TestRequireIsInTheCard(t *testing.T) {
	a := New(Options{Require: Requirements()})
	defer a.Close()
	for _, d := range a.opts.Dialects {
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:7430"+d.WellKnown()[0], nil)
		r.Header.Set("A2A-Version", string(d.Version()))
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		card, _, problems := dialect.ReadCard(w.Body.Bytes())
		if card == nil || len(card.SecuritySchemes) == 0 {
			t.Errorf("%s: %d %s", d.Version(), w.Code, w.Body)
			continue
		}
		for _, p := range problems {
			if strings.HasPrefix(p.Check, "CARD-1") || p.Check == "CARD-35" || p.Check == "CARD-09" {
				t.Errorf("%s: %+v", d.Version(), p)
			}
		}
	}
}

func TestCheckRequire(t *testing.T) {
	if err := CheckRequire([]string{"bearer", "basic+apikey"}); err != nil {
		t.Error(err)
	}
	if err := CheckRequire([]string{"basic+nonsense"}); err == nil || !strings.Contains(err.Error(), "nonsense") {
		t.Error(err)
	}
}

// TestPagesElsewhere: neither a web page's own host name nor a page of another origin reaches the
// agent or its authorization server.
func TestPagesElsewhere(t *testing.T) {
	for _, require := range [][]string{nil, {"oauth2"}} {
		a := New(Options{Require: require, AutoApprove: true})
		defer a.Close()
		for _, path := range []string{
			"/oauth/authorize?client_id=demo&redirect_uri=http://127.0.0.1:1/", "/oauth/token", "/oauth/device", "/oauth/activate", "/oauth/jwks",
			"/oauth/.well-known/openid-configuration", "/.well-known/jwks.json", "/lf.a2a.v1.A2AService/SendMessage", "/rest/v1.0/message:send", "/v1.0", "/",
		} {
			for _, c := range []struct {
				method string
				change func(*http.Request)
			}{
				{http.MethodGet, func(r *http.Request) { r.Host = "rebound.example:7430" }},
				{http.MethodPost, func(r *http.Request) { r.Host = "127.0.0.1.rebound.example" }},
				{http.MethodPost, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }},
				{http.MethodPost, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }},
			} {
				r := httptest.NewRequest(c.method, "http://127.0.0.1:7430"+path, nil)
				r.Header.Set("Content-Type", "application/grpc")
				c.change(r)
				w := httptest.NewRecorder()
				a.ServeHTTP(w, r)
				if w.Code != http.StatusForbidden || w.Header().Get("Access-Control-Allow-Origin") != "" {
					t.Errorf("%s %s: %d %v", c.method, path, w.Code, w.Header())
				}
			}
		}
	}
}

// TestIssuerSendsBackHereOnly: the authorization server redirects a browser, with its code, only to this
// machine.
func TestIssuerSendsBackHereOnly(t *testing.T) {
	a := New(Options{Require: []string{"oauth2"}, AutoApprove: true})
	defer a.Close()
	for _, to := range []string{
		"https://evil.example/", "http://evil.example/", "http://127.0.0.1.evil.example/", "http://127.0.0.1@evil.example/", "http://[::ffff:a00:1]/",
		"//evil.example", "javascript:alert(1)", "http://localhost.evil.example", "http://127.0.0.1;x/", "",
	} {
		q := url.Values{"response_type": {"code"}, "client_id": {"demo"}, "redirect_uri": {to}, "code_challenge": {"x"}, "code_challenge_method": {"S256"}}
		w := httptest.NewRecorder()
		a.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://127.0.0.1:7430/oauth/authorize?"+q.Encode(), nil))
		if w.Code != http.StatusBadRequest || w.Header().Get("Location") != "" {
			t.Errorf("%q: %d to %q", to, w.Code, w.Header().Get("Location"))
		}
	}
}
