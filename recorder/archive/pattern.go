package archive

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// Pattern names something to redact in a session: see ParsePattern.
type Pattern struct {
	kind  string
	value string
	re    *regexp.Regexp
}

// ParsePattern parses one of
//
//	header:NAME     a header of requests and responses
//	query:NAME      a parameter of the URL
//	member:PATH     a member of JSON bodies and events, as in redact.Secrets: params.metadata.*
//	text:REGEXP     text of URLs, headers and bodies, in Go's syntax; with groups, only those
func ParsePattern(s string) (Pattern, error) {
	kind, value, ok := strings.Cut(s, ":")
	p := Pattern{kind: kind, value: value}
	if !ok || value == "" {
		return p, fmt.Errorf("cannot use %q to redact: write header:NAME, query:NAME, member:PATH or text:REGEXP", s)
	}
	switch kind {
	case "header", "query", "member":
	case "text":
		re, err := regexp.Compile(value)
		if err != nil {
			return p, fmt.Errorf("cannot use %q to redact: %w", s, err)
		}
		if re.MatchString("") {
			return p, fmt.Errorf("cannot use %q to redact: it matches the empty string, and so it matches everywhere", s)
		}
		p.re = re
	default:
		return p, fmt.Errorf("cannot use %q to redact: %q is not a kind; write header:NAME, query:NAME, member:PATH or text:REGEXP", s, kind)
	}
	return p, nil
}

// into adds a pattern to the secrets, unless it is a text pattern.
func (p Pattern) into(s *redact.Secrets) {
	switch p.kind {
	case "header":
		s.Headers = append(s.Headers[:len(s.Headers):len(s.Headers)], p.value)
	case "query":
		s.Query = append(s.Query[:len(s.Query):len(s.Query)], p.value)
	case "member":
		s.Request, s.Response = s.Request.With(p.value), s.Response.With(p.value)
		if s.Events != nil {
			s.Events = s.Events.With(p.value)
		}
		s.Form = append(s.Form[:len(s.Form):len(s.Form)], p.value)
	}
}

// span is a range of bytes that excludes to.
type span struct{ from, to int }

// find returns where a text pattern matches, in order and without overlaps.
func (p Pattern) find(b []byte) []span {
	if p.re == nil {
		return nil
	}
	var out []span
	for _, m := range p.re.FindAllSubmatchIndex(b, -1) {
		if len(m) == 2 {
			out = append(out, span{m[0], m[1]})
			continue
		}
		last := 0
		for g := 2; g < len(m); g += 2 {
			if m[g] >= last && m[g+1] > m[g] { // nested groups count as one
				out = append(out, span{m[g], m[g+1]})
				last = m[g+1]
			}
		}
	}
	return out
}

// blankSpan overwrites a range but keeps the syntax of JSON and event streams: line ends and quotes stay, and
// escapes are replaced as a whole.
func blankSpan(b []byte, s span) {
	slashes := 0
	for i := s.from - 1; i >= 0 && b[i] == '\\'; i-- {
		slashes++
	}
	from := s.from
	if slashes%2 == 1 { // the range begins inside an escape
		from++
	}
	for i := from; i < s.to; i++ {
		switch c := b[i]; {
		case c < 0x20 || c == '"':
		case c == '\\' && i+1 < len(b) && b[i+1] >= 0x20:
			b[i] = '*'
			if i+1 < s.to {
				b[i+1] = '*'
				i++
			} else if b[i+1] == '"' || b[i+1] == '\\' {
				b[i] = '\\' // otherwise the next byte would end the string or begin an escape
			}
		default:
			b[i] = '*'
		}
	}
}
