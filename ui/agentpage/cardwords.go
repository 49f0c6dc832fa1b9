package agentpage

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
)

func skillName(sk a2a.Skill) string {
	if sk.Name != "" {
		return sk.Name
	}
	return sk.ID
}
