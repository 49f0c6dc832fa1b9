package outbound

import (
	"crypto/tls"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// TestKeepsOff: whatever the options, no transport and no dialer connects to an address that is off limits,
// in any form.
func TestKeepsOff(t *testing.T) {
	t.Parallel()
	for _, host := range []string{
		"169.254.169.254", "[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::a9fe:a9fe]", "[2002:a9fe:a9fe::1]",
		"[2001:0:4136:e378:8000:63bf:5601:5601]", "[::169.254.169.254]", "[fd00:ec2::254]", "100.100.100.200", "[fe80::1]",
	} {
		for name, o := range map[string]Options{
			"usual": {}, "direct": {Direct: true}, "once": {NoReuse: true}, "HTTP/2": {HTTP2: true}, "TLS": {TLS: &tls.Config{MinVersion: tls.VersionTLS12}},
			"TLS by origin": {TLSFor: func(string) *tls.Config { return nil }},
			"another judge": {May: func(netip.AddrPort) error { return nil }},
		} {
			for _, scheme := range []string{"http://", "https://"} {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, scheme+host+"/", nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := Transport(o).RoundTrip(r); err == nil || !strings.Contains(err.Error(), "refused to connect") {
					t.Errorf("%s%s, %s: %v", scheme, host, name, err)
				}
			}
		}
		if _, err := Dialer(time.Second).DialContext(t.Context(), "tcp", host+":80"); err == nil || !strings.Contains(err.Error(), "refused to connect") {
			t.Errorf("dialled %s: %v", host, err)
		}
	}
}

// TestJudges: the transport calls Options.May, and a client returns a redirect as the response.
func TestJudges(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.RedirectHandler("http://127.0.0.1:1/", http.StatusFound))
	defer s.Close()
	resp, err := Client(Transport(Options{NoReuse: true}), time.Minute).Get(s.URL)
	if err != nil || resp.StatusCode != http.StatusFound {
		t.Fatalf("%v %v", resp, err)
	}
	resp.Body.Close()
	no := errors.New("not there")
	if _, err := Client(Transport(Options{NoReuse: true, May: func(netip.AddrPort) error { return no }}), time.Minute).Get(s.URL); !errors.Is(err, no) {
		t.Errorf("%v", err)
	}
}
