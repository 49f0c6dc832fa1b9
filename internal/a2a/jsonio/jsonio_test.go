package jsonio

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

func TestProblemsAreBounded(t *testing.T) {
	root, sink := Open([]byte("["+strings.Repeat("1,", 5000)+"1]"), "0.0")
	for _, e := range root.Elements(Rule{}) {
		e.Text(Rule{Severity: a2a.SeverityError})
	}
	problems := sink.Problems()
	if len(problems) != maxProblems+1 || !strings.HasPrefix(problems[maxProblems].Message, "4901 further") {
		t.Errorf("%d problems, the last %+v", len(problems), problems[len(problems)-1])
	}
}

// TestValuesAreBounded: of too many values the first are read, and the omission is reported.
func TestValuesAreBounded(t *testing.T) {
	root, sink := Open([]byte(`{"a":[`+strings.Repeat("{},", 3*jsonrepair.MaxValues)+`{}],"b":[1]}`), "0.0")
	o, _ := root.Object(Rule{})
	if n := len(o.Get("a").Elements(Rule{})); n >= jsonrepair.MaxValues || n < jsonrepair.MaxValues/2 {
		t.Errorf("%d elements", n)
	}
	o.Get("b").Elements(Rule{})
	problems := sink.Problems()
	if len(problems) != 2 || problems[0].Path != "$.a" || problems[0].Severity != a2a.SeverityInfo || !strings.Contains(problems[0].Message, "more than 131072") {
		t.Errorf("%+v", problems)
	}
}

// TestCasedIsBounded: of the many members of an object whose names differ from one name only in case, one is
// reported and kept, whether or not the object has that name itself.
func TestCasedIsBounded(t *testing.T) {
	names := jsonrepair.NewNames([]string{"id", "contextId"})
	for first, want := range map[string]int{`"a":1`: 1, `"contextId":1`: 0} {
		root, sink := Open([]byte("{"+first+strings.Repeat(`,"ContextId":1,"CONTEXTID":2`, 50_000)+"}"), "0.0")
		o, _ := root.Object(Rule{})
		sink.found = Found{} // make room: the duplicates were reported
		for range 2 {
			o.Cased(names, &Rule{Check: "C", Severity: a2a.SeverityError})
		}
		if found := len(sink.found.list); found != want || sink.found.omitted > 0 || len(sink.cased[o.index]) != want || o.IsCased() != (want > 0) {
			t.Errorf("%s: %d found and %d more, kept %q; want %d", first, found, sink.found.omitted, sink.cased[o.index], want)
		}
	}
}

func TestPathAndOffset(t *testing.T) {
	in := "\u00a0{\"a b\": {\"list\": [0, {\"x\": 7}]}}"
	root, sink := Open([]byte(in), "9.9")
	o, _ := root.Object(Rule{})
	inner, _ := o.Get("a b").Object(Rule{})
	second, _ := inner.Get("list").Elements(Rule{})[1].Object(Rule{})
	second.String("x", Rule{Check: "C", Severity: a2a.SeverityError})
	p := sink.Problems()[1] // the first is the odd space
	if p.Path != `$["a b"].list[1].x` || p.Offset != int64(strings.Index(in, "7")) || p.Spec != "9.9" {
		t.Errorf("%+v", p)
	}
}

// TestPathsOfLongNames: the length of a path depends on its depth, not on the length of names.
func TestPathsOfLongNames(t *testing.T) {
	name := strings.Repeat("é", 5000)
	const depth = 500
	root, sink := Open([]byte(strings.Repeat(`{"`+name+`":`, depth)+"1"+strings.Repeat("}", depth)), "0.0")
	at := root
	for range depth {
		o, _ := at.Object(Rule{})
		at = o.Get(name)
	}
	at.Report(Rule{}, "x")
	p := sink.Problems()[0]
	if len(p.Path) > depth*(2*maxName) || strings.Count(p.Path, "…") != depth || strings.ToValidUTF8(p.Path, "") != p.Path {
		t.Errorf("a path of %d bytes", len(p.Path))
	}
}

func TestQuote(t *testing.T) {
	for _, s := range []string{"", "<a>&\"\\/", "\x00\x1f\x7f\n\r\t", "é✓\u2028😀"} {
		b := Quote(nil, s)
		var back string
		if err := json.Unmarshal(b, &back); err != nil || back != s {
			t.Errorf("%q is written %s and comes back %q, %v", s, b, back, err)
		}
	}
	if got := string(Quote(nil, "<\xff>")); got != "\"<\ufffd>\"" {
		t.Errorf("invalid UTF-8 is written %s", got)
	}
}

func TestBase64(t *testing.T) {
	for text, ok := range map[string]bool{"": true, "AP8=": true, "AP8": true, "-_8=": true, "+/8": true, "A": false, "a b": false, "AP8====": false} {
		if _, _, got := Base64(text); got != ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}
