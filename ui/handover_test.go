package ui

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// plainServer is a Server without a private host.
func plainServer(t *testing.T, f *fakeRecord) *Server {
	t.Helper()
	s, err := New(Options{Library: f, Desk: f, Taps: f, Directory: f, Caller: &fakeCaller{}, Listen: "127.0.0.1:7420", Token: "secret",
		AllowHosts: []string{"my-box"}, Version: "test", Now: fakeNow})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// stray is a request of a browser that has no cookie.
func stray(s *Server, method, target string, header ...string) *httptest.ResponseRecorder {
	u, err := url.Parse(target)
	if err != nil {
		panic(err)
	}
	r := httptest.NewRequest(method, u.RequestURI(), nil)
	r.Host = u.Host
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// goesTo returns the address that the handover page leads to, "" for none.
func goesTo(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	_, rest, ok := strings.Cut(w.Body.String(), `data-go="`)
	if !ok {
		t.Fatalf("no door, but %d: %s", w.Code, w.Body)
	}
	to, _, _ := strings.Cut(rest, `"`)
	return strings.ReplaceAll(to, "&amp;", "&")
}

func TestTokenLeadsToThePrivateHost(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	for target, want := range map[string]string{
		"http://127.0.0.1:7420/?token=secret":                    "/",
		"http://localhost:7420/exchanges/x?tab=raw&token=secret": "/exchanges/x?tab=raw",
	} {
		w := stray(s, "GET", target, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", "document")
		if w.Code != http.StatusOK || len(w.Result().Cookies()) > 0 {
			t.Errorf("%s: %d with cookies %v", target, w.Code, w.Result().Cookies())
		}
		to := goesTo(t, w)
		if !strings.HasPrefix(to, "http://private.localhost:7420/handover?code=") || strings.Contains(to, "secret") {
			t.Fatalf("%s leads to %s", target, to)
		}
		w = stray(s, "GET", to, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", "document")
		if got := w.Header().Get("Refresh"); w.Code != http.StatusOK || got != "0; url="+want {
			t.Errorf("%s: %d, goes on to %q, want %q", to, w.Code, got, want)
		}
		c := w.Result().Cookies()
		if len(c) != 1 || !c[0].HttpOnly || c[0].SameSite != http.SameSiteStrictMode || c[0].Domain != "" || c[0].Path != "/" ||
			c[0].Name != "a2a-console-7420" || c[0].Value == "secret" {
			t.Errorf("%s: cookie %+v", to, c)
		}
		if w := stray(s, "GET", to); w.Code != http.StatusUnauthorized || len(w.Result().Cookies()) > 0 || !strings.Contains(w.Body.String(), "no longer works") {
			t.Errorf("a second use: %d %s", w.Code, w.Body)
		}
	}
}

func TestForwardedPortIsKept(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	for at, want := range map[string]string{"127.0.0.1:8080": "private.localhost:8080", "[::1]:8080": "private.localhost:8080", "localhost": "private.localhost", "[::1]": "private.localhost"} {
		if to := goesTo(t, stray(s, "GET", "http://"+at+"/?token=secret")); !strings.HasPrefix(to, "http://"+want+"/handover?") {
			t.Errorf("%s leads to %s", at, to)
		}
	}
}

// Without the token, nobody learns where the pages are: an agent is a program on this machine and
// may ask.
func TestPrivateHostIsToldToNobody(t *testing.T) {
	s := wholeServer(t, normalRecord())
	c := pass(s)
	for _, rt := range s.routes {
		method, path := pathFor(rt.Pattern)
		for _, given := range [][]string{nil, {"Cookie", c.Name + "=" + c.Value}, {"Sec-Fetch-Site", "none"}, {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", "document"},
			{"Authorization", "Bearer guess"}, {"Origin", "http://127.0.0.1:7420"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "http://127.0.0.1:9100"}} {
			for _, query := range []string{"", "?token=guess", "?code=guess&to=/", "?ticket=guess"} {
				w := stray(s, method, "http://127.0.0.1:7420"+path+query, given...)
				if all := w.Body.String() + strings.Join(headerLine(w), "\n"); strings.Contains(all, "private.localhost") {
					t.Errorf("%s %s%s with %v tells the pages' host:\n%s", method, path, query, given, all)
				}
				if rt.Access == web.ByCookie && w.Code < 400 {
					t.Errorf("%s %s%s with %v: %d", method, path, query, given, w.Code)
				}
				if strings.Contains(w.Body.String(), "python-httpx") || strings.Contains(w.Body.String(), "4 March") {
					t.Errorf("%s %s%s with %v shows the record", method, path, query, given)
				}
			}
		}
	}
}

func headerLine(w *httptest.ResponseRecorder) (out []string) {
	for k, v := range w.Header() {
		out = append(out, k+": "+strings.Join(v, ", "))
	}
	return out
}

func TestTicketIsTradedOnThisMachinesNamesOnly(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	trade := func(host, ticket string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/handover", strings.NewReader(url.Values{"ticket": {ticket}, "to": {"/exchanges/x?tab=raw#end"}}.Encode()))
		r.Host = host
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	_, ticket, _ := strings.Cut(stray(s, "GET", "http://127.0.0.1:7420/?token=secret").Body.String(), `data-ticket="`)
	ticket, _, _ = strings.Cut(ticket, `"`)
	w := trade("127.0.0.1:7420", ticket)
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "to=%2Fexchanges%2Fx%3Ftab%3Draw%23end") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for name, w := range map[string]*httptest.ResponseRecorder{
		"wrong ticket": trade("127.0.0.1:7420", "guess"),
		"no ticket":    trade("127.0.0.1:7420", ""),
		"cookie":       trade("127.0.0.1:7420", pass(s).Value),
		"other port":   trade("127.0.0.1:7420", ticket, "Sec-Fetch-Site", "same-site"),
		"other site":   trade("127.0.0.1:7420", ticket, "Sec-Fetch-Site", "cross-site"),
		"pages' host":  trade("private.localhost:7420", ticket),
		"plain console": func() *httptest.ResponseRecorder {
			s = plainServer(t, normalRecord())
			return trade("127.0.0.1:7420", ticket)
		}(),
	} {
		if w.Code == http.StatusOK || strings.Contains(w.Body.String(), "code") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

func TestOldTokenNamesTheCommand(t *testing.T) {
	for _, w := range []*httptest.ResponseRecorder{
		stray(newTestServer(t, normalRecord(), &fakeCaller{}), "GET", "http://127.0.0.1:7420/?token=old"),
		stray(newTestServer(t, normalRecord(), &fakeCaller{}), "GET", "http://private.localhost:7420/"),
		stray(plainServer(t, normalRecord()), "GET", "http://127.0.0.1:7420/?token=old"),
	} {
		if w.Code != http.StatusUnauthorized || !strings.Contains(w.Body.String(), "<code>a2a-console</code>") {
			t.Errorf("got %d: %s", w.Code, w.Body)
		}
	}
}

func TestOneTimeAddressHasNoToken(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	at, err := web.OneTime(s.URL(), fakeNow())
	if err != nil || strings.Contains(at, "secret") || strings.Contains(at, "private") {
		t.Fatalf("%s %v", at, err)
	}
	if to := goesTo(t, stray(s, "GET", at)); !strings.HasPrefix(to, "http://private.localhost:7420/handover?") {
		t.Errorf("leads to %s", to)
	}
	w := stray(s, "GET", at)
	if w.Code != http.StatusUnauthorized || strings.Contains(w.Body.String(), "data-go") || !strings.Contains(w.Body.String(), "no longer works") {
		t.Errorf("a second use: %d %s", w.Code, w.Body)
	}
	if _, err := web.OneTime("http://127.0.0.1:7420/", fakeNow()); err == nil {
		t.Error("an address without a token gives one")
	}
}

func TestPrefetchDoesNotUseACodeUp(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	at, _ := web.OneTime(s.URL(), fakeNow())
	if w := stray(s, "GET", at, "Sec-Purpose", "prefetch;prerender"); w.Code != http.StatusServiceUnavailable {
		t.Errorf("prefetched: %d", w.Code)
	}
	if w := stray(s, "HEAD", at); w.Code != http.StatusServiceUnavailable {
		t.Errorf("asked for its head: %d", w.Code)
	}
	if w := stray(s, "GET", at); w.Code != http.StatusOK {
		t.Errorf("opened after that: %d", w.Code)
	}
}

func TestOnlyThePrivateHostIsFound(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	w := stray(s, "GET", "http://private.localhost:7420/handover/found", "Sec-Fetch-Site", "cross-site")
	if w.Code != http.StatusNoContent || w.Header().Get("Cross-Origin-Resource-Policy") != "cross-origin" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := stray(s, "GET", "http://127.0.0.1:7420/handover/found"); w.Code != http.StatusNotFound {
		t.Errorf("127.0.0.1: %d", w.Code)
	}
}

// An allowed host name has the pages too, with a separate cookie; there, agents' addresses are text
// instead of links.
func TestAllowedHostHasPagesWithoutLinks(t *testing.T) {
	f := normalRecord()
	s, err := New(Options{Library: f, Desk: f, Taps: f, Directory: f, Caller: &fakeCaller{}, Listen: "0.0.0.0:7420", PrivateHost: "private.localhost", Token: "secret",
		AllowHosts: []string{"my-box"}, Version: "test", Now: fakeNow})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := stray(s, "GET", "http://my-box:7420/traffic?token=secret")
	if w.Code != http.StatusOK || w.Header().Get("Refresh") != "0; url=/traffic" || len(w.Result().Cookies()) != 1 || strings.Contains(w.Body.String(), "private") {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	for host, want := range map[string]bool{"my-box:7420": false, "127.0.0.1:7420": false, "private.localhost:7420": true} {
		r := request(s, "GET", "/traffic", nil)
		r.Host = host
		if got := part.Outside(s.web.AllowLinks(r).Context(), "http://127.0.0.1:9100/x") != ""; got != want {
			t.Errorf("%s links to where agents say: %v", host, got)
		}
	}
}
