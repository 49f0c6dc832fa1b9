package guide

import "testing"

// Parts of a command that may be secret are not recorded.
func TestProgramKeepsNoFlags(t *testing.T) {
	for command, want := range map[string]string{
		"":                            "",
		"node cl.js":                  "node cl.js",
		"  python  -m client":         "python",
		"go run ./client --token=abc": "go run ./client",
		"TOKEN=abc node cl.js":        "",
		"sh client.sh abc def":        "sh client.sh abc",
		"curl https://u:p@127.0.0.1/": "curl",
	} {
		if got := programName(command); got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}
