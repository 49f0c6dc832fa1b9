package manual

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLinksLeadSomewhere: each link between documents has a page, and a heading if it names one.
func TestLinksLeadSomewhere(t *testing.T) {
	all, err := library()
	if err != nil || len(all) < 10 {
		t.Fatalf("%d documents: %v", len(all), err)
	}
	there := map[string]bool{}
	for _, d := range all {
		there["/docs/"+d.Name] = true
		for _, s := range d.Sections {
			there["/docs/"+d.Name+"#"+s.Anchor] = true
		}
	}
	links := 0
	for _, d := range all {
		for _, m := range regexp.MustCompile(`<span id="([^"]*)"></span>`).FindAllStringSubmatch(d.HTML, -1) {
			there["/docs/"+d.Name+"#"+m[1]] = true
		}
	}
	for _, d := range all {
		for _, m := range regexp.MustCompile(`<a href="([^"]*)"`).FindAllStringSubmatch(d.HTML, -1) {
			to := m[1]
			if strings.HasPrefix(to, "#") {
				to = "/docs/" + d.Name + to
			}
			if links++; !strings.HasPrefix(to, "http") && !there[to] {
				t.Errorf("%s leads to %s, which is not there", d.Name, m[1])
			}
		}
		if strings.Contains(d.HTML, "<img") {
			t.Errorf("%s loads a picture, which the program does not carry", d.Name)
		}
	}
	if links < 20 {
		t.Errorf("only %d links were read", links)
	}
}

func TestTarget(t *testing.T) {
	for to, want := range map[string]string{
		"tap.md": "/docs/tap", "rules.md#verbs": "/docs/rules#doc-verbs", "#verbs": "#doc-verbs",
		"https://example.org/a#b": "https://example.org/a#b", "../SECURITY.md": "", "intercept.png": "", "dev/tests.md": "", "javascript:alert(1)": "",
	} {
		if got, there := target(to); got != want || there != (want != "") {
			t.Errorf("%s leads to %q, %t", to, got, there)
		}
	}
}

func TestSearch(t *testing.T) {
	d, err := parse("one", []byte("# One\n\nA tap records `bytes`.\n\n## Two words\n\nNothing.\n\n## Two words\n\n| a | the RECORD |\n|---|---|\n"))
	if err != nil {
		t.Fatal(err)
	}
	if ids := []string{d.Sections[0].Anchor, d.Sections[1].Anchor, d.Sections[2].Anchor}; strings.Join(ids, " ") != "doc-one doc-two-words doc-two-words-1" {
		t.Errorf("anchors %v", ids)
	}
	for q, want := range map[string]string{
		"bytes TAP": "doc-one: A tap records bytes.", "record words": "doc-two-words-1: a · the RECORDdoc-two-words: Nothing.doc-one: A tap records bytes.", "two nothing": "doc-two-words: Nothing.doc-two-words-1: a · the RECORD", "none": "", " ": "",
		strings.Repeat("two ", 10) + "none": "doc-two-words: Nothing.doc-two-words-1: a · the RECORD", "tap" + strings.Repeat(" ", 200) + "none": "doc-one: A tap records bytes.",
	} {
		got := ""
		for _, f := range search(entriesOf([]document{d}), q) {
			got += f.Anchor + ": " + f.Excerpt
		}
		if got != want {
			t.Errorf("%q finds %q, want %q", q, got, want)
		}
	}
	if _, err := parse("bare", []byte("text")); err == nil {
		t.Error("a document without a heading is taken")
	}
}

// TestExcerpts: an excerpt is a plain line around the found words, which are marked.
func TestExcerpts(t *testing.T) {
	long := strings.Repeat("before ", 40) + "the word " + strings.Repeat("after ", 40)
	for _, c := range []struct{ body, query, want string }{
		{"one\n\nthe word and two\n\nthe word alone", "two word", "the [word] and [two]"},
		{"| [a link](rules.md#verbs) | **Bold** |", "link", "a [link] · Bold"},
		{"*json* is read.<br>*Fix:* `$.a[*].b[*]` has **no** json", "json", "[json] is read. Fix: $.a[*].b[*] has no [json]"},
		{long, "word", "… " + strings.Repeat("before ", 16) + "the [word] " + strings.Repeat("after ", 19) + "…"},
		{"first\nsecond", "absent", "first second"},
		{"a paragraph that\ngoes on\n- an item\n  that goes on", "item", "an [item] that goes on"},
	} {
		var got strings.Builder
		for _, p := range spansOf(excerpt(c.body, termsOf(c.query)), termsOf(c.query)) {
			if p.IsMatch {
				p.Text = "[" + p.Text + "]"
			}
			got.WriteString(p.Text)
		}
		if got.String() != c.want {
			t.Errorf("%q is shown as %q, want %q", c.query, got.String(), c.want)
		}
	}
}

// TestRank: words match where a word begins, headings come first, and articles do not count.
func TestRank(t *testing.T) {
	d, err := parse("one", []byte("# One\n\nYou can hold a call.\n\n## Calls\n\nA threshold holds.\n\n## How to hold calls\n\nSo.\n\n## Threshold\n\nA recall.\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range search(entriesOf([]document{d}), "hold a call") {
		got = append(got, f.Anchor)
	}
	if want := "doc-how-to-hold-calls doc-calls doc-one"; strings.Join(got, " ") != want {
		t.Errorf("found %s, want %s", strings.Join(got, " "), want)
	}
}

// TestEachDocumentSaysWhatItIs: each document starts with a sentence about it, and is in one chapter.
func TestEachDocumentSaysWhatItIs(t *testing.T) {
	all, err := library()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		if about := d.summary(); len(about) < 20 || strings.ContainsAny(about, "`[|<") || strings.HasSuffix(about, ":") {
			t.Errorf("%s is about %q", d.Name, about)
		}
		in := 0
		for _, c := range chapters {
			in += len(c.documents([]document{d}))
		}
		if in != 1 {
			t.Errorf("%s is in %d chapters", d.Name, in)
		}
	}
}

// TestSearchFindsWhatIsMeant: screens, commands and documents are found by words that mean the same.
func TestSearchFindsWhatIsMeant(t *testing.T) {
	all, err := library()
	if err != nil {
		t.Fatal(err)
	}
	for q, want := range map[string][]string{
		"delete old sessions": {"Screen › Settings › Retention", "Commands › sessions prune", "Screen › Sessions"},
		"retention":           {"Screen › Settings › Retention", "Commands › sessions prune"},
		"bearer token":        {"Signing in to agents"},
	} {
		hits := search(entriesOf(searchable(all)), q)
		var found []string
		for _, h := range hits[:min(5, len(hits))] {
			found = append(found, h.heading())
		}
		for i, w := range want {
			if !slices.Contains(found, w) || len(want) == 1 && !strings.HasPrefix(found[i], w) {
				t.Errorf("%q finds first %q, without %q", q, found, w)
			}
		}
	}
}
