package part

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// drawn draws c within the limits of a page.
func drawn(t testing.TB, c templ.Component) (string, error) {
	t.Helper()
	var b bytes.Buffer
	err := Draw(context.Background(), c, &b)
	return b.String(), err
}

// TestCostlyMarkdownIsPlain: text that costs far more as markdown than its length is drawn
// completely, as plain text.
func TestCostlyMarkdownIsPlain(t *testing.T) {
	wide := "|" + strings.Repeat("a|", 4300) + "\n|" + strings.Repeat("-|", 4300) + "\n" + strings.Repeat("|\n", 4300)
	inside := func(mark string) string {
		return mark + strings.ReplaceAll(strings.TrimSuffix(wide, "\n"), "\n", "\n"+mark) + "\n"
	}
	for name, text := range map[string]string{
		"table": wide, "table in a quotation": inside("> "), "table in a list": "- x\n\n" + inside("  "), "table in a row of lists": "- " + inside("  ")[2:],
		"many small tables": strings.Repeat("a|b|c|d|e|f|g|h\n-|-|-|-|-|-|-|-\n"+strings.Repeat("x\n", 300)+"\n", 8),
		"quotations":        strings.Repeat(">", 5000) + "x", "lists": strings.Repeat("- ", 5000) + "x", "numbers": strings.Repeat("1. ", 5000) + "x",
		"mixed": strings.Repeat("> - 1) ", 100) + "x", "blanks": strings.Repeat(" ", 200) + "- x", "long": strings.Repeat("**a** ", 6000),
		"brackets": strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), "links": strings.Repeat("[a](b", 5000), "stars": strings.Repeat("*a_ ", 5000),
	} {
		got, err := drawn(t, Markdown(text, "/all"))
		if err != nil || strings.Contains(got, "<table") || strings.Contains(got, "<blockquote") || strings.Contains(got, "<li") || strings.Contains(got, `class="prose"`) {
			t.Errorf("%s is drawn as markdown, %d bytes, %v", name, len(got), err)
		}
		if !strings.Contains(got, `<div class="text"`) || len(got) < len(text)/2 {
			t.Errorf("%s is not drawn whole: %d bytes of %d", name, len(got), len(text))
		}
	}
	for name, text := range map[string]string{
		"table":      "|a|b|\n|-|-|\n" + strings.Repeat("|1|2|\n", 500),
		"quotation":  "> a\n> > b\n\n- c\n    - d\n        - e\n",
		"rule, code": "a\n\n---\n\n" + "```\n" + strings.Repeat("|", 100) + "\n```\n",
	} {
		if got, err := drawn(t, Markdown(text, "")); err != nil || !strings.Contains(got, `class="prose"`) {
			t.Errorf("%s is not drawn as markdown: %v %.200s", name, err, got)
		}
	}
}

// TestMarkdownOfAPageIsBounded: many texts cost as much as one long text.
func TestMarkdownOfAPageIsBounded(t *testing.T) {
	text := strings.Repeat("*a*\n\n", 5000)
	got, err := drawn(t, templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		for range 30 {
			if err := Markdown(text, "").Render(ctx, w); err != nil {
				return err
			}
		}
		return nil
	}))
	if n := strings.Count(got, `class="prose"`); err != nil || n != pageMarkdown/len(text) || strings.Count(got, `class="text"`) != 30-n {
		t.Errorf("%d texts are parsed, %v", n, err)
	}
}

// TestDeepJSONIsCut: a document with very many brackets, values or lines is cut to what a page
// shows with ease, with a note and a link to the whole.
func TestDeepJSONIsCut(t *testing.T) {
	for name, doc := range map[string]string{
		"deep": strings.Repeat("[", 300_000) + strings.Repeat("]", 300_000), "flat": "[" + strings.Repeat("1,", 100_000) + "1]",
		"lines": "[" + strings.Repeat("\n", 100_000) + "]",
	} {
		for _, v := range []JSONView{{MoreURL: "/all"}, {MoreURL: "/all", Lines: true}} {
			got := draw(t, JSON([]byte(doc), v))
			if n := strings.Count(got, "<"); n > 6*tokenLimit {
				t.Errorf("%s: %d tags", name, n)
			}
			if name == "lines" && !v.Lines {
				continue // blanks are not drawn
			}
			if !strings.Contains(got, "Showing the first ") || !strings.Contains(got, `href="/all"`) {
				t.Errorf("%s %+v: it does not say that it is cut: …%s", name, v, got[max(0, len(got)-200):])
			}
		}
	}
	got := draw(t, JSON([]byte(strings.Repeat("[", 100_000)), JSONView{Lines: true, Unlimited: true}))
	if n := strings.Count(got, "["); n != 100_000 || strings.Count(got, "<") > 6*tokenLimit {
		t.Errorf("a page of the raw view has %d of its brackets, and %d tags", n, strings.Count(got, "<"))
	}
}

// TestLongJSONIsBounded: an excerpt of a large document has a few hundred lines
// and does not hide findings.
func TestLongJSONIsBounded(t *testing.T) {
	doc := []byte(`{"rows": [` + strings.Repeat(`{"id": 1, "tags": ["a", "b"], "of": {"x": null}}, `, 14_000) + `1]}`)
	for name, c := range map[string]templ.Component{
		"data": Data(doc, "/all"), "part": Part(a2a.Part{Kind: a2a.DataPart, Data: doc}, source()), "strays": Data(append([]byte("x\n"), doc...), "/all"),
		"table": Data([]byte("["+strings.Repeat(`{"id": 1},`, 14_000)+`{"id": 2}]`), "/all"),
	} {
		got := draw(t, c)
		if n := strings.Count(got, "<") / 2; n > 3*briefLimit || !strings.Contains(got, "Showing the first ") || !strings.Contains(got, `>Show all</a>`) {
			t.Errorf("%s: %d elements: …%s", name, n, got[max(0, len(got)-200):])
		}
	}
	bad := a2a.Problem{Check: "X-1", Severity: a2a.SeverityError, Message: "far down", Offset: int64(len(doc) - 10)}
	if got := draw(t, LongJSON(doc, JSONView{Findings: []a2a.Problem{bad}})); strings.Contains(got, "folding") || !strings.Contains(got, "far down") {
		t.Errorf("a finding is hidden: …%s", got[max(0, len(got)-300):])
	}
}

// TestManyPartsAreALink: the first parts of a long list are drawn, the others are one click away.
func TestManyPartsAreALink(t *testing.T) {
	parts := make([]a2a.Part, 300_000)
	for i := range parts {
		parts[i] = a2a.Part{Kind: a2a.TextPart, Text: "a"}
	}
	got, err := drawn(t, PartsOf(parts, source()))
	if n := strings.Count(got, `class="part `); err != nil || n != MaxParts || !strings.Contains(got, "299,950 more parts") || !strings.Contains(got, `href="/exchanges/0195/parts/response/120?from=50"`) {
		t.Errorf("%d parts, %v: …%s", n, err, got[max(0, len(got)-300):])
	}
}

// TestPagesAreBounded: every page ends, first with links to the rest, then with an error.
func TestPagesAreBounded(t *testing.T) {
	big := a2a.Part{Kind: a2a.TextPart, Text: strings.Repeat("x", textLimit)}
	list := make([]a2a.Message, 100)
	for i := range list {
		list[i].Parts = []a2a.Part{big, big, big}
	}
	got, err := drawn(t, whole(&a2a.Task{ID: "t", History: list}, "agent", source()))
	if err != nil || len(got) > softPageLimit+4*textLimit || !strings.Contains(got, "more part") {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	endless := templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		for {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				return err
			}
		}
	})
	if got, err := drawn(t, endless); !errors.Is(err, ErrTooLarge) || len(got) > hardPageLimit {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}
