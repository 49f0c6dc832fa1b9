package main

import (
	"go/ast"
	"strings"
	"testing"
)

// TestServersLeaveOptionsToTheirHandlers: unless told not to, net/http answers OPTIONS * itself, before any
// handler has checked the Host header.
func TestServersLeaveOptionsToTheirHandlers(t *testing.T) {
	servers := 0
	for _, f := range sources(t) {
		if f.isTest() || strings.HasPrefix(f.path, "internal/interop") {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
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
			t.Errorf("%s: an http.Server without DisableGeneralOptionsHandler", f.path)
			return true
		})
	}
	if servers < 3 {
		t.Errorf("%d servers found", servers)
	}
}

func isHTTP(x ast.Expr) bool { return isName(x, "http") }

func isName(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}
