package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestServersLeaveOptionsToTheirHandlers: net/http answers OPTIONS * itself, before
// any handler has looked at the Host header, unless it is told not to.
func TestServersLeaveOptionsToTheirHandlers(t *testing.T) {
	servers := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "internal/interop") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			if sel, ok := lit.Type.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Server" || !isHTTP(sel.X) {
				return true
			}
			servers++
			for _, e := range lit.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok && isName(kv.Key, "DisableGeneralOptionsHandler") && isName(kv.Value, "true") {
					return true
				}
			}
			t.Errorf("%s: an http.Server without DisableGeneralOptionsHandler", path)
			return true
		})
		return nil
	})
	if err != nil || servers < 3 {
		t.Errorf("%d servers found, %v", servers, err)
	}
}

func isHTTP(x ast.Expr) bool { return isName(x, "http") }

func isName(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}
