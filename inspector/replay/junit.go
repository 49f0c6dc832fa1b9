package replay

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/inspector/diff"
)

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure"`
	Out     string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes a comparison as a JUnit test suite, a test case for every
// pair.
func WriteJUnit(w io.Writer, name string, r *diff.Report) error {
	name = clean(name)
	suite := junitSuite{Name: name, Tests: len(r.Pairs), Failures: r.Differs + r.Missing + r.Extra + r.Stopped}
	for i := range r.Pairs {
		p := &r.Pairs[i]
		c := junitCase{Class: name, Name: clean(fmt.Sprintf("%d %s", i+1, title(p))), Out: clean(strings.Join(p.Notes, "\n"))}
		if p.Verdict != diff.Same {
			c.Failure = &junitFailure{Message: clean(headline(p)), Type: clean(string(p.Verdict)), Text: clean(details(p))}
		}
		suite.Cases = append(suite.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// title names a pair: SendMessage "tell me a joke".
func title(p *diff.Pair) string {
	op := string(p.Op)
	if op == "" {
		op = "call"
	}
	if p.Says != "" {
		return fmt.Sprintf("%s %q", op, p.Says)
	}
	return op
}

// headline is what is wrong with a pair, in one line.
func headline(p *diff.Pair) string {
	switch {
	case p.Verdict != diff.Differs && len(p.Notes) > 0:
		return string(p.Verdict) + ": " + p.Notes[len(p.Notes)-1]
	case p.Verdict != diff.Differs:
		return string(p.Verdict)
	}
	n := len(p.Differences) + p.More
	if n == 1 {
		return "1 difference: " + p.Differences[0].Path
	}
	return fmt.Sprintf("%d differences", n)
}

// details lists a pair's differences with both values.
func details(p *diff.Pair) string {
	var b strings.Builder
	fmt.Fprintf(&b, "recorded %s, now %s\n", or(p.A, "nothing"), or(p.B, "nothing"))
	for _, d := range p.Differences {
		fmt.Fprintf(&b, "%s (%s)\n  recorded: %s\n  now:      %s\n", d.Path, d.Kind, shown(d.A), shown(d.B))
	}
	if p.More > 0 {
		fmt.Fprintf(&b, "and %d more\n", p.More)
	}
	return b.String()
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// shown is a value as far as a report shows it.
func shown(v []byte) string {
	const most = 2000
	if v == nil {
		return "nothing"
	}
	s := string(v)
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return fmt.Sprintf("%s… (%d bytes)", s[:cut], len(s))
}

// clean leaves out what XML 1.0 cannot hold.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r >= 0x20 && r != 0xFFFE && r != 0xFFFF {
			return r
		}
		return utf8.RuneError
	}, s)
}
