package coding

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"testing"
)

// TestGzipMembers: a body may have several members, and zero bytes after the last of them; anything
// else there is no gzip.
func TestGzipMembers(t *testing.T) {
	pack := func(text string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(text))
		z.Close()
		return b.String()
	}
	one, two := pack("hello "), pack("world")
	for name, c := range map[string]struct {
		body, want string
		whole      bool
	}{
		"one":                       {two, "world", true},
		"two":                       {one + two, "hello world", true},
		"with a zero":               {one + two + "\x00", "hello world", true},
		"with many zeros":           {two + strings.Repeat("\x00", 100_000), "world", true},
		"with zeros between":        {one + "\x00\x00" + two, "hello world", true},
		"with something else":       {two + "more", "world", false},
		"with zeros and more":       {two + "\x00\x00\x00more", "world", false},
		"with a part of a member":   {one + two[:len(two)-9], "hello world", false},
		"with the mark of a member": {two + two[:2], "world", false},
	} {
		got, err := Decode(http.Header{"Content-Encoding": {"gzip"}}, []byte(c.body), NewBudget(1<<20))
		if c.whole && string(got) != c.want || (err == nil) != c.whole {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
