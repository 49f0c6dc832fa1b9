package console

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

func TestRuntimeFileIsTheUsersAlone(t *testing.T) {
	f := RuntimeFile{filepath.Join(t.TempDir(), "state", "serve.json")}
	a := Announcement{UI: "http://127.0.0.1:1/?token=x", DB: "d"}
	if err := f.write(a); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(f.path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if got, ok := f.read(); !ok || got.UI != a.UI {
		t.Errorf("%+v", got)
	}
	f.remove(Announcement{UI: "another"})
	if _, ok := f.read(); !ok {
		t.Error("removed another console's file")
	}
	f.remove(a)
	if _, ok := f.read(); ok {
		t.Error("still there")
	}
}

func TestRunningBelievesOnlyAConsoleThatTakesItsToken(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		want   bool
	}{
		{"a console", func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/taps" && r.Header.Get("Authorization") == "Bearer x" {
				w.Write([]byte(`{"taps":[]}`))
			}
		}, true},
		{"an old token", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusUnauthorized) }, false},
		{"another program", func(w http.ResponseWriter, r *http.Request) {}, false},
		{"another program with JSON", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(`{}`)) }, false},
	} {
		s := httptest.NewServer(c.answer)
		f := RuntimeFile{filepath.Join(t.TempDir(), "serve.json")}
		if err := f.write(Announcement{UI: s.URL + "/?token=x"}); err != nil {
			t.Fatal(err)
		}
		if _, ok := f.Running(t.Context()); ok != c.want {
			t.Errorf("%s: %v", c.name, ok)
		}
		s.Close()
		if _, ok := f.Running(t.Context()); ok {
			t.Errorf("%s: believed though it is gone", c.name)
		}
	}
}
