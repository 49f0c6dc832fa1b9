package words

import "testing"

// TestAddress: user info is not printed; the rest of a URL is unchanged.
func TestAddress(t *testing.T) {
	for url, want := range map[string]string{
		"http://me:hush@agent.example/a?x=1": "http://***@agent.example/a?x=1",
		"https://hush@agent.example":         "https://***@agent.example",
		"me:hush@agent.example:443":          "***@agent.example:443",
		"http://me:hu@sh@h:1/":               "http://***@h:1/",
		"http://agent.example/a@b?c=d@e":     "http://agent.example/a@b?c=d@e",
		"/rpc":                               "/rpc",
		"http://h/\x1b[2J":                   "http://h/␛[2J",
	} {
		if got := Address(url); got != want {
			t.Errorf("%q: %q, want %q", url, got, want)
		}
	}
}
