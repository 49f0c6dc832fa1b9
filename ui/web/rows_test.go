package web

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"
)

// Rows sends exactly what turns the shown rows into the new ones.
func TestRows(t *testing.T) {
	row := func(word string) Row { // "a" or, with other markup, "a'"
		return Row{ID: strings.TrimSuffix(word, "'"), Cell: templ.Raw("<p>" + word + "</p>")}
	}
	rows := func(words string) (all []Row) {
		for _, word := range strings.Fields(words) {
			all = append(all, row(word))
		}
		return all
	}
	for _, c := range []struct{ was, now, want string }{
		{"a b", "a b", ""},
		{"a b", "a b'", "outer <p>b'</p>"},
		{"a b", "n m a b", "prepend #l <p>n</p><p>m</p>"},
		{"a b", "a b m n", "append #l <p>m</p><p>n</p>"},
		{"a b", "a m n b", "before #l > #b <p>m</p><p>n</p>"},
		{"a b c", "b", "remove #l > #a, #l > #c"},
		{"a b c", "n b' m", "remove #l > #a, #l > #c; prepend #l <p>n</p>; append #l <p>m</p>; outer <p>b'</p>"},
		{"a b", "b a", "outer <ol></ol>"},
		{"a b", "m n", "outer <ol></ol>"},
		{"a b", "", "outer <ol></ol>"},
		{"", "a", "outer <ol></ol>"},
		{"", "", ""},
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
		p := NewPatches(w, r)
		var list Rows
		list.Adopt(p, rows(c.was))
		list.Draw(p, "#l", templ.Raw("<ol></ol>"), rows(c.now))
		if err := p.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := patchesOf(w.Body.String()); got != c.want {
			t.Errorf("from %q to %q: %q, want %q", c.was, c.now, got, c.want)
		}
	}
}

// With Order, rows that move keep their elements. Their order is sent after the new rows.
func TestRowsInOrder(t *testing.T) {
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
	p := NewPatches(w, r)
	list := Rows{Order: func(ids []string) templ.Component { return templ.Raw("<i>" + strings.Join(ids, " ") + "</i>") }}
	rows := func(words string) (all []Row) {
		for _, word := range strings.Fields(words) {
			all = append(all, Row{ID: word, Basis: word, Cell: templ.Raw("<p>" + word + "</p>")})
		}
		return all
	}
	list.Adopt(p, rows("a b c"))
	for _, now := range []string{"m a b c", "c m a", "c n m a"} {
		list.Draw(p, "#l", templ.Raw("<ol></ol>"), rows(now))
	}
	if err := p.Flush(); err != nil {
		t.Fatal(err)
	}
	const want = "prepend #l <p>m</p>; remove #l > #b; outer <i>c m a</i>; before #l > #m <p>n</p>"
	if got := patchesOf(w.Body.String()); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Nested rows are sent separately while the outer row is the same. Removed ones may be left to the page.
func TestRowsInRows(t *testing.T) {
	leaf := func(word string) Row { return Row{ID: word[:1], Cell: templ.Raw("<b>" + word + "</b>")} }
	row := func(of int, trims bool, words string) []Row {
		in := []Row{}
		for _, word := range strings.Fields(words) {
			in = append(in, leaf(word))
		}
		return []Row{{ID: "r", Basis: of, Nested: in, Trims: trims, Cell: templ.Join(templ.Raw("<p>"), Cells(in), templ.Raw("</p>"))}}
	}
	for _, c := range []struct {
		was, now []Row
		want     string
	}{
		{row(1, false, "a b"), row(1, false, "a b"), ""},
		{row(1, false, "a b"), row(1, false, "b2 c"), "remove #r > #a; append #r <b>c</b>; outer <b>b2</b>"},
		{row(1, true, "a b"), row(1, true, "b2 c"), "append #r <b>c</b>; outer <b>b2</b>"},
		{row(1, true, "a b"), row(1, true, "c"), "append #r <b>c</b>"},
		{row(1, false, ""), row(1, false, "a"), "outer <p><b>a</b></p>"},
		{row(1, false, "a b"), row(2, false, "b2 c"), "outer <p><b>b2</b><b>c</b></p>"},
		{[]Row{{ID: "r", Basis: 1}}, row(1, false, "a"), "outer <p><b>a</b></p>"},
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
		p := NewPatches(w, r)
		var list Rows
		list.Adopt(p, c.was)
		for range 2 { // what was sent is not sent again
			list.Draw(p, "#l", templ.Raw("<ol></ol>"), c.now)
		}
		if err := p.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := patchesOf(w.Body.String()); got != c.want {
			t.Errorf("from %v to %v: %q, want %q", c.was, c.now, got, c.want)
		}
	}
}

// patchesOf lists the patches of a stream: mode, selector and elements of each.
func patchesOf(stream string) string {
	var all []string
	for _, event := range strings.Split(stream, "\n\n") {
		parts := []string{"outer", "", ""}
		for _, m := range regexp.MustCompile(`(?m)^data: (mode|selector|elements) (.*)$`).FindAllStringSubmatch(event, -1) {
			parts[map[string]int{"mode": 0, "selector": 1, "elements": 2}[m[1]]] = m[2]
		}
		if strings.Contains(event, "data: ") {
			all = append(all, strings.Join(strings.Fields(strings.Join(parts, " ")), " "))
		}
	}
	return strings.Join(all, "; ")
}
