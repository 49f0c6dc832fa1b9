package proxy_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
)

// differences is what the tap may change in a message, by name in docs/tap.md: each function turns
// a message as it came into what is expected after the tap. Those without a function have separate
// tests.
func differences() map[string]func(m *message, host string) {
	return map[string]func(*message, string){
		"reason phrase": func(m *message, _ string) {
			f := strings.SplitN(m.Start, " ", 3)
			text := http.StatusText(m.status())
			if text == "" {
				text = "status code " + f[1]
			}
			m.Start = f[0] + " " + f[1] + " " + text
		},
		"protocol version": func(m *message, _ string) {
			if _, after, ok := strings.Cut(m.Start, " "); strings.HasPrefix(m.Start, "HTTP/") && ok {
				m.Start = "HTTP/1.1 " + after
			} else {
				m.Start = strings.Replace(m.Start, "HTTP/1.0", "HTTP/1.1", 1)
			}
		},
		"hop-by-hop headers": func(m *message, _ string) {
			for _, v := range m.Header["Connection"] {
				for _, name := range strings.Split(v, ",") {
					delete(m.Header, http.CanonicalHeaderKey(strings.TrimSpace(name)))
				}
			}
			for _, name := range []string{"Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection", "Te", "Upgrade"} {
				delete(m.Header, name)
			}
		},
		"framing": func(m *message, _ string) {
			length, encoded := m.Header["Content-Length"], m.Header["Transfer-Encoding"]
			delete(m.Header, "Transfer-Encoding")
			if m.Trailer == nil && len(encoded) == 0 && len(length) > 0 {
				m.Header["Content-Length"] = length[:1]
				return
			}
			delete(m.Header, "Content-Length")
			if m.Trailer == nil {
				m.Trailer = map[string][]string{}
			}
			m.Header["Transfer-Encoding"] = []string{"chunked"}
		},
		"bytes after the end": func(m *message, _ string) { m.Beyond = "" },
		"names with spaces": func(m *message, _ string) {
			for name := range m.Header {
				if strings.Contains(name, " ") {
					delete(m.Header, name)
				}
			}
		},
		"POST without length": func(m *message, _ string) { m.Header["Content-Length"] = []string{"0"} },
		"Host":                func(m *message, host string) { m.Header["Host"] = []string{host} },
		"absolute form": func(m *message, _ string) {
			f := strings.SplitN(m.Start, " ", 3)
			_, after, _ := strings.Cut(f[1], "://")
			path := "/"
			if i := strings.IndexAny(after, "/?"); i >= 0 {
				path = "/" + strings.TrimPrefix(after[i:], "/")
			}
			m.Start = f[0] + " " + path + " " + f[2]
		},
		"case and order of names": nil,
		"unreadable heads":        nil,
		"unasked 101":             nil,
		"other expectations":      nil,
		"many interim answers":    nil,
		"the console's cookies":   nil,
		"agent cards":             nil,
		"folded values":           nil,
		"HTTP/2":                  nil,
	}
}

func apply(t *testing.T, m *message, host string, names []string) {
	t.Helper()
	for _, name := range names {
		f := differences()[name]
		if f == nil {
			t.Fatalf("no difference is named %q", name)
		}
		f(m, host)
	}
}

// The tests know exactly what docs/tap.md lists.
func TestDifferencesAreListed(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/tap.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed, known []string
	for line := range strings.Lines(string(text)) {
		if row, ok := strings.CutPrefix(line, "| **"); ok {
			name, _, _ := strings.Cut(row, "**")
			listed = append(listed, name)
		}
	}
	for name := range differences() {
		known = append(known, name)
	}
	slices.Sort(listed)
	slices.Sort(known)
	if !slices.Equal(listed, known) {
		t.Errorf("listed are %q\ntested are %q", listed, known)
	}
}
