package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// Problem reports a problem at v. An absent v has no offset.
func Problem(check string, s a2a.Severity, path string, v Value, spec, message string) a2a.Problem {
	p := Unplaced(check, s, spec, message)
	if p.Path = path; v.Present() {
		p.Offset = v.Offset
	}
	return p
}

// Unplaced reports a problem of the exchange rather than of a place in a body. check may include a cause:
// "SSE-25/framing".
func Unplaced(check string, s a2a.Severity, spec, message string) a2a.Problem {
	check, cause, _ := strings.Cut(check, "/")
	return a2a.Problem{Check: check, Severity: s, Message: Sentence(message), Offset: -1, Spec: spec, Cause: cause}
}

// Sentence capitalises a clause and ends it with a full stop.
func Sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[n:]
	return strings.TrimSuffix(s, ".") + "."
}

// Under moves problems found in a value to the value's place in its document.
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

// QuoteShort quotes foreign text, shortened to fit a sentence.
func QuoteShort(s string) string {
	const most = 60
	return `"` + clip.Runes(s, most) + `"`
}

// TypeName returns the JSON type of a value: "an object".
func TypeName(v Value) string {
	switch {
	case v.Null():
		return "null"
	case v.IsKind('t'), v.IsKind('f'):
		return "true or false"
	}
	return jsonio.KindOf(v.Raw)
}

// Quote returns a value as written, shortened to fit a sentence.
func Quote(v Value) string {
	if v.IsKind('"') {
		return QuoteShort(v.Text())
	}
	if len(v.Raw) > 60 {
		return TypeName(v)
	}
	return string(v.Raw)
}
