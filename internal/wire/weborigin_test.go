package wire

import "testing"

// All spellings of an agent's URL have the same origin.
func TestOriginOf(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"http://a.example":                     "http://a.example",
		"HTTP://A.Example:80/path?q#f":         "http://a.example",
		"https://a.example:443":                "https://a.example",
		"https://a.example.:8443/":             "https://a.example:8443",
		"https://a.example:80":                 "https://a.example:80",
		"http://user:secret@127.0.0.1:9000/v1": "http://127.0.0.1:9000",
		"http://[::1]:80/":                     "http://[::1]",
		"http://[2001:DB8::1]:9":               "http://[2001:db8::1]:9",
		"http://a.example:":                    "http://a.example",
		"grpc://a.example:9":                   "",
		"a.example:9000":                       "",
		"//a.example":                          "",
		"http://":                              "",
		"http://.":                             "",
		"http://a b/":                          "",
		"":                                     "",
	} {
		if got := OriginOf(raw); got != want {
			t.Errorf("the origin of %q is %q, want %q", raw, got, want)
		}
	}
}
