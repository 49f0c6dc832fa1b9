// Package reportfile writes reports as JUnit XML and as Markdown. Names and texts come from agents: whatever
// they contain, it neither breaks the file nor acts as markup.
package reportfile

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// Suite is a test suite. Write fills in Tests, Failures and Skipped.
type Suite struct {
	XMLName  xml.Name `xml:"testsuite"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Skipped  int      `xml:"skipped,attr,omitempty"`
	Cases    []Case   `xml:"testcase"`
}

// Case is a test case. It passed if both Failure and Skipped are nil.
type Case struct {
	Class     string   `xml:"classname,attr"`
	Name      string   `xml:"name,attr"`
	Failure   *Failure `xml:"failure"`
	Skipped   *Skipped `xml:"skipped"`
	SystemOut string   `xml:"system-out,omitempty"`
}

// Failure says why a case failed: in one line, with a type, and in full.
type Failure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// Skipped says why a case was not run.
type Skipped struct {
	Message string `xml:"message,attr"`
}

// Write writes a suite to w as JUnit XML, with its texts cleaned.
func Write(w io.Writer, s Suite) error {
	s.Name, s.Tests = XMLName(s.Name), len(s.Cases)
	for i := range s.Cases {
		c := &s.Cases[i]
		c.Class, c.Name, c.SystemOut = XMLName(c.Class), XMLName(c.Name), Clean(c.SystemOut)
		if f := c.Failure; f != nil {
			s.Failures++
			c.Failure = &Failure{Message: XMLName(f.Message), Type: Clean(f.Type), Text: Clean(f.Text)}
		}
		if c.Skipped != nil {
			s.Skipped++
			c.Skipped = &Skipped{Message: XMLName(c.Skipped.Message)}
		}
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(s); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// XMLName cleans a name or a headline for XML and cuts it to 500 bytes, because the suite's name is
// repeated in every case.
func XMLName(s string) string { return Clean(Cut(s, 500)) }

// Cut returns s, or its first most bytes and a note of its length if it is longer.
func Cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return fmt.Sprintf("%s (%d bytes)", clip.Bytes(s, most), len(s))
}

// Clean replaces characters that XML 1.0 cannot represent with U+FFFD.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r >= 0x20 && r != 0xFFFE && r != 0xFFFF {
			return r
		}
		return utf8.RuneError
	}, s)
}
