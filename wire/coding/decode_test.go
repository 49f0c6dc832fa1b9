package coding

import (
	"net/http"
	"strings"
	"testing"
)

// TestDecodeBoundsNesting: each coding costs a decoder, so a header may not ask
// for any number of them.
func TestDecodeBoundsNesting(t *testing.T) {
	body := []byte("not zipped at all")
	h := http.Header{"Content-Encoding": {strings.Repeat("deflate, ", 1000) + "deflate"}}
	got, err := Decode(h, body, 1<<20)
	if err == nil || !strings.Contains(err.Error(), "1001") || string(got) != string(body) {
		t.Errorf("%q, %v", got, err)
	}
}
