package agentpage

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func skillName(sk a2a.Skill) string {
	if sk.Name != "" {
		return sk.Name
	}
	return sk.ID
}

// isLong reports whether the page shows a description in a scrolling box.
func isLong(s string) bool { return len(s) > 700 || strings.Count(s, "\n") > 8 }
