package push

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestFetchKeys: keys come only from the URL that the person gave.
func TestFetchKeys(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/keys":
			_, _ = io.WriteString(w, `{"keys":[]}`)
		case "/moved":
			http.Redirect(w, r, "/keys", http.StatusFound)
		case "/great":
			_, _ = io.WriteString(w, strings.Repeat(" ", 1<<20+1))
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	if got, err := FetchKeys(t.Context(), s.URL+"/keys"); err != nil || string(got) != `{"keys":[]}` {
		t.Errorf("%q %v", got, err)
	}
	for address, want := range map[string]string{
		s.URL + "/moved": "302", s.URL + "/great": "larger than 1024 KB", s.URL + "/none": "404",
		"ftp://agent.test/keys": "http", "file:///etc/passwd": "http", "http://[fe80::1]/": "link-local", "http://169.254.169.254/keys": "link-local",
	} {
		if got, err := FetchKeys(t.Context(), address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q %v", address, got, err)
		}
	}
}
