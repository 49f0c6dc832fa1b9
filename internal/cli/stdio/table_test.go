package stdio

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	for _, c := range []struct {
		rows [][]string
		want string
	}{
		{[][]string{{"A", "LONG", "Z"}, {"◐ aa", "b", ""}}, "A     LONG  Z\n◐ aa  b\n"},
		{[][]string{{"日本", "x"}, {"a", "y"}, {}}, "日本  x\na     y\n\n"},
		{nil, ""},
	} {
		var b bytes.Buffer
		Table{Rows: c.rows, Shorten: []int{0}}.Write(&b)
		if b.String() != c.want {
			t.Errorf("%q, want %q", b.String(), c.want)
		}
	}
}

// TestTableFits: the widest columns are shortened first, columns are dropped if that is not enough, and
// the first stays complete.
func TestTableFits(t *testing.T) {
	long := strings.Repeat("x", 40)
	for _, c := range []struct {
		total   int
		columns []int
		widths  []int
	}{
		{200, []int{0, 1, 2, 3}, []int{36, 40, 20, 5}},
		{100, []int{0, 1, 2, 3}, []int{36, 33, 20, 5}},
		{80, []int{0, 1, 2, 3}, []int{36, 16, 17, 5}},
		{62, []int{0, 1, 3}, []int{36, 17, 5}},
		{50, []int{0, 1}, []int{36, 16}},
		{10, []int{0, 1}, []int{36, 16}},
	} {
		table := Table{Rows: [][]string{{strings.Repeat("i", 36), long, strings.Repeat("y", 20), "state"}}, Shorten: []int{1, 2, 3}, Drop: []int{2, 3}}
		all := table.columns()
		columns, widths := table.fit(all, table.widths(all), c.total)
		if !slices.Equal(columns, c.columns) || !slices.Equal(widths, c.widths) {
			t.Errorf("%d: %v %v, want %v %v", c.total, columns, widths, c.columns, c.widths)
		}
		if got := lineWidth(widths); got > max(c.total, 54) {
			t.Errorf("%d: a line of %d", c.total, got)
		}
	}
}

// TestShorten keeps characters whole.
func TestShorten(t *testing.T) {
	for in, want := range map[string]string{"hello": "hello", "hello world": "hello w…", "日本語日本語": "日本語…", "a👩‍👩‍👧b👩‍👩‍👧cdefg": "a👩‍👩‍👧b👩‍👩‍👧c…", "one two three": "one two…"} {
		if got := Shorten(in, 8); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestPaint: colours only where they are wanted.
func TestPaint(t *testing.T) {
	if got := Paint(true).Text(Red, "✕ failed"); got != "\x1b[31m✕ failed\x1b[0m" {
		t.Errorf("%q", got)
	}
	for _, got := range []string{Paint(false).Text(Red, "a"), Paint(true).Text(Plain, "a")} {
		if got != "a" {
			t.Errorf("%q", got)
		}
	}
	if PaintFor(&bytes.Buffer{}) {
		t.Error("a buffer is no terminal")
	}
}
