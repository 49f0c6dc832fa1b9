package call

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestOpenURL: what was redacted in a recorded URL is not sent again.
func TestOpenURL(t *testing.T) {
	x := wire.Exchange{URL: "http://a/rpc?x=1&k%65y=****&y=2", Redactions: []wire.Redaction{{Place: "url", Name: "key"}, {Place: "request.header", Name: "x"}}}
	if got := unredactedURL(x); got != "http://a/rpc?x=1&y=2" {
		t.Error(got)
	}
	x.URL = "http://a/rpc?key=****"
	if got := unredactedURL(x); got != "http://a/rpc" {
		t.Error(got)
	}
}
