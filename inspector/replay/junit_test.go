package replay

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestJUnitWithHostileNames: the output is valid XML 1.0 whatever is in names, notes, paths and values, and a long name is
// not repeated in every case.
func TestJUnitWithHostileNames(t *testing.T) {
	var controls strings.Builder
	for c := range rune(0xa1) {
		controls.WriteRune(c)
	}
	for _, evil := range []string{
		"", controls.String(), "]]>", "<![CDATA[x]]>", "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]>&b;", "\"' a=\"b", "--><!--", "\xed\xa0\x80\xed\xb0\x80", "\xed\xbf\xbf", "\xff\xfe\x80", "\ufffe\uffff\ufdd0\U0001ffff",
		strings.Repeat("x", 1<<20), strings.Repeat("\u00e9", 1<<19), strings.Repeat("\x00", 1<<20), strings.Repeat("&", 1<<20), "\r\n\t\u2028\u2029\u0085",
	} {
		r := &diff.Report{Level: diff.Meaning}
		for range 20 {
			r.Pairs = append(r.Pairs, diff.Pair{A: evil[:min(len(evil), 99)], Outcome: diff.OutcomeDiffers, Op: a2a.Operation(evil), Excerpt: evil, Notes: []string{"not sent"},
				Differences: []diff.Difference{{Path: "$." + evil[:min(len(evil), 999)], A: []byte(evil), B: []byte(evil), Kind: diff.KindText}}})
		}
		var out bytes.Buffer
		if err := WriteJUnit(&out, evil, r); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "<testcase "); n != 20 || out.Len() > 20*40_000 || !utf8.Valid(out.Bytes()) {
			t.Errorf("%.20q: %d cases in %d bytes", evil, n, out.Len())
		}
		depth := 0
		for d := xml.NewDecoder(&out); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%.20q: %v", evil, err)
			}
			switch e := token.(type) {
			case xml.StartElement:
				depth++
				for _, a := range e.Attr {
					allowed(t, a.Value)
				}
			case xml.CharData:
				allowed(t, string(e))
			case xml.EndElement:
				depth--
			case xml.Comment, xml.Directive:
				t.Errorf("%.20q: %T", evil, e)
			}
		}
		if depth != 0 {
			t.Errorf("%.20q: %d elements are open", evil, depth)
		}
	}
}

// allowed checks that text has only characters of XML 1.0 §2.2.
func allowed(t *testing.T, s string) {
	t.Helper()
	for _, c := range s {
		if !(c == '\t' || c == '\n' || c == '\r' || c >= 0x20 && c <= 0xd7ff || c >= 0xe000 && c <= 0xfffd || c >= 0x10000 && c <= 0x10ffff) {
			t.Errorf("%q in %.40q", c, s)
		}
	}
}

// TestCallsThatAreNotCompared: all reports mention them, and they fail the suite.
func TestCallsThatAreNotCompared(t *testing.T) {
	r := &diff.Report{Level: diff.Meaning, OtherCalls: 5}
	r.Add(diff.Pair{A: "a", B: "b", Outcome: diff.OutcomeSame, Op: a2a.SendMessage})
	const want = "1 of 6 calls compared; 5 to other agents left out"
	var junit, md bytes.Buffer
	if err := errors.Join(WriteJUnit(&junit, "x", r), WriteMarkdown(&md, "x", r)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(junit.String(), want) || !strings.Contains(junit.String(), `failures="1"`) || !strings.Contains(md.String(), want) {
		t.Errorf("%s\n%s", junit.String(), md.String())
	}
}
