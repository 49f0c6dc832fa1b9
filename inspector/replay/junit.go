package replay

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/clip"
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
	name = brief(name)
	suite := junitSuite{Name: name, Tests: len(r.Pairs), Failures: r.Differs + r.Missing + r.Extra + r.Stopped}
	for i := range r.Pairs {
		p := &r.Pairs[i]
		c := junitCase{Class: name, Name: brief(fmt.Sprintf("%d %s", i+1, title(p))), Out: clean(strings.Join(p.Notes, "\n"))}
		if p.Outcome != diff.Same {
			c.Failure = &junitFailure{Message: brief(headline(p)), Type: clean(string(p.Outcome)), Text: clean(details(p))}
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
	op := cmp.Or(string(p.Op), "call")
	if p.Says != "" {
		return fmt.Sprintf("%s %q", op, p.Says)
	}
	return op
}

// headline is what is wrong with a pair, in one line.
func headline(p *diff.Pair) string {
	switch {
	case p.Outcome != diff.Differs && len(p.Notes) > 0:
		return string(p.Outcome) + ": " + p.Notes[len(p.Notes)-1]
	case p.Outcome != diff.Differs:
		return string(p.Outcome)
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
	fmt.Fprintf(&b, "recorded %s, now %s\n", cmp.Or(p.A, "nothing"), cmp.Or(p.B, "nothing"))
	for _, d := range p.Differences {
		fmt.Fprintf(&b, "%s (%s)\n  recorded: %s\n  now:      %s\n", d.Path, d.Kind, shown(d.A), shown(d.B))
	}
	if p.More > 0 {
		fmt.Fprintf(&b, "and %d more\n", p.More)
	}
	return b.String()
}

// shown is a value as far as a report shows it.
func shown(v []byte) string {
	if v == nil {
		return "nothing"
	}
	return cut(string(v), 2000)
}

// brief is a name or a headline as XML can hold it. The name of the suite is in
// every case.
func brief(s string) string { return clean(cut(s, 500)) }

// cut is s as far as so many bytes, and how many there are.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return fmt.Sprintf("%s (%d bytes)", clip.Bytes(s, most), len(s))
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
