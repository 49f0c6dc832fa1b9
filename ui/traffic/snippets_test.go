package traffic

import (
	"strings"
	"testing"
)

// An address that a card chose is one address to curl, and the one that the card names.
func TestCurlTakesAddressesAsTheyAre(t *testing.T) {
	got := curlOf("POST", "http://127.0.0.1:9/[1-9]/../{a,b}'", nil, []byte("@/etc/passwd"))
	if !strings.Contains(got, " --globoff --path-as-is --request POST 'http://127.0.0.1:9/[1-9]/../{a,b}'\\'''") || !strings.Contains(got, "--data-raw '@/etc/passwd'") {
		t.Error(got)
	}
}
