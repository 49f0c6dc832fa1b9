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

// isLong reports a description that the page shows in a box to be scrolled.
func isLong(s string) bool { return len(s) > 700 || strings.Count(s, "\n") > 8 }
