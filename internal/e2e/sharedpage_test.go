package e2e

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestSharedPage saves an exchange as a self-contained page: it loads nothing, runs nothing, and is
// accessible.
func TestSharedPage(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "one", "slow 3 chunks every 1ms <script>alert(1)</script>", true)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.click("[data-row] td:nth-child(4)")
	p.sees("#exchange-marks", "Save as page")
	page := js[string](p, "fetch(document.querySelector('#exchange-marks a[download]').href).then(r => r.text())")
	if strings.Contains(page, "<script") || !strings.Contains(page, "&lt;script&gt;") {
		t.Fatalf("the page is %s", page)
	}
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/page" {
			t.Errorf("the page asks for %s", r.URL)
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(page))
	}))
	defer elsewhere.Close()
	p.visit(elsewhere.URL + "/page")
	p.sees("main", "Request", "Response", "Events", "slow 3 chunks")
	if got := js[string](p, "getComputedStyle(document.querySelector('main')).display"); got != "grid" {
		t.Errorf("its style does not hold: %s", got)
	}
	p.accessible(source, "the shared page", "")
	wide := "document.documentElement.scrollWidth <= innerWidth"
	p.until(wide)
	p.dark(true)
	p.size(560, 800)
	p.accessible(source, "the shared page, dark", "color-contrast")
	p.until(wide)
	p.shot("shared-page")
}
