package examine

import (
	"strings"
	"testing"
)

// TestQuotedErrorsAreCutVisibly: an agent's error that is too long to quote ends in an ellipsis.
func TestQuotedErrorsAreCutVisibly(t *testing.T) {
	for s, want := range map[string]string{
		"":                      "",
		"no":                    ` ("no")`,
		strings.Repeat("ö", 80): ` ("` + strings.Repeat("ö", 80) + `")`,
		strings.Repeat("ö", 81): ` ("` + strings.Repeat("ö", 80) + `…")`,
		"<b>\u202e":             ` ("<b>\u202e")`,
	} {
		if got := quote(s); got != want {
			t.Errorf("%q is quoted as %s", s, got)
		}
	}
}
