package archive_test

import (
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// TestCurlIsInert makes a shell split the command. Whatever the request holds must become words, and nothing
// may run.
func TestCurlIsInert(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no POSIX shell here to split the command")
	}
	nasty := "it's $(touch pwned) `id` \"q\" \\ ! next"
	x := wire.Exchange{Method: "POST", URL: "http://127.0.0.1:7430/?q=" + nasty}
	x.Request.Header = http.Header{"X-Odd": {nasty}, "Authorization": {"Bearer ****"}}
	x.Redactions = []wire.Redaction{{Place: "request.header", Name: "Authorization", Kind: "bearer", Offset: 7, Length: 4}}
	body := `{"text":"` + nasty + "\nnext\"}"
	x.RequestBytes = int64(len(body))
	cmd := archive.Curl(x, []byte(body))
	if !strings.Contains(cmd, "--header 'X-Odd: it'") || !strings.Contains(cmd, "--header 'Authorization: Bearer '\"$A2A_AUTHORIZATION\"") {
		t.Errorf("a header's name and value are quoted apart:\n%s", cmd)
	}
	run := exec.Command(sh, "-c", "curl() { printf '%s\\036' \"$@\"; }\n"+cmd)
	run.Env = []string{"A2A_AUTHORIZATION=s3 cret"}
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v of\n%s", err, cmd)
	}
	words := strings.Split(string(out), "\x1e")
	for _, w := range []string{x.URL, "X-Odd: " + nasty, body, "Authorization: Bearer s3 cret"} {
		if !slices.Contains(words, w) {
			t.Errorf("%q is not one word of:\n%q", w, words)
		}
	}
	if out, err := exec.Command(sh, "-c", "curl() { echo ran; }\n"+cmd).Output(); err == nil || len(out) > 0 {
		t.Errorf("without the credential it does %q, %v", out, err)
	}
}

func TestCurlSaysWhyNot(t *testing.T) {
	x := wire.Exchange{Method: "POST", URL: "http://127.0.0.1:7430/", RequestBytes: 10}
	if got := archive.Curl(x, []byte("short")); got != "# only 5 of 10 bytes of its body are on record\n" {
		t.Errorf("got %q", got)
	}
}
