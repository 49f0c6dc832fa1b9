package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// Problem puts a finding where a member stands; an absent one has no place.
func Problem(check string, s a2a.Severity, path string, v Value, spec, message string) a2a.Problem {
	p := Unplaced(check, s, spec, message)
	if p.Path = path; v.Present() {
		p.Offset = v.Offset
	}
	return p
}

// Unplaced is a problem of the exchange, not of a place in a body. check may name the cause
// of the problem, too: "SSE-25/framing".
func Unplaced(check string, s a2a.Severity, spec, message string) a2a.Problem {
	check, cause, _ := strings.Cut(check, "/")
	return a2a.Problem{Check: check, Severity: s, Message: Sentence(message), Offset: -1, Spec: spec, Cause: cause}
}

// Sentence makes one of a clause: capital first, full stop last.
func Sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[n:]
	return strings.TrimSuffix(s, ".") + "."
}

// Under moves problems found in a value to where the value stands in its
// document.
func Under(path string, v Value, ps []a2a.Problem) []a2a.Problem {
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
			ps[i].Offset += v.Offset
		}
	}
	return ps
}

// QuoteShort quotes something an agent or a client wrote, cut to a length that fits
// a sentence.
func QuoteShort(s string) string {
	const most = 60
	return `"` + clip.Runes(s, most) + `"`
}

// TypeName says what JSON type a value has: "an object".
func TypeName(v Value) string {
	switch {
	case v.Null():
		return "null"
	case v.IsKind('t'), v.IsKind('f'):
		return "true or false"
	}
	return jsonio.KindOf(v.Raw)
}

// Quote is a value as written, cut to fit a sentence.
func Quote(v Value) string {
	if v.IsKind('"') {
		return QuoteShort(v.Text())
	}
	if len(v.Raw) > 60 {
		return TypeName(v)
	}
	return string(v.Raw)
}
