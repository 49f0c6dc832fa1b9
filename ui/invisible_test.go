package ui

import (
	"regexp"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/ui/draft"
)

// The editor of a body names its invisible characters, and where they are.
func TestEditedBodyNamesInvisibleCharacters(t *testing.T) {
	s := drafting(t)
	said := regexp.MustCompile(`(?s)<p id="raw-unseen"[^>]*>(.*?)</p>`)
	for body, want := range map[string]string{
		"{\n\"a\": \"b\u202ec\"}": "1 invisible character: line 2: U+202E",
		"{}":                      "",
	} {
		s.drafts.Update("d", func(d *draft.Draft) { d.Raw = &draft.Raw{Body: body} })
		page := get(t, s, "/compose?draft=d").Body.String()
		found := said.FindStringSubmatch(page)
		if found == nil || strings.TrimSpace(found[1]) != want {
			t.Errorf("%q: the page says %q, want %q", body, found, want)
		}
	}
}
