package inspector

import "testing"

func TestSameOrigin(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"https://h/a", "https://h:443/b", true}, {"http://h:80", "http://H/", true}, {"HTTP://h", "http://h", true},
		{"https://h", "http://h", false}, {"https://h", "https://h:8443", false}, {"https://h", "https://i", false}, {"", "", false}, {"h", "h", false},
	} {
		if got := SameOrigin(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

func TestFirstAddress(t *testing.T) {
	for input, want := range map[string]string{
		"https://h": "https://h", "https://h/": "https://h", "https://h/a?x=1": "https://h/a", "127.0.0.1:9/a": "http://127.0.0.1:9/a",
		"h.example": "https://h.example", "{}": "", "": "", "ftp://h": "",
	} {
		if got := FirstAddress(input); got != want {
			t.Errorf("%s: %q", input, got)
		}
	}
}
