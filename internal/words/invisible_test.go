package words

import (
	"strings"
	"testing"
)

func TestInvisible(t *testing.T) {
	for in, want := range map[string]string{
		"":                        "",
		"plain\r\n\ttext":         "",
		"👩‍🚀":                     "",
		"a\nb\u202ec\u202c":       "2 invisible characters: line 2: U+202E, U+202C",
		"\u200b\n\n\x00":          "2 invisible characters: line 1: U+200B; line 3: NUL",
		"\ufeff{}":                "1 invisible character: line 1: U+FEFF",
		"a\rb":                    "1 invisible character: line 1: CR",
		strings.Repeat("\b", 1e4): "10,000 invisible characters: line 1: BS" + strings.Repeat(", BS", 11) + " … and 9,988 more",
	} {
		if got := Invisible(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
