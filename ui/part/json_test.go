package part

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

var tags = regexp.MustCompile(`<[^>]*>`)

// plain is the text of drawn JSON without markup and white space.
func plain(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(s, " "))), "")
}

func TestJSONKeepsEveryByte(t *testing.T) {
	for _, src := range []string{
		`{}`, `[]`, `{"a":[1,2.50,-3e+10],"b":{"c":null},"d":"x\"y"}`, `[[[]],{"":{}}]`, `not json`, `{"a":`, `]}{`, `"open`, `{"a":1,}`, "1 2", `{"n":12345678901234567890}`,
	} {
		for _, lines := range []bool{false, true} {
			got := plain(draw(t, JSON([]byte(src), JSONView{Lines: lines})))
			if want := strings.Join(strings.Fields(src), ""); got != want {
				t.Errorf("lines %v: %s drawn as %s", lines, want, got)
			}
		}
	}
}

func TestFindingsStandAtTheirLine(t *testing.T) {
	src := "{\n  \"a\": 1,\n  \"b\": 2\n}"
	at := int64(strings.Index(src, `2`))
	f := []a2a.Problem{{Severity: a2a.SeverityError, Message: "two is wrong", Offset: at}, {Severity: a2a.SeverityInfo, Message: "no place", Offset: -1}}
	for _, lines := range []bool{false, true} {
		got := draw(t, JSON([]byte(src), JSONView{Lines: lines, Findings: f}))
		line := regexp.MustCompile(`<div class="ln" data-n="3">(.*?)</div>`).FindString(got)
		if !strings.Contains(line, "two is wrong") {
			t.Errorf("lines %v: the finding is not in line 3: %s", lines, got)
		}
		if strings.Contains(got, "no place") {
			t.Error("a finding without a place stands beside a line")
		}
	}
}

func TestWrittenLinesAreNumberedAsWritten(t *testing.T) {
	got := draw(t, JSON([]byte("{\n\n\"a\": 1\r\n}\n"), JSONView{Lines: true}))
	if n := strings.Count(got, "data-n="); n != 4 {
		t.Errorf("4 lines drawn as %d: %s", n, got)
	}
}

func TestJSONOfAnySizeAndDepthIsBounded(t *testing.T) {
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	got := draw(t, JSON([]byte(deep), JSONView{}))
	if n := strings.Count(got, "<details"); n > foldDepth || n != strings.Count(got, "</details>") {
		t.Errorf("%d folds opened, %d closed", n, strings.Count(got, "</details>"))
	}
	long := `{"a":"` + strings.Repeat("x", 1<<20) + `"}`
	if got := draw(t, JSON([]byte(long), JSONView{MoreURL: "/all"})); len(got) > 3*jsonLimit || !strings.Contains(got, "/all") {
		t.Errorf("1 MB drawn as %d bytes", len(got))
	}
	if n := strings.Count(deepTail(got), "<details"); n != 0 {
		t.Error("folds left open")
	}
}

func deepTail(s string) string { return s[strings.LastIndex(s, "</details>"):] }

func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"c"}]}`), int64(3))
	f.Add([]byte("{\"a\"\r:\x00"), int64(0))
	f.Fuzz(func(t *testing.T, src []byte, at int64) {
		got := draw(t, JSON(src, JSONView{Findings: []a2a.Problem{{Message: "here", Offset: at}}}))
		if strings.Count(got, "<details") != strings.Count(got, "</details>") || strings.Count(got, "<div") != strings.Count(got, "</div>") {
			t.Errorf("unbalanced markup: %s", got)
		}
		if at >= 0 && strings.Count(got, "here") == 0 {
			t.Error("the finding is lost")
		}
	})
}

func BenchmarkJSON(b *testing.B) {
	var src strings.Builder
	src.WriteString("[")
	for i := range 2000 {
		fmt.Fprintf(&src, `{"id":%d,"text":"some words","ok":true},`, i)
	}
	doc := []byte(src.String() + "{}]")
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		draw(b, JSON(doc, JSONView{}))
	}
}

// TestTextThatIsNoJSONKeepsItsBlanks: indented as JSON, its words would run together.
func TestTextThatIsNoJSONKeepsItsBlanks(t *testing.T) {
	page := draw(t, JSON([]byte("This agent wants\rcredentials, see http://x"), JSONView{}))
	for _, want := range []string{"This agent wants", ">CR</span>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	if page := draw(t, JSON([]byte(`{"a": 1, "b": 2,}`), JSONView{})); strings.Count(page, `data-n="`) < 4 {
		t.Errorf("a comma too many keeps JSON from being laid out: %s", page)
	}
}

// TestProseHasNoColours: apparent numbers and strings in prose are not coloured.
func TestProseHasNoColours(t *testing.T) {
	const text = `401 at http://127.0.0.1:47500/x: send "bearer", or null, [1, 2]`
	got := draw(t, JSON([]byte(text), JSONView{Lines: true}))
	if !strings.Contains(html.UnescapeString(got), text) || strings.Contains(got, "<b>") {
		t.Errorf("%s", got)
	}
	if got := draw(t, JSON([]byte(`data: {"a": 1}`), JSONView{Lines: true, Text: true})); !strings.Contains(got, `class="n"`) {
		t.Errorf("JSON among other text is not coloured: %s", got)
	}
}

// TestProseIsNoWrongJSON: a line for people is drawn unchanged. In a truncated
// document, the place is marked.
func TestProseIsNoWrongJSON(t *testing.T) {
	mark := `class="bad"`
	for src, want := range map[string]bool{"sign in first: http://127.0.0.1": false, "<h1>401</h1>": false, `{"a": nonsense}`: true, `[oops]`: true} {
		if got := strings.Contains(draw(t, JSON([]byte(src), JSONView{})), mark); got != want {
			t.Errorf("%s: marked as wrong: %v", src, got)
		}
	}
}
