package models

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/console"
)

func TestTapsOfAChildLeadWhereItsEnvironmentPoints(t *testing.T) {
	for _, m := range usualModels {
		t.Setenv(m.Name, "")
	}
	for name, c := range map[string]struct {
		env     string // NAME=VALUE
		command string
		want    string // NAME=URL
	}{
		"nothing is set":               {"", "python agent.py", "OPENAI_BASE_URL=https://api.openai.com/v1"},
		"a gateway":                    {"OPENAI_BASE_URL=http://gw.example/openai/v1/", "python agent.py", "OPENAI_BASE_URL=http://gw.example/openai/v1/"},
		"not a URL":                    {"OPENAI_BASE_URL=ftp://x", "python agent.py", "-OPENAI_BASE_URL"},
		"Azure":                        {"AZURE_OPENAI_ENDPOINT=https://x.example", "python agent.py", "-OPENAI_BASE_URL"},
		"a proxy":                      {"HTTPS_PROXY=http://p.example:1", "python agent.py", "-ANTHROPIC_BASE_URL"},
		"an older name, unset":         {"", "python agent.py", "-OPENAI_API_BASE"},
		"an older name":                {"OPENAI_API_BASE=http://gw.example/v1", "python agent.py", "OPENAI_API_BASE=http://gw.example/v1"},
		"Ollama":                       {"", "python agent.py", "OLLAMA_HOST=http://127.0.0.1:11434"},
		"Ollama at all addresses":      {"OLLAMA_HOST=0.0.0.0", "python agent.py", "OLLAMA_HOST=http://127.0.0.1:11434"},
		"Ollama with a port only":      {"OLLAMA_HOST=:9", "python agent.py", "OLLAMA_HOST=http://127.0.0.1:9"},
		"Ollama at a host":             {"OLLAMA_HOST=gpu.example:80", "python agent.py", "OLLAMA_HOST=http://gpu.example"},
		"Ollama at a URL":              {"OLLAMA_HOST=https://gpu.example/o", "python agent.py", "OLLAMA_HOST=https://gpu.example/o"},
		"the server of Ollama":         {"", "/usr/bin/ollama serve", "-OLLAMA_HOST"},
		"another command of Ollama":    {"", "ollama run llama", "OLLAMA_HOST=http://127.0.0.1:11434"},
		"a script that is named serve": {"", "python ollama serve", "OLLAMA_HOST=http://127.0.0.1:11434"},
	} {
		t.Run(name, func(t *testing.T) {
			if k, v, ok := strings.Cut(c.env, "="); ok {
				t.Setenv(k, v)
			}
			want, isWanted := strings.CutPrefix(c.want, "-")
			isWanted = !isWanted
			found := ""
			for _, m := range OfChild(strings.Fields(c.command)) {
				if k, _, _ := strings.Cut(want, "="); m.Name == k {
					found = m.Name + "=" + m.URL
				}
			}
			if isWanted && found != want || !isWanted && found != "" {
				t.Errorf("found %q, want %s", found, c.want)
			}
		})
	}
}

func TestGivenModelsComeFirst(t *testing.T) {
	got, err := Flag{"OPENAI_BASE_URL=http://127.0.0.1:1/v1", "http://127.0.0.1:2/mcp", "TOOLS=:3"}.Add([]console.Model{{Name: "OPENAI_BASE_URL", URL: "x"}, {Name: "OTHER", URL: "y"}})
	want := []console.Model{{Name: "OPENAI_BASE_URL", URL: "http://127.0.0.1:1/v1"}, {URL: "http://127.0.0.1:2/mcp"}, {Name: "TOOLS", URL: "http://127.0.0.1:3"}, {Name: "OTHER", URL: "y"}}
	if err != nil || len(got) != len(want) {
		t.Fatalf("%v, %v", got, err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%v, want %v", got[i], want[i])
		}
	}
	for text, want := range map[string]string{
		"MY-KEY=http://x":     `"MY-KEY" is not the name of a variable`,
		"OPENAI_BASE_URL=":    "cannot use --model",
		"notaurl":             "is no URL; write it whole",
		"A=notaurl":           "is no URL; write it whole",
		"ftp://x":             "cannot use --model",
		"http://x/v1?key=1":   "a tap has no query of its own",
		"A=http://x/v1?key=1": "a tap has no query of its own",
	} {
		if _, err := (Flag{text}).Read(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
