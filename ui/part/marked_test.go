package part

import "testing"

func TestLooksMarked(t *testing.T) {
	for _, text := range []string{"# Title", "a\n- b", "  * c", "12. d", "> e", "|f|g|", "```\nh", "so **bold**", "`code`", "see [it](http://x)"} {
		if !looksMarked(text) {
			t.Errorf("%q is not taken for markdown", text)
		}
	}
	for _, text := range []string{"", "plain", "#tag", "a - b", "1.5 of 2", "2 * 3 * 4", "a|b", "[x] (y)", "](", "[](x)", "****", "a > b"} {
		if looksMarked(text) {
			t.Errorf("%q is taken for markdown", text)
		}
	}
}
