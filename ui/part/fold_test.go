package part

import (
	"strings"
	"testing"

	"github.com/a-h/templ"
)

// A long text is folded without a script, in any form. Short texts and segments
// of growing texts are not.
func TestLongTextsAreFolded(t *testing.T) {
	lines := func(line string, n int) string { return strings.Repeat(line+"\n", n) }
	draw := func(c templ.Component) string {
		var b strings.Builder
		if err := Draw(t.Context(), c, &b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		drawn templ.Component
		want  string // on the button; "" for none
	}{
		"short":           {Prose(lines("a line", 24), "text/plain", ""), ""},
		"long":            {Prose(lines("a line", 25), "text/plain", ""), "Show all (25 lines)"},
		"markdown":        {Prose("# Title\n\n"+lines("- item", 1200), "", ""), "Show all (1,202 lines)"},
		"one line":        {Prose(strings.Repeat("word ", 1000), "", ""), "Show all (4.9 KB)"},
		"more than drawn": {Prose(lines("a line", 20_000), "text/plain", "/all"), "Show the first 64.0 KB"},
		"data":            {Prose("["+strings.TrimSuffix(strings.Repeat("1,\n", 60), ",\n")+"]", "", ""), "Show all (62 lines)"},
		"short data":      {Prose("["+strings.TrimSuffix(strings.Repeat("1,\n", 20), ",\n")+"]", "", ""), ""},
		"data in a line":  {Data([]byte("["+strings.Repeat("1,", 59)+"1]"), ""), "Show all (62 lines)"},
		"much data":       {Data([]byte("["+strings.Repeat("[1],", 59_999)+"1]"), "/all"), "Show the first 858 lines"},
		"a stretch":       {Stretch(lines("a line", 60), "text/plain", ""), ""},
	} {
		got := draw(c.drawn)
		if _, word, ok := strings.Cut(got, `<span class="fold-more">`); ok != (c.want != "") || !strings.HasPrefix(word, c.want+"<") && ok {
			t.Errorf("%s: the button is %.60q, want %q", name, word, c.want)
		}
		if c.want != "" && !strings.Contains(got, "<details data-preserve-attr=\"open\"><summary>") {
			t.Errorf("%s: %.300s", name, got)
		}
	}
}
