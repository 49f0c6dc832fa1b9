// Package models holds what commands share that open taps of model APIs: the flag, the variables in which
// programs look for the APIs, and what is printed.
package models

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
)

// Flag is a flag with models as given: NAME=URL or URL.
type Flag []string

// Read reads the values.
func (f Flag) Read() (out []console.Model, err error) {
	for _, text := range f {
		m, err := console.ParseModel(text)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// Add returns the models given, and those of others whose variable is not given.
func (f Flag) Add(others []console.Model) ([]console.Model, error) {
	list, err := f.Read()
	if err != nil {
		return nil, err
	}
	for _, m := range others {
		if !slices.ContainsFunc(list, func(given console.Model) bool { return given.Name == m.Name }) {
			list = append(list, m)
		}
	}
	return list, nil
}

// Note prints the taps of models as the settings that the agent needs.
func Note(p *stdio.Streams, list []console.ModelLine) {
	for _, m := range list {
		p.Note("%s → %s", strings.TrimPrefix(m.Name+"=", "=")+m.URL, m.Model)
	}
}

// usualModels are the variables in which the SDKs of model APIs look for a base URL, with what they use
// if there is none. A variable without a URL is set only if the environment has it: libraries that know it prefer
// it to another.
var usualModels = []console.Model{
	{Name: "OPENAI_BASE_URL", URL: "https://api.openai.com/v1"},
	{Name: "OPENAI_API_BASE"},
	{Name: "ANTHROPIC_BASE_URL", URL: "https://api.anthropic.com"},
	{Name: "GOOGLE_GEMINI_BASE_URL", URL: "https://generativelanguage.googleapis.com"},
	{Name: ollamaHost, URL: "http://127.0.0.1:11434"},
}

const ollamaHost = "OLLAMA_HOST"

// OfChild returns the usual models for a command. A base URL that the environment has already is where
// its tap leads.
func OfChild(command []string) (out []console.Model) {
	for _, m := range usualModels {
		if m.Name == ollamaHost && isOllamaServer(command) {
			continue // it listens there
		}
		if now := os.Getenv(m.Name); now != "" {
			if m.Name == ollamaHost {
				now = ollamaURL(now)
			}
			given, err := console.ParseModel(now)
			if err != nil {
				continue // not a base URL that a tap can lead to: it stays as it is
			}
			m.URL = given.URL
		}
		if m.URL == "" || os.Getenv(m.Name) == "" && isLeftAlone(m) {
			continue
		}
		out = append(out, m)
	}
	return out
}

// isLeftAlone reports whether a variable that has no value stays so. The Azure client of OpenAI's SDK takes the base
// URL for its own, and where an API is reached through a proxy only, a tap would not reach it.
func isLeftAlone(m console.Model) bool {
	if m.Name == "OPENAI_BASE_URL" && (os.Getenv("AZURE_OPENAI_ENDPOINT") != "" || os.Getenv("AZURE_OPENAI_API_KEY") != "") {
		return true
	}
	return strings.HasPrefix(m.URL, "https:") && (os.Getenv("HTTPS_PROXY") != "" || os.Getenv("https_proxy") != "")
}

func isOllamaServer(command []string) bool {
	name := strings.TrimSuffix(filepath.Base(command[0]), ".exe")
	return name == "ollama" && slices.Contains(command[1:], "serve")
}

// ollamaURL completes a value of OLLAMA_HOST, which may lack a scheme and a port and may be what a server
// listens at.
func ollamaURL(host string) string {
	if strings.Contains(host, "://") {
		return host
	}
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, "11434"
	}
	if name == "" || name == "0.0.0.0" || name == "::" {
		name = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(strings.Trim(name, "[]"), port)
}
