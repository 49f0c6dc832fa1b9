package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"strings"
	"testing"
)

const module = "github.com/a2a-console/a2a-console"

// layers is the import rule: package (or pattern) → what of ours it may import.
// A package without a row fails the test, so a new package says where it stands.
// The rule covers what is built into the program; tests may import more.
var layers = []struct {
	pkg string
	may []string
}{
	{"wire", nil},
	{"wire/coding", nil},
	{"a2a", nil},
	{"a2a/lenient", []string{"a2a"}},
	{"a2a/shape", []string{"a2a", "a2a/lenient"}},
	{"a2a/protobuf", []string{"a2a", "a2a/lenient", "a2a/shape"}},
	{"static", nil},
	{"static/internal/fetch", nil}, // go generate's program
	{"a2a/dialect/v02", []string{"a2a", "a2a/lenient", "a2a/shape", "a2a/dialect/v03"}},                  // the JSON of 0.2 is that of 0.3
	{"a2a/dialect/v03p", []string{"a2a", "a2a/lenient", "a2a/shape", "a2a/dialect/v03", "a2a/protobuf"}}, // its names and errors are 0.3's
	{"a2a/dialect/v*", []string{"a2a", "a2a/lenient", "a2a/shape", "a2a/protobuf"}},
	{"a2a/dialect/exact", []string{"a2a"}}, // tests only: what those of the version folders share
	{"a2a/dialect", []string{"a2a", "a2a/lenient", "a2a/shape", "wire", "wire/coding", "a2a/dialect/v*", "a2a/protobuf"}},
	{"proxy", []string{"wire", "wire/coding"}},
	{"proxy/*", []string{"wire", "proxy"}},
	{"outbound", []string{"wire"}},
	{"webhook", []string{"wire"}},
	{"recorder/journal", nil},
	{"recorder", []string{"wire", "wire/coding", "recorder/journal"}},
	{"inspector", []string{"a2a", "a2a/dialect", "wire", "wire/coding", "outbound"}},
	{"inspector/report", []string{"a2a", "a2a/dialect", "wire", "wire/coding", "archive"}},
	{"inspector/replay", []string{"a2a", "a2a/dialect", "wire", "wire/coding", "inspector", "inspector/diff"}},
	{"inspector/jws", nil},
	{"inspector/auth", []string{"a2a", "a2a/dialect", "wire", "inspector", "inspector/jws", "outbound"}},
	{"inspector/push", []string{"a2a", "a2a/dialect", "wire", "wire/coding", "inspector", "inspector/jws", "outbound"}},
	{"inspector/signature", []string{"a2a", "inspector/jws"}},
	{"inspector/doctor", []string{"a2a", "a2a/dialect", "wire", "wire/coding", "inspector", "outbound"}},
	{"inspector/*", []string{"a2a", "a2a/dialect", "wire", "wire/coding", "inspector"}},
	{"agent", []string{"a2a", "a2a/dialect", "wire", "wire/coding", "agent/*", "outbound"}},
	{"agent/*", nil},
	{"ui/part", []string{"a2a", "wire", "static", "inspector/*"}},
	{"ui/stream", []string{"a2a", "wire"}},
	{"ui", []string{"a2a", "a2a/dialect", "wire", "wire/coding", "archive", "static", "inspector", "inspector/*", "ui/part", "ui/stream"}},
	{"archive", []string{"wire", "wire/coding"}},
	{"cli", []string{"*", "*/*", "*/*/*"}},
	{"", []string{"cli"}},
	{"e2e", nil},     // tests only: they drive the built program
	{"faults", nil},  // tests only: they drive the built program
	{"interop", nil}, // tests only: they drive the built program and other people's
}

type listed struct {
	ImportPath string
	Imports    []string
}

func TestLayers(t *testing.T) {
	for _, p := range list(t) {
		name := ours(p.ImportPath)
		may, known := row(name)
		if !known {
			t.Errorf("package %q has no row in layers", name)
			continue
		}
		for _, imp := range p.Imports {
			if !strings.HasPrefix(imp, module) {
				continue
			}
			if !allowed(may, ours(imp)) {
				t.Errorf("%q imports %q; it may import %v", name, ours(imp), may)
			}
		}
	}
}

// TestWireIsPlain keeps the fact and vocabulary packages free of dependencies.
func TestWireIsPlain(t *testing.T) {
	for _, p := range list(t) {
		switch ours(p.ImportPath) {
		case "wire", "a2a", "a2a/lenient", "a2a/shape":
			for _, imp := range p.Imports {
				if strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") && !strings.HasPrefix(imp, module) {
					t.Errorf("%s imports %s; it may import the standard library only", p.ImportPath, imp)
				}
			}
		}
	}
}

func list(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 5 {
		t.Fatalf("go list named only %d packages", len(all))
	}
	return all
}

func ours(importPath string) string {
	return strings.TrimPrefix(strings.TrimPrefix(importPath, module), "/")
}

func row(name string) ([]string, bool) {
	for _, l := range layers {
		if ok, _ := path.Match(l.pkg, name); ok {
			return l.may, true
		}
	}
	return nil, false
}

func allowed(may []string, name string) bool {
	for _, pattern := range may {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}
