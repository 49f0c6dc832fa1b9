package saved

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// pattern is a variable; with a backslash before it, it is text that looks like one.
var pattern = regexp.MustCompile(`\\?\{\{ *([A-Za-z_][A-Za-z0-9_.-]{0,59}) *\}\}`)

type place int

const (
	plain place = iota
	inJSON
	inHeaders
)

// field is a text of a request, and what it is.
type field struct {
	text *string
	is   place
}

func namesIn(text string) (all []string) {
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		if m[0][0] != '\\' {
			all = append(all, m[1])
		}
	}
	return all
}

// Missing says which variables have no value.
type Missing []string

func (m Missing) Error() string { return "no value for {{" + strings.Join(m, "}}, {{") + "}}" }

// Fill returns the request with values in place of its variables, those of Variables
// and no others. The error is Missing where values lack. A secret may stand only in a
// header that the record never keeps.
func (r *Request) Fill(values map[string]string) (*Request, error) {
	return r.fill(values, true)
}

// Show is Fill for eyes: secret variables stay as they are, and so do those without a
// value.
func (r *Request) Show(values map[string]string) (*Request, error) {
	return r.fill(values, false)
}

func (r *Request) fill(values map[string]string, whole bool) (*Request, error) {
	out := *r
	out.Parts = slices.Clone(r.Parts)
	var lacks Missing
	for _, f := range out.texts() {
		if whole {
			if err := r.keepsSecrets(f); err != nil {
				return nil, err
			}
		}
		var err error
		*f.text, err = replace(*f.text, f.is, func(name string) (string, bool) {
			v, ok := r.variable(name)
			value := values[name]
			if value == "" {
				value = v.Default
			}
			if !ok || v.Secret && !whole {
				return "", false
			}
			if value == "" && !slices.Contains(lacks, name) {
				lacks = append(lacks, name)
			}
			return value, value != ""
		})
		if err != nil {
			return nil, err
		}
	}
	if whole && len(lacks) > 0 {
		return nil, lacks
	}
	return &out, nil
}

func (r *Request) variable(name string) (Variable, bool) {
	i := slices.IndexFunc(r.Variables, func(v Variable) bool { return v.Name == name })
	if i < 0 {
		return Variable{}, false
	}
	return r.Variables[i], true
}

// replace puts values in place of variables. value returns false for one that stays.
func replace(text string, is place, value func(name string) (string, bool)) (string, error) {
	var b strings.Builder
	var failed error
	last, quoted := 0, false
	for _, m := range pattern.FindAllStringSubmatchIndex(text, -1) {
		before := text[last:m[0]]
		b.WriteString(before)
		quoted = quoted != oddQuotes(before)
		last = m[1]
		whole, name := text[m[0]:m[1]], text[m[2]:m[3]]
		if whole[0] == '\\' {
			if is == inJSON { // there a backslash is JSON's own
				b.WriteString(whole)
			} else {
				b.WriteString(whole[1:])
			}
			continue
		}
		v, ok := value(name)
		switch {
		case !ok:
			v = whole
		case is == inHeaders && strings.ContainsAny(v, "\r\n"):
			failed = fmt.Errorf("the value of {{%s}} has a line break, which no header takes", name)
		case is == inJSON && quoted:
			v = inString(v)
		}
		b.WriteString(v)
	}
	b.WriteString(text[last:])
	return b.String(), failed
}

// oddQuotes reports whether a stretch of JSON ends on the other side of a quote than it
// begins.
func oddQuotes(text string) (odd bool) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			odd = !odd
		}
	}
	return odd
}

// inString is a text as it stands within the quotes of a JSON string.
func inString(s string) string {
	b, err := json.Marshal(s)
	if err != nil { // texts always marshal
		return ""
	}
	return string(b[1 : len(b)-1])
}

// keepsSecrets refuses secrets where the record would keep them.
func (r *Request) keepsSecrets(f field) error {
	for _, v := range r.Variables {
		if !v.Secret || !slices.Contains(namesIn(*f.text), v.Name) {
			continue
		}
		if f.is != inHeaders {
			return fmt.Errorf("{{%s}} is secret and would be recorded where it stands: a secret can stand only in a header such as Authorization, whose value is never recorded", v.Name)
		}
		for line := range strings.Lines(*f.text) {
			name, value, ok := strings.Cut(line, ":")
			if name = strings.TrimSpace(name); ok && slices.Contains(namesIn(value), v.Name) && !Hidden(name, strings.TrimSpace(value)) {
				return fmt.Errorf("{{%s}} is secret and the header %s would be recorded: a secret can stand only in a header such as Authorization, whose value is never recorded", v.Name, name)
			}
		}
	}
	return nil
}

// stand-in for a secret where it is looked up whether the record would keep it.
const trial = "zq7Xw81TrialValue"

// Hidden reports whether the record never keeps what a header has in place of the
// variables of a value.
func Hidden(header, value string) bool {
	value, _ = replace(value, inHeaders, func(string) (string, bool) { return trial, true })
	kept, _ := redact.Header(http.Header{http.CanonicalHeaderKey(header): {value}}, redact.Secrets{Usual: true}, nil, "")
	for _, all := range kept {
		for _, v := range all {
			if strings.Contains(v, trial) {
				return false
			}
		}
	}
	return true
}

// WithoutSecrets is lines of headers in which secrets are variables, and the variables
// that it took for them.
func WithoutSecrets(headers string) (string, []Variable) {
	var lines []string
	var found []Variable
	for line := range strings.SplitSeq(headers, "\n") {
		name, value, ok := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		name = strings.TrimSpace(name)
		if from, to, secret := secretIn(name, value); ok && secret {
			v := Variable{Name: variableName(name), Secret: true}
			switch scheme, rest, two := strings.Cut(value, " "); {
			case two && rest != "" && strings.EqualFold(name, "Authorization"):
				line = name + ": " + scheme + " {{" + v.Name + "}}"
			case Hidden(name, "{{x}}"):
				line = name + ": {{" + v.Name + "}}"
			default: // its value tells that it is secret, or what in it is
				line = name + ": " + value[:from] + "{{" + v.Name + "}}" + value[to:]
			}
			found = append(found, v)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), found
}

// secretIn is where in a header's value there is what the record never keeps, and is
// written out: what variables stand for is not, nor what joins them.
func secretIn(header, value string) (from, to int, found bool) {
	blank := pattern.ReplaceAllStringFunc(value, func(v string) string {
		if v[0] == '\\' {
			return v
		}
		return strings.Repeat("\x00", len(v))
	})
	// Variables are taken for letters where the header is read.
	_, hidden := redact.Header(http.Header{http.CanonicalHeaderKey(header): {strings.ReplaceAll(blank, "\x00", "x")}}, redact.Secrets{Usual: true}, nil, "")
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

// variableName is a header's name as that of a variable.
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

// OnlyHidden reports whether a variable stands nowhere but in headers of which the
// record keeps no value: it is a secret, most likely.
func (r *Request) OnlyHidden(name string) bool {
	probe := *r
	probe.Variables = []Variable{{Name: name, Secret: true}}
	for _, f := range probe.texts() {
		if probe.keepsSecrets(f) != nil {
			return false
		}
	}
	return true
}
