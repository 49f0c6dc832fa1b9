package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

var now = time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)

func TestPlainHostSignsInWhereItIsAsked(t *testing.T) {
	s, err := New(Options{Listen: "127.0.0.1:7420", Token: "secret", Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	pages := s.Route(s.Routes())
	for target, want := range map[string]string{
		"/?token=secret":                    "/",
		"/exchanges/x?tab=raw&token=secret": "/exchanges/x?tab=raw",
		"//evil.example/?token=secret":      "/evil.example/",
		"/\\evil.example?token=secret":      "/evil.example",
	} {
		r := httptest.NewRequest("GET", "http://127.0.0.1:7420/", nil)
		path, query, _ := strings.Cut(target, "?")
		r.URL.Path, r.URL.RawQuery, r.Host = path, query, "127.0.0.1:7420"
		w := httptest.NewRecorder()
		// The mux would clean the path first; the guard must not rely on it.
		s.guarded(Route{}, s.NotFound).ServeHTTP(w, r)
		if got := w.Header().Get("Refresh"); w.Code != http.StatusOK || got != "0; url="+want || len(w.Result().Cookies()) != 1 {
			t.Errorf("%s: got %d to %q, want %q", target, w.Code, got, want)
		}
	}
	for _, to := range []string{"//evil.example", "https://evil.example/x", "/\\evil.example", "\x01", "javascript:alert(1)", "x:y", ""} {
		w := httptest.NewRecorder()
		pages.ServeHTTP(w, httptest.NewRequest("GET", "http://127.0.0.1:7420/handover?"+url.Values{"code": {newCode("secret", now)}, "to": {to}}.Encode(), nil))
		if got := w.Header().Get("Refresh"); w.Code != http.StatusOK || !strings.HasPrefix(got, "0; url=/") || strings.HasPrefix(got, "0; url=//") {
			t.Errorf("to %q: %d, goes on to %q", to, w.Code, got)
		}
	}
}

func TestOneTimeCode(t *testing.T) {
	var c codes
	code := newCode("secret", now)
	for _, bad := range []string{"", "x", code[:len(code)-1], "B" + code[1:], code + "A", newCode("another", now), newCode("secret", now.Add(-codeLife-time.Second)), newCode("secret", now.Add(clockSlack+2*time.Second)), newCode("secret", now.AddDate(50, 0, 0))} {
		if c.spend(bad, "secret", now) {
			t.Errorf("%q is taken", bad)
		}
	}
	if !c.spend(code, "secret", now.Add(codeLife-time.Second)) {
		t.Error("a good code is not taken")
	}
	for _, again := range []string{code, code[:9] + "\n" + code[9:], code + "\r\n"} { // decoders skip line ends
		if c.spend(again, "secret", now.Add(codeLife-time.Second)) {
			t.Errorf("a code is taken twice: %q", again)
		}
	}
	if c.spend(newCode("secret", now.Add(2*codeLife)), "secret", now.Add(2*codeLife)); len(c.spent) != 1 {
		t.Errorf("%d codes are remembered, want only the one that has not expired", len(c.spent))
	}
}
