package static

import (
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestAddressesCarryAHash(t *testing.T) {
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^/static/[0-9a-f]{12}/css/base\.css$`).MatchString(a.URL("css/base.css")) {
		t.Fatalf("got %s", a.URL("css/base.css"))
	}
	for path, want := range map[string]struct {
		status      int
		keep, media string
	}{
		a.URL("css/base.css"):             {200, "immutable", "text/css"},
		a.URL("js/app.js"):                {200, "immutable", "text/javascript"},
		a.URL("icon.svg"):                 {200, "immutable", "image/svg+xml"},
		"/static/000000000000/js/app.js":  {200, "no-store", "text/javascript"},
		a.URL("js/none.js"):               {404, "", ""},
		a.URL("../static.go"):             {404, "", ""},
		a.URL(""):                         {404, "", ""},
		a.URL("js"):                       {404, "", ""},
		"/static/":                        {404, "", ""},
		a.URL("%2e%2e/%2e%2e/etc/passwd"): {404, "", ""},
	} {
		w := httptest.NewRecorder()
		a.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		h := w.Header()
		if w.Code != want.status || !strings.Contains(h.Get("Cache-Control"), want.keep) || !strings.HasPrefix(h.Get("Content-Type"), want.media) {
			t.Errorf("%s: %d %v", path, w.Code, h)
		}
	}
}

// TestBundleIsHere fails if `go generate ./static` has not run. A release without
// it would have dead pages.
func TestBundleIsHere(t *testing.T) {
	if err := Check(); err != nil {
		t.Fatal(err)
	}
	b, _ := files.ReadFile("vendor/datastar.js")
	if strings.Contains(string(b), "sourceMappingURL") {
		t.Error("the bundle asks for a source map that is not there")
	}
	if strings.Contains(string(b), "Function(") {
		t.Error("the bundle makes code of text, which the policy of the pages forbids")
	}
	if !strings.Contains(License(), "Permission is hereby granted") {
		t.Error("the licence is missing")
	}
}

// TestOwnScriptsAreSmallModules keeps our JavaScript plain: no evaluation of
// text, no markup from text.
func TestOwnScriptsAreSmallModules(t *testing.T) {
	dir, err := os.ReadDir("js")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range dir {
		b, err := files.ReadFile("js/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", "document.write"} {
			if strings.Contains(string(b), bad) {
				t.Errorf("%s uses %s", e.Name(), bad)
			}
		}
	}
}

// TestSeveritiesAreNoPanels: error, warning and info qualify a finding, a note or a mark. A rule
// for such a class alone would give all of these its layout.
func TestSeveritiesAreNoPanels(t *testing.T) {
	sheets, err := os.ReadDir("css")
	if err != nil {
		t.Fatal(err)
	}
	alone := regexp.MustCompile(`(?m)^\s*\.(error|warning|info)[ ,{]`)
	for _, f := range sheets {
		text, err := os.ReadFile("css/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if m := alone.Find(text); m != nil {
			t.Errorf("%s has a rule for %q alone", f.Name(), m)
		}
	}
}
