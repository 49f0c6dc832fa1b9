package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// dials lists the functions and types that open connections, by package. A final * is a wildcard.
func dials() map[string][]string {
	return map[string][]string{
		"net/http":                     {"DefaultClient", "DefaultTransport", "Client", "Transport", "Get", "Head", "Post*"},
		"net":                          {"Dial*"},
		"crypto/tls":                   {"Dial*"},
		"golang.org/x/net/http2":       {"Transport"},
		"net/rpc":                      {"Dial*"},
		"net/smtp":                     {"*"},
		"github.com/gorilla/websocket": {"DefaultDialer", "NewClient"},
	}
}

// mayDial are the folders whose files may connect by themselves: the factory; the tap, which has
// its own guard; benchmarks; third-party SDKs.
func mayDial() []string {
	return []string{"internal/outbound", "proxy", "proxy/bench", "internal/interop/peers"}
}

// TestOneWayOut: every outgoing connection is made by package outbound, whose guard checks the address, or by
// the tap.
func TestOneWayOut(t *testing.T) {
	for _, f := range sources(t) {
		dir := path.Dir(f.path)
		if f.isTest() || slices.ContainsFunc(mayDial(), func(d string) bool { return dir == d || strings.HasPrefix(dir, d+"/") && d != "proxy" }) {
			continue
		}
		for at, what := range dialsOf(f.syntax) {
			t.Errorf("%s: %s connects by itself; use package outbound", f.set.Position(at), what)
		}
	}
}

// TestDialsAreFound: TestOneWayOut detects dials, also under renamed imports.
func TestDialsAreFound(t *testing.T) {
	for text, want := range map[string]int{
		`import "net/http"; var c = http.DefaultClient`:                                                 1,
		`import web "net/http"; var c = &web.Client{Transport: &web.Transport{}}`:                       2,
		`import "net/http"; func f() { http.Get("x"); http.PostForm("x", nil) }`:                        2,
		`import "net"; var d net.Dialer; func f() { net.Dial("tcp", "x"); net.DialTimeout("", "", 0)}`:  3,
		`import "net/http"; type t struct { c *http.Client }; var s = http.StatusOK; var g http.Header`: 0,
		`import "example.com/http"; var c = http.DefaultClient`:                                         0,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x; "+text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := dialsOf(f); len(got) != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// dialsOf finds the uses of dials in a file. A pointer to a client, as in a field or parameter, does not
// count: someone else made the client.
func dialsOf(f *ast.File) map[token.Pos]string {
	names := map[string]string{} // of packages, in this file
	for _, i := range f.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		name := path.Base(p)
		if i.Name != nil {
			name = i.Name.Name
		}
		names[name] = p
	}
	found := map[token.Pos]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		if star, ok := n.(*ast.StarExpr); ok {
			if _, named := star.X.(*ast.SelectorExpr); named {
				return false
			}
		}
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := s.X.(*ast.Ident)
		if ok && slices.ContainsFunc(dials()[names[x.Name]], func(d string) bool {
			prefix, any := strings.CutSuffix(d, "*")
			return d == s.Sel.Name || any && strings.HasPrefix(s.Sel.Name, prefix)
		}) {
			found[s.Pos()] = x.Name + "." + s.Sel.Name
		}
		return true
	})
	return found
}
