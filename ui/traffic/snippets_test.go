package traffic

import (
	"strings"
	"testing"
)

// curl takes an address from a card as one address, exactly as the card names it.
func TestCurlTakesAddressesAsTheyAre(t *testing.T) {
	got := curlOf("POST", "http://127.0.0.1:9/[1-9]/../{a,b}'", nil, []byte("@/etc/passwd"))
	if !strings.Contains(got, " --globoff --path-as-is --request POST 'http://127.0.0.1:9/[1-9]/../{a,b}'\\'''") || !strings.Contains(got, "--data-raw '@/etc/passwd'") {
		t.Error(got)
	}
}
