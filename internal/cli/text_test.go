package cli

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func sendCall(text string) *a2a.Call {
	return &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain äöü 日本":        "plain äöü 日本",
		"\x1b]0;title\x07":    "␛]0;title␇",
		"a\rb":                "a␍b",
		"line\nnext\ttab":     "line\nnext\ttab",
		"\x7f":                "␡",
		"\u0085\u202eevil":    "\ufffd\ufffdevil",
		"\u2066hidden\u2069x": "\ufffdhidden\ufffdx",
	} {
		if got := visible(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestRawJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1e400}`:  `{"a":1e400}`,
		`not json <&>`: `"not json <&>"`,
		"\xff":         `"\ufffd"`,
		"":             "",
	} {
		got := bytes.TrimSpace(rawJSON([]byte(in)))
		if string(got) != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
		if in != "" && !json.Valid(got) {
			t.Errorf("%q: not JSON: %s", in, got)
		}
	}
}

// TestJSONSteersNoTerminal: what steers a terminal is escaped in a line of JSON, which
// means the same.
func TestJSONSteersNoTerminal(t *testing.T) {
	var b bytes.Buffer
	p := testProgram()
	p.stdout = &b
	in := map[string]any{"text": "a\u009b31m\x7f\u0085 <&> 日本\u202e", "raw": rawJSON([]byte(`{"x":"` + "\u2066\u009d" + `"}`))}
	if err := p.line(in); err != nil {
		t.Fatal(err)
	}
	want := `{"raw":{"x":"\u2066\u009d"},"text":"a\u009b31m\u007f\u0085 <&> 日本\u202e"}` + "\n"
	if got := b.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var out struct{ Text string }
	if err := json.Unmarshal(b.Bytes(), &out); err != nil || out.Text != in["text"] {
		t.Errorf("read back as %q, %v", out.Text, err)
	}
}

func TestTable(t *testing.T) {
	var b bytes.Buffer
	table(&b, [][]string{{"A", "LONG", "Z"}, {"◐ aa", "b", ""}})
	if got, want := b.String(), "A     LONG  Z\n◐ aa  b\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestStamp(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 1000, time.FixedZone("x", 3600))
	if got := stamp(at); got != "2026-11-21T11:00:00.000001Z" {
		t.Error(got)
	}
	if stamp(time.Time{}) != "" {
		t.Error("a zero time has no stamp")
	}
}

func TestParseListen(t *testing.T) {
	for in, want := range map[string]string{
		"": "127.0.0.1:7420", "127.0.0.1:9": "127.0.0.1:9!", ":9": "127.0.0.1:9!", "9": "127.0.0.1:9!",
		"0.0.0.0": "0.0.0.0:7420", "::1": "[::1]:7420", "[::1]:0": "[::1]:0!", "myhost": "myhost:7420",
	} {
		a, err := parseListen("--listen", in, uiPort)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		got := a.at(a.port)
		if a.given {
			got += "!"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	for _, in := range []string{"x:http", "1:99999", "1:-1"} {
		if _, err := parseListen("--listen", in, uiPort); err == nil {
			t.Errorf("%q: accepted", in)
		}
	}
	for host, want := range map[string]bool{"127.0.0.1": false, "localhost": false, "::1": false, "0.0.0.0": true, "192.168.0.1": true, "box": true} {
		if got := (address{host: host}).exposed(); got != want {
			t.Errorf("%s exposed: %v", host, got)
		}
	}
}
