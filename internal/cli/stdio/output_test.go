package stdio

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"
)

func TestRawJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1e400}`:  `{"a":1e400}`,
		`not json <&>`: `"not json <&>"`,
		"\xff":         `"\ufffd"`,
		"":             "",
	} {
		got := bytes.TrimSpace(RawJSON([]byte(in)))
		if string(got) != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
		if in != "" && !json.Valid(got) {
			t.Errorf("%q: not JSON: %s", in, got)
		}
	}
}

// TestJSONSteersNoTerminal: characters that would control a terminal are escaped in a JSON line, which
// keeps its meaning.
func TestJSONSteersNoTerminal(t *testing.T) {
	var b bytes.Buffer
	p := &Streams{Stdout: &b}
	in := map[string]any{"text": "a\u009b31m\x7f\u0085 <&> 日本\u202e", "raw": RawJSON([]byte(`{"x":"` + "\u2066\u009d" + `"}`))}
	if err := p.Line(in); err != nil {
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

func TestStamp(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 1000, time.FixedZone("x", 3600))
	if got := Stamp(at); got != "2026-11-21T11:00:00.000001Z" {
		t.Error(got)
	}
	if Stamp(time.Time{}) != "" {
		t.Error("a zero time has no stamp")
	}
}
