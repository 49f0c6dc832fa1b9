package web

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestCompress: responses that leave the machine are compressed if the browser accepts that,
// streams at each flush. Others are not.
func TestCompress(t *testing.T) {
	page := strings.Repeat("<p>an exchange</p>\n", 500)
	h := Compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path == "/live" {
			w.Header().Set("Content-Type", "text/event-stream")
		}
		io.WriteString(w, page)
		if r.URL.Path == "/live" {
			http.NewResponseController(w).Flush()
		}
	}))
	for _, c := range []struct {
		path, from, accepts string
		packed              bool
	}{
		{"/", "192.0.2.7:5", "gzip, br", true},
		{"/", "[2001:db8::1]:5", "gzip", true},
		{"/live", "192.0.2.7:5", "gzip", true},
		{"/", "192.0.2.7:5", "", false},
		{"/", "127.0.0.1:5", "gzip", false},
		{"/", "[::1]:5", "gzip", false},
		{"/", "@", "gzip", false},
	} {
		r := httptest.NewRequest("GET", c.path, nil)
		r.RemoteAddr = c.from
		r.Header.Set("Accept-Encoding", c.accepts)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var body io.Reader = w.Body
		size := w.Body.Len()
		if packed := w.Header().Get("Content-Encoding") == "gzip"; packed != c.packed {
			t.Errorf("%v: %v", c, w.Header())
			continue
		}
		if c.packed {
			var err error
			if body, err = gzip.NewReader(w.Body); err != nil || size > len(page)/10 || !w.Flushed && c.path == "/live" {
				t.Errorf("%v: %d bytes, flushed %v, %v", c, size, w.Flushed, err)
				continue
			}
		}
		if got, err := io.ReadAll(body); string(got) != page || err != nil {
			t.Errorf("%v: %d bytes, %v", c, len(got), err)
		}
	}
}
