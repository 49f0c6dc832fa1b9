package saved

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// Places says which values of an agent's exchanges the recorder never keeps. The zero value covers what applies to all
// agents.
type Places redact.Secrets

// secrets adds what applies to all agents.
func (p Places) secrets() redact.Secrets {
	p.Heuristics = true
	return redact.Secrets(p)
}

// trialSecret stands for a secret to find out whether the recorder would keep it.
const trialSecret = "zq7Xw81TrialValue"

// hides reports whether the recorder never keeps the values of variables in a header's value.
func (p Places) hides(header, value string) bool {
	value, _ = replace(value, inHeaders, func(string) (string, bool) { return trialSecret, true })
	kept, _ := redact.Header(http.Header{http.CanonicalHeaderKey(header): {value}}, p.secrets(), nil, "")
	for _, all := range kept {
		for _, v := range all {
			if strings.Contains(v, trialSecret) {
				return false
			}
		}
	}
	return true
}

// WithoutSecrets replaces secrets in header lines by variables, and returns the lines and the variables.
func (p Places) WithoutSecrets(headers string) (string, []Variable) {
	var lines []string
	var found []Variable
	for line := range strings.SplitSeq(headers, "\n") {
		name, value, ok := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		name = strings.TrimSpace(name)
		if from, to, secret := p.findSecret(name, value); ok && secret {
			v := Variable{Name: variableName(name), Secret: true}
			switch scheme, rest, two := strings.Cut(value, " "); {
			case two && rest != "" && strings.EqualFold(name, "Authorization"):
				line = name + ": " + scheme + " {{" + v.Name + "}}"
			case p.hides(name, "{{x}}"):
				line = name + ": {{" + v.Name + "}}"
			default: // only this value shows that the header is secret, or which part of it is
				line = name + ": " + value[:from] + "{{" + v.Name + "}}" + value[to:]
			}
			found = append(found, v)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), found
}

// findSecret finds the part of a header's value that the recorder never keeps. It ignores variables, and punctuation
// between them.
func (p Places) findSecret(header, value string) (from, to int, found bool) {
	blank := pattern.ReplaceAllStringFunc(value, func(v string) string {
		if v[0] == '\\' {
			return v
		}
		return strings.Repeat("\x00", len(v))
	})
	// Put letters in place of variables for the redaction.
	_, hidden := redact.Header(http.Header{http.CanonicalHeaderKey(header): {strings.ReplaceAll(blank, "\x00", "x")}}, p.secrets(), nil, "")
	for _, r := range hidden {
		at, end := int(r.Offset), int(r.Offset+r.Length)
		if strings.Trim(blank[at:end], "\x00 :;,.=") == "" {
			continue
		}
		if !found || at < from {
			from = at
		}
		to, found = max(to, end), true
	}
	return from, to, found
}

func variableName(header string) string {
	name := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' {
			return c
		}
		return '_'
	}, strings.ToLower(strings.TrimSpace(header)))
	if name == "" || name[0] >= '0' && name[0] <= '9' || name[0] == '-' {
		name = "secret_" + name
	}
	return name[:min(len(name), 60)]
}
