// Package page reads bodies that are not protocol documents: the pages and texts in which servers and
// frameworks report errors, and stack traces of programs.
package page

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// Limits of what is quoted of a body.
const (
	maxBody  = 64 << 10 // bytes that are read at each end of a body
	maxQuote = 160      // bytes of each line
)

// Quote returns what the body of an HTTP error says, in one line. For text it returns the first
// line and the last, where a traceback has its cause; for a web page, its title or heading and the
// last line of its text. It is "" for a body of JSON or binary data.
func Quote(body []byte) string { return quoteLines(linesOf(body)) }

// Describe returns the kind of a body that is not a protocol document: "a Python traceback", "a web
// page", "text".
func Describe(body []byte) string {
	t := bytes.TrimSpace(body)
	switch trace := DetectTrace(t); {
	case len(t) == 0:
		return "an empty body"
	case trace != "":
		return trace
	case detectMarkup(t) != "":
		return detectMarkup(t)
	case json.Valid(t):
		return "JSON"
	case linesOf(t) == nil && t[0] != '{' && t[0] != '[':
		return "bytes that are not UTF-8"
	case t[0] == '{' || t[0] == '[':
		return "broken JSON"
	}
	return "text"
}

// detectMarkup returns "a web page" or "XML", or "" for other bodies: "<nil>" is text.
func detectMarkup(t []byte) string {
	t = t[:min(len(t), maxBody)]
	if t[0] != '<' || !tags.Match(t) {
		return ""
	}
	z := html.NewTokenizer(bytes.NewReader(t))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return "a web page"
		case html.StartTagToken, html.SelfClosingTagToken:
			if z.Token().DataAtom == 0 {
				return "XML"
			}
			return "a web page"
		}
	}
}

// tags matches signs of markup: a closing tag, a declaration, or the beginning of HTML.
var tags = regexp.MustCompile(`(?i)</|/>|<[!?]|^<html`)

// DetectTrace names the kind of stack trace in a body, "" for none. Such a body comes from a program, not
// from a gateway in front of it.
func DetectTrace(body []byte) string {
	body = trimMiddle(body)
	for _, t := range tracePatterns {
		if t.sign.Match(body) {
			return t.says
		}
	}
	return ""
}

var tracePatterns = []struct {
	says string
	sign *regexp.Regexp
}{
	{"a Python traceback", regexp.MustCompile(`Traceback \(most recent call last\)`)},
	{"a Go stack trace", regexp.MustCompile(`goroutine \d+ \[running\]`)},
	{"a Java stack trace", regexp.MustCompile(`(^|\s|\\[nt])at [\w.$/<>]+\([\w$]+\.(java|kt|scala):\d+\)`)},
	{"a .NET stack trace", regexp.MustCompile(`(^|\s|\\n)at [\w.<>\x60,\[\]]+\([^)\n]*\) in \S+:line \d+`)},
	{"a JavaScript stack trace", regexp.MustCompile(`(\s|\\n|&nbsp;)at ([^\n]{1,200} \()?(file://|node:|/|[A-Z]:\\)[^\n()]{0,400}:\d+:\d+`)},
	{"a Ruby stack trace", regexp.MustCompile(`\.rb:\d+:in ['\x60]`)},
	{"a PHP stack trace", regexp.MustCompile(`Stack trace:\s*(<br\s*/?>\s*)?#0 `)},
}

// linesOf returns the lines of a text body, or those that a web page shows; it returns nil for JSON
// or binary data.
func linesOf(body []byte) []string {
	t := bytes.TrimSpace(body)
	if len(t) == 0 || t[0] == '{' || t[0] == '[' || bytes.IndexByte(t, 0) >= 0 || !utf8.Valid(clipBody(t)) {
		return nil
	}
	if detectMarkup(t) != "" {
		return pageLines(t[:min(len(t), maxBody)])
	}
	return strings.Split(string(trimMiddle(t)), "\n")
}

// IsStock reports whether a body of text or HTML, or an object with only a message, says no more than its
// status: what a gateway or a framework writes by default.
func IsStock(body []byte, status int) bool {
	said := false
	for _, l := range messageLines(body) {
		l = strings.ToLower(strings.Join(strings.Fields(l), " "))
		if l == "" {
			continue
		}
		said = true
		if stockLine(l) {
			continue
		}
		l = strings.ReplaceAll(l, strings.ToLower(http.StatusText(status)), "")
		rest := strings.FieldsFunc(l, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for _, word := range rest {
			if word != strconv.Itoa(status) && word != "error" && word != "http" && word != "status" {
				return false
			}
		}
	}
	return said
}

// messageLines returns the lines of a body, or the message of an object that has no other member.
// API gateways send a message that is null.
func messageLines(body []byte) []string {
	var of map[string]*string
	if json.Unmarshal(body, &of) != nil || len(of) != 1 {
		return linesOf(body)
	}
	for _, text := range of {
		if text != nil {
			return []string{*text}
		}
	}
	return []string{"error"}
}

// stockLine reports whether a line, in lower case, consists of sentences that servers write on
// every error page, or of the name of a server.
func stockLine(l string) bool {
	if serverPattern.MatchString(l) {
		return true
	}
	for _, sentence := range strings.FieldsFunc(l, func(r rune) bool { return r == '.' || r == '!' }) {
		if sentence = strings.TrimSpace(sentence); sentence != "" && !slices.Contains(stockSentences, sentence) {
			return false
		}
	}
	return true
}

// serverPattern matches a line that names the server: "nginx/1.24.0 (ubuntu)".
var serverPattern = regexp.MustCompile(`^(nginx|openresty|apache|apache tomcat|caddy|cloudflare|envoy|haproxy|traefik|microsoft-iis|cowboy)([/ ]v?[0-9]+(\.[0-9]+)*)?( \([a-z]+\))?( server)?$`)

// stockSentences are sentences that servers write on every error page.
var stockSentences = []string{
	"the server encountered an internal error",
	"the server encountered an internal error and was unable to do it",
	"the server encountered an internal error and was unable to complete your request",
	"the server encountered an internal error or misconfiguration and was unable to complete your request",
	"the server encountered an unexpected condition",
	"the server encountered an unexpected condition that prevented it from fulfilling the request",
	"the server encountered an unexpected condition which prevented it from fulfilling the request",
	"either the server is overloaded or there is an error in the application",
	"something went wrong", "an internal server error occurred", "an unexpected error occurred",
	"please try again", "please try again later", "please try again in a few minutes",
	"something went wrong, please try again", "something went wrong, please try again later",
}

// clipBody returns the start of a body without a partial character at its end.
func clipBody(b []byte) []byte {
	return []byte(clip.Truncate(string(b[:min(len(b), maxBody)]), maxBody))
}

// trimMiddle removes the middle of a long body.
func trimMiddle(b []byte) []byte {
	if len(b) <= 2*maxBody {
		return b
	}
	return append(append(bytes.Clone(b[:maxBody]), '\n'), b[len(b)-maxBody:]...)
}

// quoteLines quotes the first and the last line that are not blank.
func quoteLines(lines []string) string {
	var first, last string
	for _, l := range lines {
		if l = strings.Join(strings.Fields(strings.ToValidUTF8(l, "�")), " "); l == "" {
			continue
		}
		if first == "" {
			first = l
		}
		last = l
	}
	switch {
	case first == "":
		return ""
	case last == first:
		return "“" + clip.Bytes(first, maxQuote) + "”"
	}
	return "“" + clip.Bytes(first, maxQuote) + "” … “" + clip.Bytes(last, maxQuote) + "”"
}

// pageLines returns the lines that a web page shows, its title first.
func pageLines(page []byte) []string {
	var out strings.Builder
	hidden := atom.Atom(0)
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return strings.Split(out.String(), "\n")
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			tok := z.Token()
			switch a := tok.DataAtom; {
			case hidden != 0:
				if tok.Type == html.EndTagToken && a == hidden {
					hidden = 0
				}
			case tok.Type == html.StartTagToken && (a == atom.Script || a == atom.Style):
				hidden = a
			case !inlineTags[a]:
				out.WriteByte('\n')
			}
		case html.TextToken:
			if hidden == 0 {
				out.Write(z.Text())
			}
		}
	}
}

// inlineTags are the tags that do not break a line.
var inlineTags = map[atom.Atom]bool{atom.A: true, atom.B: true, atom.Code: true, atom.Em: true, atom.I: true, atom.Span: true, atom.Strong: true}
