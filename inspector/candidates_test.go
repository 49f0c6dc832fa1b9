package inspector

import (
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func TestCandidates(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"http://a", []string{
			"http://a/.well-known/agent-card.json", "http://a/.well-known/agent-card.json",
			"http://a/.well-known/agent.json", "http://a/.well-known/agent.json", "http://a/agent-card", "http://a/"}},
		{"http://a:1/p/", []string{
			"http://a:1/p/", "http://a:1/p/.well-known/agent-card.json", "http://a:1/.well-known/agent-card.json",
			"http://a:1/p/.well-known/agent.json", "http://a:1/.well-known/agent.json", "http://a:1/p/agent-card"}},
		{"http://a/p/.well-known/agent.json?x=1", []string{
			"http://a/p/.well-known/agent.json?x=1", "http://a/p/.well-known/agent-card.json",
			"http://a/p/.well-known/agent.json", "http://a/p/agent-card"}},
		{"http://a/p%2Fq/r%20s", []string{
			"http://a/p%2Fq/r%20s", "http://a/p%2Fq/r%20s/.well-known/agent-card.json", "http://a/.well-known/agent-card.json",
			"http://a/p%2Fq/r%20s/.well-known/agent.json", "http://a/.well-known/agent.json", "http://a/p%2Fq/r%20s/agent-card"}},
	} {
		bases, err := Bases(c.in)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, u := range candidates(bases[0], "") {
			got = append(got, u.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.in, got, c.want)
		}
	}
}

func TestParseAddressGuessesScheme(t *testing.T) {
	for in, want := range map[string][]string{
		"localhost":           {"http://localhost", "https://localhost"},
		"127.0.0.1:7430":      {"http://127.0.0.1:7430", "https://127.0.0.1:7430"},
		":7430":               {"http://127.0.0.1:7430", "https://127.0.0.1:7430"},
		"agent.example":       {"https://agent.example", "http://agent.example"},
		"agent.example/a2a":   {"https://agent.example/a2a", "http://agent.example/a2a"},
		"agent.example:443":   {"https://agent.example:443", "http://agent.example:443"},
		"agent.example:8080":  {"http://agent.example:8080", "https://agent.example:8080"},
		"10.1.2.3":            {"http://10.1.2.3", "https://10.1.2.3"},
		"[::1]:9":             {"http://[::1]:9", "https://[::1]:9"},
		"https://x.example/y": {"https://x.example/y"},
	} {
		bases, err := Bases(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		var got []string
		for _, u := range bases {
			got = append(got, u.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
	for _, in := range []string{"", "ftp://x", "http://", "http://%zz", "ws://x", "://"} {
		if _, err := Bases(in); err == nil {
			t.Errorf("%q: accepted", in)
		}
	}
}

// Cards of 0.1 and 0.2 are looked for at their own path first.
func TestCandidatesOfOldVersions(t *testing.T) {
	bases, err := Bases("http://a")
	if err != nil {
		t.Fatal(err)
	}
	for v, want := range map[a2a.Version]string{a2a.V01: "/.well-known/agent.json", a2a.V02: "/.well-known/agent.json", a2a.V03: "/.well-known/agent-card.json", a2a.V10: "/.well-known/agent-card.json"} {
		if got := candidates(bases[0], v)[0].Path; got != want {
			t.Errorf("%s begins at %s", v, got)
		}
	}
}

// TestTapAddresses: no part of a tapped address is lost: it becomes origin and path, or is refused with a reason.
func TestTapAddresses(t *testing.T) {
	for typed, want := range map[string]string{
		"http://127.0.0.1:9000/a2a/tock": "http://127.0.0.1:9000 /a2a/tock", "127.0.0.1:9000": "http://127.0.0.1:9000 ", "agent.example/x/": "http://agent.example /x/",
		"HTTPS://Agent.Example:443/A%2Fb": "https://agent.example /A%2Fb", "http://[::1]:9000/": "http://[::1]:9000 ", " :9000/a ": "http://127.0.0.1:9000 /a",
		"http://me:hush@127.0.0.1:9000": "user name", "http://127.0.0.1:9000/a?key=1": "no query", "http://127.0.0.1:9000?": "no query", "http://127.0.0.1:9000/#top": "#", "http://127.0.0.1:9000#": "#",
		"http://[fe80::1%25eth0]:9000": "zone", "http://127.0.0.1:0": "port", "http://127.0.0.1:99999": "port", "ftp://127.0.0.1": "http", "": "no host", "http://": "no host",
	} {
		origin, path, err := SplitTapAddress(typed)
		got := origin + " " + path
		if err != nil {
			got = err.Error()
		}
		if strings.HasPrefix(want, "http") && want != "http" && got != want || err == nil != (strings.HasPrefix(want, "http") && want != "http") || !strings.Contains(got, want) || strings.Contains(got, "hush") {
			t.Errorf("%q: %s", typed, got)
		}
	}
}
