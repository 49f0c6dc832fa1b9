package child

import "testing"

func TestApplyReplacesWholeAddresses(t *testing.T) {
	t.Parallel()
	list := []Redirect{{"http://127.0.0.1:9000", "http://127.0.0.1:7421"}, {"https://agent.example", "http://127.0.0.1:7422"}, {"http://localhost:9001", "http://127.0.0.1:7423"}}
	for text, want := range map[string]string{
		"http://127.0.0.1:9000":                              "http://127.0.0.1:7421",
		"http://127.0.0.1:9000/a2a?x=1":                      "http://127.0.0.1:7421/a2a?x=1",
		"--agent=http://localhost:9000/":                     "--agent=http://127.0.0.1:7421/",
		"127.0.0.1:9000":                                     "127.0.0.1:7421",
		"dns:///localhost:9000":                              "dns:///127.0.0.1:7421",
		"http://127.0.0.1:90001":                             "http://127.0.0.1:90001",
		"http://127.0.0.1:900":                               "http://127.0.0.1:900",
		"postgres://localhost:9000/db":                       "postgres://localhost:9000/db",
		"x127.0.0.1:9000":                                    "x127.0.0.1:9000",
		"http://me@127.0.0.1:9000":                           "http://me@127.0.0.1:9000",
		"https://agent.example/card":                         "http://127.0.0.1:7422/card",
		"https://agent.example.org":                          "https://agent.example.org",
		"https://agent.example:444":                          "https://agent.example:444", // another origin
		"mail to agent.example":                              "mail to agent.example",
		`{"a":"http://127.0.0.1:9000","b":"localhost:9001"}`: `{"a":"http://127.0.0.1:7421","b":"127.0.0.1:7423"}`,
		"http://127.0.0.1:9001,http://127.0.0.1:9000":        "http://127.0.0.1:7423,http://127.0.0.1:7421",
		"": "",
	} {
		if got := Apply(list, text); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}
