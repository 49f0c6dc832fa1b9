package main

import (
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/a2a-console/a2a-console"

// layers is the import rule: a package (or pattern) and which of our packages it may import. A package
// without a row fails the test, so that adding one means deciding on its layer. The rule covers what is built
// into the program; tests may import more. Every package may import clip, the lowest layer.
var layers = []struct {
	pkg string
	may []string
}{
	{"internal/clip", nil},
	{"internal/spelling", nil},
	{"internal/wire", nil},
	{"internal/wire/coding", nil},
	{"internal/wire/page", nil}, // what servers and frameworks write by default
	{"internal/wire/filter", []string{"internal/spelling", "internal/wire"}},
	{"internal/wire/redact", []string{"internal/wire", "internal/wire/coding"}},
	{"internal/a2a", nil},
	{"internal/a2a/datafile", nil},
	{"internal/a2a/check", []string{"internal/a2a", "internal/a2a/datafile"}},
	{"internal/a2a/jsonrepair", []string{"internal/a2a"}},
	{"internal/a2a/jsonio", []string{"internal/a2a", "internal/a2a/jsonrepair"}},
	{"internal/a2a/protobuf", []string{"internal/a2a", "internal/a2a/jsonrepair", "internal/a2a/jsonio"}},
	{"static", nil},
	{"static/internal/fetch", nil}, // the program of go generate
	{"internal/a2a/dialect/version", []string{"internal/a2a", "internal/a2a/protobuf", "internal/a2a/dialect/document"}},
	{"internal/a2a/dialect/schema", []string{"internal/a2a", "internal/a2a/jsonrepair", "internal/a2a/jsonio", "internal/a2a/protobuf", "internal/a2a/dialect/document", "internal/a2a/dialect/version"}},
	{"internal/a2a/dialect/v*", []string{"internal/a2a", "internal/a2a/dialect/document", "internal/a2a/dialect/schema", "internal/a2a/dialect/v03", "internal/a2a/dialect/v10", "internal/a2a/dialect/version"}}, // a version may be a difference to another
	{"internal/a2a/dialect/document", []string{"internal/a2a", "internal/a2a/jsonrepair", "internal/a2a/jsonio", "internal/wire"}},
	{"internal/a2a/dialect/registry", []string{"internal/a2a", "internal/a2a/dialect/v*"}},
	{"internal/a2a/dialect/evidence", []string{"internal/a2a", "internal/a2a/dialect/document", "internal/a2a/dialect/registry", "internal/a2a/dialect/version"}},
	{"internal/a2a/dialect/fold", []string{"internal/a2a", "internal/wire", "internal/a2a/dialect/document", "internal/a2a/dialect/registry", "internal/a2a/dialect/version"}},
	{"internal/a2a/dialect/binding", bindings("internal/a2a/dialect/body", "internal/a2a/dialect/fold", "internal/wire/coding", "internal/wire/page", "internal/wire/redact")},
	{"internal/a2a/dialect/jsonrpc", bindings("internal/a2a/dialect/binding", "internal/a2a/dialect/rest")}, // reads what an HTTP+JSON server answers to JSON-RPC calls
	{"internal/a2a/dialect/rest", bindings("internal/a2a/dialect/binding", "internal/wire/page", "internal/a2a/jsonrepair")},
	{"internal/a2a/dialect/grpc", bindings("internal/a2a/dialect/binding", "internal/a2a/dialect/body", "internal/a2a/jsonio", "internal/a2a/protobuf", "internal/wire/coding")},
	{"internal/a2a/dialect/secret", []string{"internal/a2a", "internal/wire", "internal/wire/redact", "internal/a2a/dialect/registry", "internal/a2a/dialect/version", "internal/a2a/dialect/grpc"}},
	{"internal/a2a/dialect", []string{"internal/a2a", "internal/a2a/jsonrepair", "internal/a2a/jsonio", "internal/a2a/protobuf", "internal/wire", "internal/wire/coding", "internal/a2a/dialect/*"}},
	{"internal/a2a/dialect/body", []string{"internal/wire", "internal/wire/coding"}},
	{"internal/a2a/reading", []string{"internal/a2a", "internal/a2a/dialect", "internal/a2a/dialect/body", "internal/wire", "internal/wire/coding"}},
	{"internal/a2a/passing", []string{"internal/a2a", "internal/a2a/dialect", "internal/a2a/dialect/body", "internal/a2a/dialect/fold", "internal/a2a/jsonrepair", "internal/spelling", "internal/wire", "internal/wire/coding"}},
	{"internal/a2a/delivery", []string{"internal/a2a", "internal/wire"}},
	{"internal/a2a/judge", []string{"internal/a2a", "internal/a2a/check", "internal/a2a/datafile", "internal/a2a/delivery", "internal/a2a/dialect", "internal/a2a/dialect/binding", "internal/a2a/dialect/fold", "internal/a2a/dialect/registry", "internal/a2a/dialect/version", "internal/a2a/reading", "internal/a2a/session", "internal/wire", "internal/wire/redact"}},
	{"internal/a2a/preset", []string{"internal/a2a/datafile"}},
	{"internal/a2a/stream", []string{"internal/a2a", "internal/wire"}},
	{"internal/a2a/session", []string{"internal/a2a", "internal/a2a/dialect/registry", "internal/a2a/dialect/rest", "internal/wire"}},
	{"internal/model", []string{"internal/a2a/jsonrepair", "internal/wire"}}, // calls of model APIs and MCP servers: JSON, and nothing of A2A
	{"internal/unused", nil},
	{"internal/reportfile", nil},
	{"proxy", []string{"internal/unused", "internal/wire", "internal/wire/coding"}},
	{"proxy/fault", []string{"internal/clip", "internal/spelling", "internal/wire"}},
	{"proxy/rule", []string{"internal/clip", "internal/spelling", "internal/wire", "internal/wire/filter", "proxy/fault"}},
	{"proxy/hold", []string{"internal/wire"}},
	{"proxy/*", []string{"internal/wire", "proxy"}},
	{"internal/outbound", []string{"internal/wire"}},
	{"internal/webhook", []string{"internal/wire"}},
	{"recorder/journal", nil},
	{"recorder/entry", []string{"internal/wire", "recorder/journal"}},
	{"recorder/database", []string{"internal/wire", "recorder/entry"}},
	{"recorder/plan", []string{"internal/wire", "internal/wire/filter", "recorder/entry", "recorder/database"}},
	{"recorder", []string{"internal/wire", "internal/wire/filter", "internal/wire/coding", "internal/wire/redact", "recorder/journal", "recorder/entry", "recorder/database", "recorder/plan"}},
	{"inspector/quirk", []string{"internal/a2a", "internal/a2a/dialect"}},
	{"inspector", []string{"inspector/quirk", "internal/a2a", "internal/a2a/dialect", "internal/a2a/reading", "internal/wire", "internal/words", "internal/wire/coding", "internal/outbound"}},
	{"inspector/account", []string{"internal/a2a", "internal/wire"}},
	{"inspector/report", []string{"inspector/cause", "internal/a2a", "internal/a2a/dialect", "internal/a2a/reading", "internal/wire", "internal/words", "internal/wire/coding", "recorder/archive"}},
	{"inspector/verdict", []string{"internal/a2a", "internal/a2a/check", "internal/a2a/judge", "internal/reportfile", "internal/wire", "internal/words"}},
	{"inspector/examine", []string{"inspector/account", "inspector/chaos", "internal/a2a", "internal/a2a/check", "internal/a2a/dialect", "internal/a2a/judge", "internal/a2a/reading", "internal/a2a/session", "internal/reportfile", "internal/wire", "internal/words", "inspector", "inspector/diff", "inspector/verdict"}},
	{"inspector/examine/client", []string{"inspector/account", "internal/a2a", "internal/a2a/check", "internal/a2a/dialect", "internal/a2a/reading", "internal/a2a/session", "internal/wire", "internal/words", "internal/agent", "internal/agent/conformance", "internal/agent/fault", "inspector/examine", "inspector/verdict"}},
	{"inspector/chaos", []string{"inspector/account", "internal/a2a", "internal/a2a/dialect", "internal/a2a/reading", "internal/wire", "inspector"}},
	{"inspector/replay", []string{"internal/reportfile", "internal/a2a", "internal/a2a/session", "internal/a2a/dialect", "internal/a2a/reading", "internal/wire", "internal/wire/coding", "inspector", "inspector/diff"}},
	{"inspector/diff", []string{"internal/a2a", "internal/a2a/dialect", "internal/a2a/reading", "internal/a2a/session", "internal/wire", "internal/words"}},
	{"inspector/jws", nil},
	{"inspector/auth", []string{"internal/a2a", "internal/a2a/dialect", "internal/wire", "internal/wholefile", "inspector", "inspector/jws", "internal/outbound"}},
	{"inspector/push", []string{"internal/a2a", "internal/a2a/delivery", "internal/a2a/dialect", "internal/wire", "internal/wire/coding", "inspector", "inspector/jws", "internal/outbound"}},
	{"inspector/signature", []string{"internal/a2a", "inspector/jws"}},
	{"inspector/doctor", []string{"inspector/cause", "internal/a2a", "internal/a2a/dialect", "internal/a2a/reading", "internal/wire", "internal/wire/page", "internal/wire/coding", "internal/words", "inspector", "internal/outbound"}},
	{"inspector/snippet", []string{"internal/a2a", "internal/a2a/dialect", "internal/wire", "recorder/archive"}},
	{"inspector/cause", []string{"inspector/modelcall", "internal/a2a", "internal/a2a/check", "internal/a2a/dialect", "internal/a2a/reading", "internal/wire", "internal/wire/page", "internal/wire/redact", "internal/words"}},
	{"inspector/modelcall", []string{"internal/a2a", "internal/model", "internal/wire", "internal/wire/coding"}},
	{"inspector/insight", []string{"internal/a2a", "internal/wire", "internal/wire/filter", "internal/words"}},
	{"inspector/saved", []string{"internal/a2a", "internal/wire/redact"}},
	{"inspector/*", []string{"internal/a2a", "internal/a2a/session", "internal/a2a/dialect", "internal/a2a/reading", "internal/wire", "internal/wire/coding", "inspector"}},
	{"internal/agent", []string{"internal/a2a", "internal/a2a/dialect", "internal/wire", "internal/wire/coding", "internal/agent/issuer", "internal/agent/guard", "internal/agent/conformance", "internal/outbound"}},
	{"internal/agent/conformance", []string{"internal/a2a"}},
	{"internal/agent/fault", []string{"internal/wire"}},
	{"internal/agent/mock", []string{"internal/a2a", "internal/a2a/session", "internal/a2a/dialect", "internal/a2a/reading", "internal/a2a/dialect/body", "internal/agent/guard", "internal/wire", "internal/wire/coding"}},
	{"internal/agent/guard", []string{"internal/wire"}},
	{"internal/agent/peer", []string{"internal/a2a", "internal/a2a/dialect", "internal/a2a/reading", "internal/wire"}}, // tests only: shared by those of the agent and the mock
	{"internal/agent/issuer", nil},
	{"ui/part", []string{"internal/a2a", "internal/wire", "internal/words", "static", "inspector/*"}},
	{"ui/background", nil},
	{"ui/host", []string{"internal/a2a", "internal/wire", "internal/wire/filter", "inspector", "inspector/*"}},
	{"ui/link", []string{"internal/wire", "internal/wire/filter", "internal/words"}},
	{"ui/web", []string{"internal/wire", "internal/words", "static", "ui/part", "ui/web/browserkey"}},
	{"ui/web/browserkey", []string{"internal/wholefile"}},
	{"ui/searches", []string{"internal/wire", "ui/host", "ui/web"}},
	{"ui/record", pages("host", "link", "part", "web")},
	{"ui/tape", append(pages("host", "part", "web"), "internal/a2a/dialect/body")},
	{"ui/agents", pages("background", "host", "link", "part", "record", "web")},
	{"ui/comparison", pages("background", "host", "link", "part", "record", "tape", "web")},
	{"ui/pushes", pages("host", "tape")},
	{"ui/call", pages("agents", "background", "host", "part", "record", "web")},
	{"ui/rerun", pages("background", "comparison", "host", "link", "part", "record", "web")},
	{"ui/examination", append(pages("background", "host", "part", "web"), "inspector/examine/client", "internal/a2a/check", "internal/a2a/dialect", "internal/a2a/preset")},
	{"ui/draft", pages("agents", "host", "part", "pushes", "tape", "web")},
	{"ui/talk", pages("agents", "link", "part", "record", "tape", "web")},
	{"ui/models", append(pages("host", "link", "part"), "internal/model")},
	{"ui/why", pages("agents", "host", "link", "part", "tape", "web")},
	{"ui/list", pages("host", "link", "part", "record", "web")},
	{"ui/frame", pages("agents", "host", "link", "part", "record", "rerun", "web")},
	{"ui", []string{"internal/a2a", "internal/wire", "inspector", "ui/*", "ui/web/browserkey"}},
	{"ui/checks", append(pages("agents", "examination", "host", "link", "part", "record", "web"), "inspector/chaos", "inspector/examine/client", "internal/a2a/check", "internal/a2a/preset")},
	{"ui/api", append(pages("agents", "background", "examination", "host", "link", "list", "record", "rerun", "tape", "web"), "internal/a2a/check", "internal/a2a/dialect/body")},
	{"ui/webhooks", append(pages("agents", "call", "draft", "host", "link", "list", "part", "pushes", "record", "web"), "internal/a2a/check")},
	// Every other package below ui is a screen: it imports the packages above, and no other screen.
	{"docs", nil},
	{"ui/manual", []string{"docs", "static", "ui/part", "ui/web"}},
	{"ui/*", pages("agents", "background", "call", "comparison", "draft", "frame", "host", "link", "list", "models", "part", "pushes", "record", "rerun", "talk", "tape", "web", "why")},
	{"static/sheets", nil}, // tests only: which sheet owns a class
	{"recorder/archive", []string{"internal/wire", "internal/wire/coding", "internal/wire/redact"}},
	{"internal/words", []string{"internal/a2a", "internal/a2a/check", "internal/wire", "internal/wire/filter"}},
	{"internal/wholefile", nil},
	{"internal/console", []string{"internal/unused", "internal/a2a", "internal/a2a/judge", "internal/a2a/session", "internal/a2a/dialect", "internal/a2a/reading", "internal/clip", "internal/model", "internal/wire", "internal/wire/filter", "internal/wire/redact", "internal/words", "internal/wholefile", "internal/outbound", "internal/webhook", "internal/agent", "internal/agent/*", "internal/a2a/dialect/secret", "internal/a2a/passing", "internal/a2a/preset", "inspector", "inspector/*", "proxy", "proxy/*", "recorder", "recorder/archive", "ui", "ui/*", "ui/web/browserkey", "inspector/examine/client"}},
	{"internal/cli/stdio", []string{"internal/words"}},
	{"internal/cli/print", []string{"internal/reportfile", "internal/a2a", "internal/a2a/check", "internal/a2a/reading", "internal/a2a/delivery", "internal/a2a/dialect", "internal/wire", "internal/wire/coding", "internal/wire/page", "internal/words", "internal/webhook", "inspector", "inspector/*", "recorder/archive", "internal/cli/stdio", "ui/api"}},
	{"internal/cli/calls", []string{"internal/a2a", "internal/a2a/dialect", "internal/words", "inspector", "inspector/*", "recorder", "internal/console", "internal/cli/stdio", "internal/cli/print"}},
	{"internal/cli/follow", []string{"internal/wire", "recorder", "ui/api"}},
	{"internal/cli/rules", []string{"internal/a2a/passing", "internal/a2a/preset", "internal/spelling", "internal/wire", "internal/wire/filter", "internal/words", "internal/console", "internal/cli/stdio", "proxy/fault", "proxy/rule", "ui/api"}},
	{"internal/cli/child", []string{"internal/outbound"}},
	{"internal/cli/models", []string{"internal/console", "internal/cli/stdio"}},
	{"internal/cli/guide", []string{"internal/a2a", "internal/a2a/dialect", "internal/spelling", "internal/wire", "internal/words", "internal/agent", "inspector/examine", "inspector/examine/client", "proxy", "recorder", "internal/console", "internal/cli/stdio"}},
	{"internal/cli/chaosrun", []string{"internal/a2a", "internal/a2a/check", "internal/a2a/preset", "internal/agent/mock", "internal/wire", "internal/words", "inspector", "inspector/chaos", "inspector/examine", "proxy", "internal/console", "internal/cli/stdio", "internal/cli/print", "internal/cli/calls", "internal/cli/guide", "internal/cli/rules"}},
	{"internal/cli", []string{"*", "*/*", "*/*/*", "*/*/*/*"}},
	{"", []string{"internal/cli"}},
	{"internal/release", []string{"internal/console"}},
	{"internal/e2e", nil},                              // tests only: they drive the built program
	{"internal/faults", nil},                           // tests only: they drive the built program
	{"internal/testprogram", []string{"internal/cli"}}, // tests only: the program, started from a test binary
	{"internal/testpeer", nil},                         // tests only: third-party programs, built and installed once
	{"internal/madeup", nil},                           // tests only: a made-up version
	{"internal/madeup/binding", nil},                   // tests only: a made-up binding
	{"internal/plants", nil},                           // tests only: violations of the checks in traffic of the reference agent
	{"internal/interop", nil},                          // tests only: they drive the built program and third-party ones
}

// bindings returns what the folder of a binding may import: what all bindings need, and names.
func bindings(names ...string) []string {
	return append(names, "internal/a2a", "internal/wire", "internal/a2a/dialect/document", "internal/a2a/dialect/evidence", "internal/a2a/dialect/registry", "internal/a2a/dialect/version")
}

// pages returns what a package of the pages may import: what all of them need, and names.
func pages(names ...string) []string {
	out := []string{"internal/a2a", "internal/a2a/session", "internal/a2a/delivery", "internal/a2a/dialect", "internal/a2a/reading", "internal/a2a/stream", "internal/wire", "internal/wire/coding", "internal/wire/filter", "internal/words", "recorder/archive", "inspector", "inspector/*"}
	for _, n := range names {
		out = append(out, "ui/"+n)
	}
	return out
}

func TestLayers(t *testing.T) {
	for _, f := range sources(t) {
		name := f.folder()
		if f.isTest() && name != "" || strings.HasPrefix(name, "internal/interop/peers/") {
			continue
		}
		may, known := row(name)
		if !known {
			t.Errorf("package %q has no row in layers", name)
			continue
		}
		for _, imp := range f.imports() {
			if f.isTest() || !strings.HasPrefix(imp, module) {
				continue
			}
			if ours(imp) != "internal/clip" && !allowed(may, ours(imp)) {
				t.Errorf("%s imports %q; package %q may import %v", f.path, ours(imp), name, may)
			}
		}
	}
}

// TestWireIsPlain keeps the fact and vocabulary packages free of third-party dependencies.
func TestWireIsPlain(t *testing.T) {
	for _, f := range sources(t) {
		switch f.folder() {
		case "internal/wire", "internal/a2a", "internal/a2a/jsonrepair", "internal/a2a/jsonio":
			for _, imp := range f.imports() {
				if !f.isTest() && strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") && !strings.HasPrefix(imp, module) {
					t.Errorf("%s imports %s; it may import the standard library only", f.path, imp)
				}
			}
		}
	}
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
	switch strings.TrimPrefix(name, "internal/a2a/dialect/") {
	case "registry", "version", "binding", "jsonrpc", "rest", "grpc":
		// A package that may import the dialect may also use versions and bindings.
		if slices.Contains(may, "internal/a2a/dialect") {
			return true
		}
	}
	for _, pattern := range may {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}
