package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

const (
	hostileSession = "01993c5e-0000-7000-8000-000000000001"
	hostileCall    = "01993c5e-0000-7000-8000-0000000000a1"
)

// hostileFile is a session file with hostile text in every text member: a file is no safer than traffic.
// TestScreens opens the imported session.
func hostileFile(t *testing.T) string {
	at := func(s int) string { return fmt.Sprintf("2026-01-01T00:00:%02dZ", s) }
	head := func(first string) map[string]any {
		h := map[string][]string{"Content-Type": {"application/json"}, "Location": {poison}, "Link": {poison}, poison: {poison}}
		return map[string]any{"proto": poison, "header": h, "trailer": h, "received": first + " " + poison + "\r\nLocation: \x00\r\n" + poison + "\r\n\r\n"}
	}
	answer := head("HTTP/1.1 200")
	answer["status"] = 200
	sent := head("HTTP/1.1 200")
	answer["surplus"] = []byte(poison)
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": poison, "method": poison, "result": map[string]any{
		"kind": "task", "id": poison, "contextId": poison, poison: poison, "status": map[string]any{"state": poison}}})
	if err != nil {
		t.Fatal(err)
	}
	gap := map[string]any{"side": "response", "offset": 5, "bytes": 3, "from": at(1), "to": at(2), "why": poison, "problem": poison}
	lines := []map[string]any{
		{"format": "a2a-console-session", "version": 2, "by": poison, "secrets": poison, "agents": []string{poison}, "incomplete": true,
			"session": map[string]any{"id": hostileSession, "name": poison, "started": at(0), "ended": at(9)}},
		{"kind": "gap", "exchanges": 3, "from": at(1), "to": at(2), "why": poison, "problem": poison},
		{"kind": "exchange", "id": hostileCall, "origin": "client", "agent": "http://127.0.0.1:1/" + poison, "tap": "http://127.0.0.1:2/" + poison,
			"caller": poison, "method": "POST", "url": "http://127.0.0.1:1/" + poison, "request": head("POST"), "request_sent": head("POST"),
			"interim":  []any{map[string]any{"at": at(3), "status": 103, "header": map[string][]string{poison: {poison}}, "received": "HTTP/1.1 103 " + poison + "\r\n\r\n"}},
			"response": answer, "response_sent": sent, "started": at(1), "request_done": at(1), "answered": at(2), "first_byte": at(2), "last_byte": at(3), "ended": at(4),
			"outcome": "cut", "problem": poison, "frames": 1, "incomplete": true, "rewritten": true, "gaps": []any{gap}},
		{"kind": "chunk", "side": "request", "offset": 0, "at": at(1), "text": string(body)},
		{"kind": "chunk", "side": "response", "offset": 0, "at": at(2), "text": string(body)},
		{"kind": "redacted", "redactions": []any{map[string]any{"where": poison, "name": poison, "offset": 0, "length": 4, "kind": poison, "fingerprint": poison, "detail": poison}}},
		{"kind": "passed", "passages": []any{map[string]any{"side": "response", "frame": 0, "sent": 0, "passed": "changed", "at": at(3), "held": 9, "rule": poison}}},
		{"kind": "end"},
	}
	var out bytes.Buffer
	for _, l := range lines {
		if err := json.NewEncoder(&out).Encode(l); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "hostile.jsonl")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
