package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/words"
)

// TestLongFiltersAreShownInPart: an error shows the part of the filter that is wrong, not all of it.
func TestLongFiltersAreShownInPart(t *testing.T) {
	for name, text := range map[string]string{
		"too long": strings.Repeat("wörd ", 30_000), "a key": strings.Repeat("wörd ", 60) + strings.Repeat("k", 2000) + ":x " + strings.Repeat("wörd ", 300),
	} {
		_, err := words.FilterVocabulary().Parse(text)
		got := pointAtError(text, err).Error()
		if !strings.Contains(got, "; in …") || !strings.Contains(got, "▸") || !strings.HasSuffix(got, "…") || len(got) > 800 || !utf8.ValidString(got) {
			t.Errorf("%s: %d bytes: %s", name, len(got), got)
		}
	}
	_, err := words.FilterVocabulary().Parse("word op:")
	if got := pointAtError("word op:", err).Error(); !strings.HasSuffix(got, "; in word op: ▸") && !strings.HasSuffix(got, "; in word op:▸") {
		t.Errorf("a short one: %s", got)
	}
}
