package stdio

import (
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		most int
		text string
		want string
	}{
		{0, "one two  three\nfour", "  one two three four"},
		{11, "one two three four", "  one two\n  three\n  four"},
		{10, "one two", "  one two"},
		{9, "one two", "  one two"},
		{8, "one two", "  one\n  two"},
		{6, "https://agent.example one", "  https://agent.example\n  one"},
		{8, "漢字 漢字", "  漢字\n  漢字"},
		{8, "", ""},
	} {
		if got := wrap(c.most, "  ", "  ", c.text); got != c.want {
			t.Errorf("%q in %d: %q, expected %q", c.text, c.most, got, c.want)
		}
	}
	if got := Wrap(&strings.Builder{}, " ", strings.Repeat("word ", 100)); strings.Contains(got, "\n") {
		t.Error("what is no terminal has no width")
	}
}

// TestLines: lines that fit keep their blanks; others are wrapped with their own indentation.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		most int
		text string
		want string
	}{
		{0, strings.Repeat("word ", 40), strings.Repeat("word ", 40)},
		{20, "a  table  row\n", "a  table  row\n"},
		{20, "  one two three four", "  one two three\n  four"},
		{20, "one two three four\n\nfive", "one two three\nfour\n\nfive"},
		{3, "a b", "a\nb"},
		{14, "one abcdefghijklmnopqrstuvwxyz", "one\nabcdefghij\nklmnopqrst\nuvwxyz"},
		{14, "https://h.example/path", "https://\nh.example/\npath"},
		{14, `{"abc":[1,2,3,4,5,6]}`, "{\"abc\":[1,\n2,3,4,5,6]\n}"},
		{9, "日本語日本", "日本\n語日\n本"},
	} {
		if got := strings.Join(lines(c.most, 4, c.text), "\n"); got != c.want {
			t.Errorf("%q in %d: %q, expected %q", c.text, c.most, got, c.want)
		}
	}
	if got := wrap(12, "note: ", "  ", "one two three"); got != "note: one\n  two three" {
		t.Errorf("%q", got)
	}
	if got := fold(12, "a  b\n\n  one two three"); got != "a  b\n\n  one two\n    three" {
		t.Errorf("%q", got)
	}
}
