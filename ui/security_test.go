package ui

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// pathFor fills the wildcards of a pattern.
func pathFor(pattern string) (method, path string) {
	method, path, ok := strings.Cut(pattern, " ")
	if !ok {
		method, path = http.MethodGet, pattern
	}
	path = strings.ReplaceAll(path, "{$}", "")
	for {
		i := strings.Index(path, "{")
		if i < 0 {
			return method, path
		}
		path = path[:i] + "x" + path[strings.Index(path, "}")+1:]
	}
}

// wholeServer is a Server with all routes. Most of what they depend on is a fake; the wallet panics
// when it is used.
func wholeServer(t *testing.T, f *fakeRecord, change ...func(*Options)) *Server {
	t.Helper()
	return newTestServer(t, f, &fakeCaller{}, append([]func(*Options){func(o *Options) {
		o.Keeper, o.Files, o.Player, o.Wallet, o.Webhooks, o.Doctor = &fakeKeeper{f: f}, &paperFiles{body: "{}"}, &fakePlayer{f: f}, struct{ host.Wallet }{}, &fakeHooks{}, fakeDoctor{}
		o.Requests, o.Secrets, o.Examiner = noRequests{}, someSecrets{}, &fakeExaminer{}
		o.Rules, o.HoldQueue = &fakeRules{}, &fakeHolds{}
	}}, change...)...)
}

func TestHostIsCheckedOnEveryRoute(t *testing.T) {
	s := wholeServer(t, emptyRecord())
	for _, rt := range s.routes {
		method, path := pathFor(rt.Pattern)
		for _, host := range []string{"evil.example", "evil.example:7420", "127.0.0.1.evil.example", "", "127.0.0.1@evil.example", "0.0.0.0:7420"} {
			r := request(s, method, path, nil)
			r.Header.Set("Authorization", "Bearer secret")
			r.Host = host
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != http.StatusMisdirectedRequest {
				t.Errorf("%s %s with Host %q: got %d, want 421", method, path, host, w.Code)
			}
		}
	}
}

func TestHostRefusalNamesTheFlag(t *testing.T) {
	s := newTestServer(t, emptyRecord(), &fakeCaller{})
	r := request(s, "GET", "/", nil)
	r.Host = "host.docker.internal:7420"
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if !strings.Contains(w.Body.String(), "--allow-host") || !strings.Contains(w.Body.String(), "host.docker.internal") {
		t.Errorf("the refusal does not help: %q", w.Body)
	}
}

func TestOwnHostsAreAccepted(t *testing.T) {
	f := emptyRecord()
	s, err := New(Options{Library: f, Desk: f, Taps: f, Directory: f, Caller: &fakeCaller{}, Listen: "127.0.0.1:7420", Token: "secret", AllowHosts: []string{"My-Box"}, Now: fakeNow})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, host := range []string{"127.0.0.1:7420", "localhost:7420", "LOCALHOST", "[::1]:7420", "my-box:7420", "localhost."} {
		r := request(s, "GET", "/traffic", nil)
		r.Host = host
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			t.Errorf("Host %q: got %d, want 200", host, w.Code)
		}
	}
}

func TestEveryRouteNeedsCredentials(t *testing.T) {
	s := wholeServer(t, normalRecord())
	for _, rt := range s.routes {
		if rt.Access == web.ByAnyone {
			continue
		}
		method, path := pathFor(rt.Pattern)
		for name, give := range map[string]func(*http.Request){
			"nothing":      func(*http.Request) {},
			"wrong cookie": func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "a2a-console-7420", Value: "guess"}) },
			"token as cookie": func(r *http.Request) {
				r.AddCookie(&http.Cookie{Name: "a2a-console-7420", Value: "secret"})
			},
			"cookie of another port": func(r *http.Request) {
				r.AddCookie(&http.Cookie{Name: "a2a-console-7999", Value: pass(s).Value})
			},
			"wrong bearer": func(r *http.Request) { r.Header.Set("Authorization", "Bearer guess") },
		} {
			r := httptest.NewRequest(method, path, nil)
			r.Host = "private.localhost:7420"
			give(r)
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != http.StatusUnauthorized {
				t.Errorf("%s %s with %s: got %d, want 401", method, path, name, w.Code)
			}
			if strings.Contains(w.Body.String(), "python-httpx") {
				t.Errorf("%s %s with %s shows the record", method, path, name)
			}
		}
	}
}

func TestCookieDoesNotOpenTheAPI(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	if w := get(t, s, "/api/exchanges"); w.Code != http.StatusUnauthorized {
		t.Errorf("the API took the cookie: %d", w.Code)
	}
}

func TestBearerDoesNotOpenPages(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	r := httptest.NewRequest("GET", "/traffic", nil)
	r.Host = "private.localhost:7420"
	r.Header.Set("Authorization", "Bearer secret")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusUnauthorized {
		t.Errorf("a page took the bearer: %d", w.Code)
	}
}

func TestForeignOriginCannotChangeState(t *testing.T) {
	f := emptyRecord()
	s := wholeServer(t, f)
	for _, rt := range s.routes {
		method, path := pathFor(rt.Pattern)
		if method == http.MethodGet {
			continue
		}
		for name, give := range map[string]func(*http.Request){
			"cross-site": func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
			"same-site":  func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") },
			"old browser, foreign Origin": func(r *http.Request) {
				r.Header.Del("Sec-Fetch-Site")
				r.Header.Set("Origin", "http://127.0.0.1:7999")
			},
			"Origin null": func(r *http.Request) {
				r.Header.Del("Sec-Fetch-Site")
				r.Header.Set("Origin", "null")
			},
		} {
			r := request(s, method, path, strings.NewReader("name=x"))
			give(r)
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != http.StatusForbidden {
				t.Errorf("%s %s, %s: got %d, want 403", method, path, name, w.Code)
			}
		}
	}
	if f.paused {
		t.Error("a foreign page paused the recording")
	}
}

func TestHeadersOnEveryRoute(t *testing.T) {
	s := wholeServer(t, normalRecord(), func(o *Options) { o.Wallet = nil })
	for _, rt := range s.routes {
		if rt.Pattern == "GET /handover/found" || strings.HasPrefix(rt.Pattern, "POST") || strings.Contains(rt.Pattern, "/api/tail") {
			continue
		}
		_, path := pathFor(rt.Pattern)
		h := get(t, s, path).Header()
		if csp := h.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'") && !strings.HasPrefix(csp, "sandbox;") {
			t.Errorf("%s: policy %q", path, csp)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		if h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s allows other origins", path)
		}
	}
}

func TestPolicyIsTheOneAgreed(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	got := get(t, s, "/traffic").Header().Get("Content-Security-Policy")
	want := "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestBodiesAreLimited(t *testing.T) {
	f := emptyRecord()
	s := newTestServer(t, f, &fakeCaller{})
	r := request(s, "POST", "/sessions/current/name", strings.NewReader("name="+strings.Repeat("x", 2<<20)))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code/100 == 2 || f.sessions[0].Name != "4 March, 10:20" {
		t.Errorf("took %d with a body of 2 MB; the name is %d bytes", w.Code, len(f.sessions[0].Name))
	}
}
