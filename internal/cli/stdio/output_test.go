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

func TestTable(t *testing.T) {
	var b bytes.Buffer
	Table(&b, [][]string{{"A", "LONG", "Z"}, {"◐ aa", "b", ""}})
	if got, want := b.String(), "A     LONG  Z\n◐ aa  b\n"; got != want {
		t.Errorf("%q, want %q", got, want)
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
