package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestMergedIsCurrent: the merged files match the current scripts and sheets.
func TestMergedIsCurrent(t *testing.T) {
	const static = "../.."
	had := map[string][]byte{}
	for name := range merged() {
		b, err := os.ReadFile(filepath.Join(static, "vendor", name))
		if err != nil {
			t.Fatalf("%v; run go generate ./static", err)
		}
		had[name] = b
	}
	dir := t.TempDir()
	for _, part := range []string{"js", "css", "vendor"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(static, part))); err != nil {
			t.Fatal(err)
		}
	}
	if err := mergeAll(dir); err != nil {
		t.Fatal(err)
	}
	for name, was := range had {
		now, err := os.ReadFile(filepath.Join(dir, "vendor", name))
		if err != nil || !bytes.Equal(now, was) {
			t.Errorf("vendor/%s is not current: run go generate ./static (%v)", name, err)
		}
	}
	if len(had["app.js"]) > 120<<10 || len(had["app.css"]) > 40<<10 {
		t.Errorf("app.js has %d bytes, app.css %d", len(had["app.js"]), len(had["app.css"]))
	}
}
