package dialect

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// problem puts a finding where a member stands; an absent one has no place.
func problem(check string, s a2a.Severity, path string, v value, spec, message string) a2a.Problem {
	p := a2a.Problem{Check: check, Severity: s, Message: sentence(message), Path: path, Offset: -1, Spec: spec}
	if v.present() {
		p.Offset = v.at
	}
	return p
}

// noPlace is a problem of the exchange, not of a place in a body.
func noPlace(check string, s a2a.Severity, spec, message string) a2a.Problem {
	return a2a.Problem{Check: check, Severity: s, Message: sentence(message), Offset: -1, Spec: spec}
}

// sentence makes one of a clause: capital first, full stop last.
func sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[n:]
	if strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// under moves problems found in a value to where the value stands in its
// document.
func under(path string, v value, ps []a2a.Problem) []a2a.Problem {
	for i, p := range ps {
		switch {
		case p.Path == "" || p.Path == "$":
			ps[i].Path = path
		case p.Path[0] == '$':
			ps[i].Path = path + p.Path[1:]
		case p.Path[0] == '[':
			ps[i].Path = path + p.Path
		default:
			ps[i].Path = path + "." + p.Path
		}
		if p.Offset >= 0 {
			ps[i].Offset += v.at
		}
	}
	return ps
}

// brief quotes something an agent or a client wrote, cut to a length that fits
// a sentence.
func brief(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return `"` + s + `"`
}

func typeName(v value) string {
	switch {
	case v.is('{'):
		return "an object"
	case v.is('['):
		return "an array"
	case v.is('"'):
		return "a string"
	case v.is('0'):
		return "a number"
	case v.null():
		return "null"
	}
	return "true or false"
}

// shown is a value as written, cut to fit a sentence.
func shown(v value) string {
	if v.is('"') {
		return brief(v.text())
	}
	if len(v.raw) > 60 {
		return typeName(v)
	}
	return string(v.raw)
}
