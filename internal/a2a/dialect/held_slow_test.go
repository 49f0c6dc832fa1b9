//go:build slow

package dialect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSlowHeldCaptures is TestHeld for the protocol's captures and samples, where available.
func TestSlowHeldCaptures(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the protocol's captures are not here")
	}
	var all []exchangeCase
	paths, _ := filepath.Glob(filepath.Join(shared, "captures", "*", "*.req.http"))
	for _, p := range paths {
		req, resp, _ := captured(t, p)
		all = append(all, exchangeCase{name: captureName(p), req: req, resp: resp})
	}
	paths, _ = filepath.Glob(filepath.Join(shared, "captures", "*", "*.h2.txt"))
	for _, p := range paths {
		req, resp := h2(t, p)
		first, _, _ := strings.Cut(mustRead(t, p), "\n")
		fields := strings.Fields(first)
		req.Method, req.URL = "POST", "http://127.0.0.1:1"+fields[len(fields)-1]
		all = append(all, exchangeCase{name: captureName(p), req: req, resp: resp})
	}
	for _, s := range samples(t, filepath.Join(shared, "samples")) {
		if s.kind == "fragment" {
			continue
		}
		c := s.wire(t)
		x := exchangeCase{s.version + "/" + s.name(), c.req, c.resp, c.hint}
		if c.event != nil {
			x.resp = Message{Status: 200, Body: c.event}
		}
		all = append(all, x)
	}
	held(t, filepath.Join(*sums, "held-captures.txt"), all)
}
