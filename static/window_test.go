package static

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestWindowIsZoomed: Present zooms the page, but vw and vh do not change. So sheets use the window
// size from base.css, which divides by the zoom.
func TestWindowIsZoomed(t *testing.T) {
	files, err := filepath.Glob("css/*.css")
	if err != nil || len(files) < 10 {
		t.Fatal("no sheets", err)
	}
	units := regexp.MustCompile(`\d[dsl]?v([wh]|min|max)\b`)
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if m := units.FindAll(text, -1); len(m) > 0 && filepath.Base(f) != "base.css" {
			t.Errorf("%s has lengths of the window, %q: take var(--window-width) and var(--window-height)", f, m)
		}
	}
}
