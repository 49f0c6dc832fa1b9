package ui

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/wire"
)

// curl is a request as a command for a POSIX shell. Secrets are not on record:
// in their place stands what to put there, and a comment says so.
func curl(x wire.Exchange, body []byte) string {
	var b strings.Builder
	if len(x.Redactions) > 0 {
		names := redactedNames(x)
		if len(names) > 0 {
			b.WriteString("# Not on record, put your own in: " + strings.Join(names, ", ") + "\n")
		}
	}
	b.WriteString("curl -N")
	if x.Method != "POST" || len(body) == 0 {
		b.WriteString(" -X " + shell(x.Method))
	}
	b.WriteString(" " + shell(x.URL))
	names := make([]string, 0, len(x.Request.Header))
	for name := range x.Request.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if slices.Contains([]string{"Host", "Content-Length", "Connection", "Accept-Encoding"}, name) {
			continue
		}
		for _, v := range x.Request.Header[name] {
			if i := slices.IndexFunc(x.Redactions, func(r wire.Redaction) bool {
				return r.Where == "request.header" && strings.EqualFold(r.Name, name)
			}); i >= 0 {
				v = strings.ToUpper(strings.ReplaceAll(x.Redactions[i].Kind, "-", "_"))
				if v == "BEARER" {
					v = "Bearer TOKEN"
				}
			}
			b.WriteString(" \\\n  -H " + shell(name+": "+v))
		}
	}
	if len(body) > 0 && utf8.Valid(body) {
		b.WriteString(" \\\n  --data-binary " + shell(string(body)))
	} else if len(body) > 0 {
		b.WriteString(" \\\n  --data-binary @request.bin")
	}
	return b.String() + "\n"
}

func redactedNames(x wire.Exchange) []string {
	var out []string
	for _, r := range x.Redactions {
		if (strings.HasPrefix(r.Where, "request.") || r.Where == "url") && !slices.Contains(out, r.Name) {
			out = append(out, strings.Map(printable, r.Name))
		}
	}
	return out
}

// printable keeps a name on its comment line.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return '_'
	}
	return r
}

// shell quotes a word so that no shell reads anything in it.
func shell(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
