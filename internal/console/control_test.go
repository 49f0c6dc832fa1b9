package console

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

// A tap without pages accepts rules only with its token, and serves nothing else.
func TestControl(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	b := testPlumbing(t, PlumbingOptions{})
	c, err := OpenControl(t.Context(), testEnv{}, b, "x.db")
	if err != nil {
		t.Fatal(err)
	}
	said, ok := ControlFileFor("x.db").Running(t.Context())
	if !ok {
		t.Fatal("it is not found by its file")
	}
	if info, err := os.Stat(ControlFileFor("x.db").path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others read its file: %v, %v", info.Mode(), err)
	}
	if _, ok := RuntimeFileFor("x.db").Running(t.Context()); ok {
		t.Error("it is found as if it was a console")
	}
	if err := said.CallAPI(t.Context(), http.MethodPost, "/api/rules", map[string]any{"texts": []string{"=> drop"}}, nil); err != nil || len(b.Rules.Rules()) != 1 {
		t.Errorf("%v, %d rules", err, len(b.Rules.Rules()))
	}
	at, _, _ := strings.Cut(said.UI, "/?token=")
	for path, want := range map[string]int{"/api/rules": 401, "/api/held": 401, "/": 404, "/api/exchanges": 404, "/api/rules?token=" + strings.TrimPrefix(said.UI, at+"/?token="): 401} {
		resp, err := http.Get(at + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s without a bearer: %d, want %d", path, resp.StatusCode, want)
		}
	}
	for _, path := range []string{"/api/rules", "/", "/api/exchanges", "/favicon.ico"} {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, at+path, nil)
		r.Host = "evil.example"
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s for another host's name: %d", path, resp.StatusCode)
		}
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, ok := ControlFileFor("x.db").Running(t.Context()); ok {
		t.Error("it is found when it is closed")
	}
}
