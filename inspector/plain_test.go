package inspector

import (
	"crypto/tls"
	"net/http"
	"strings"
	"testing"
)

// TestPlainTransportKeepsOff: without a tap, too, no name leads to a forbidden address. URLs are checked earlier; this
// tests the resolved address.
func TestPlainTransportKeepsOff(t *testing.T) {
	for _, config := range []func(string) *tls.Config{nil, func(string) *tls.Config { return nil }} {
		way := PlainTransport(config)
		for _, url := range []string{
			"http://169.254.169.254/latest/meta-data/", "https://169.254.169.254/", "http://[::ffff:169.254.169.254]/",
			"https://[::ffff:a9fe:a9fe]/", "http://100.100.100.200/", "http://[fd00:ec2::254]/",
		} {
			for _, major := range []int{1, 2} {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, nil)
				if err != nil {
					t.Fatal(err)
				}
				r.ProtoMajor = major
				if _, err := way.RoundTrip(r); err == nil || !strings.Contains(err.Error(), "refused to connect") {
					t.Errorf("%s by HTTP/%d: %v", url, major, err)
				}
			}
		}
	}
}
