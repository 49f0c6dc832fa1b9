package ui

import (
	"cmp"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func fakeNow() time.Time { return time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC) }

// privateHost is the host name of the pages in tests.
const privateHost = "private.localhost"

// newTestServer is a Server over a fake record, at 127.0.0.1:7420 with the
// token "secret".
func newTestServer(t testing.TB, f *fakeRecord, c *fakeCaller, change ...func(*Options)) *Server {
	t.Helper()
	o := Options{
		Library: f, Desk: f, Taps: f, Directory: f, Caller: c,
		Listen: "127.0.0.1:7420", PrivateHost: privateHost, Token: "secret", Version: "test", Now: fakeNow,
	}
	for _, c := range change {
		c(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// idle waits until no call of the console is running.
func idle(s *Server) { s.background.Wait() }

// pass signs a browser in and returns its cookie.
func pass(s *Server) *http.Cookie {
	for _, host := range []string{privateHost, "127.0.0.1"} {
		r := httptest.NewRequest(http.MethodGet, "/?token="+s.web.Token, nil)
		r.Host = host + ":7420"
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if c := w.Result().Cookies(); len(c) == 1 {
			return c[0]
		}
	}
	panic("nobody is signed in")
}

// request is a signed-in browser's request.
func request(s *Server, method, target string, body io.Reader) *http.Request {
	r := httptest.NewRequest(method, target, body)
	r.Host = cmp.Or(s.web.PrivateHost, "127.0.0.1") + ":7420"
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.AddCookie(pass(s))
	return r
}

// get fetches a page as a signed-in browser, and judges it.
func get(t testing.TB, s *Server, target string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, request(s, http.MethodGet, target, nil))
	judge(t, s, target, w)
	return w
}

// recorded returns the body of the response to a request.
func recorded(s *Server, r *http.Request) string {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Body.String()
}
