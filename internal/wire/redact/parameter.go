package redact

import "strings"

// parameterNames are the parameters of URLs, forms and multipart bodies that are
// secret.
type parameterNames []string

// find tells whether a parameter is one of them by its name, of which escapes are
// undone. A name may have brackets, as some frameworks write lists and members:
// token[], token[0], user[password].
func (n parameterNames) find(written string) (name string, ok bool) {
	for word := range strings.SplitSeq(strings.TrimLeft(written, " \t\x00"), "[") {
		word = strings.TrimSuffix(word, "]")
		if word != "" && isListed(n, word) {
			return word, true
		}
	}
	return "", false
}

// beginsParameter reports whether a parameter begins after c. A semicolon does in old forms,
// and a question mark where a URL is a parameter of a URL.
func beginsParameter(c byte) bool { return c == '&' || c == '#' || c == ';' || c == '?' }
