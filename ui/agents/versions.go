package agents

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/part"
)

func versionWords(vs []a2a.Version) string {
	var out []string
	for _, v := range vs {
		out = append(out, part.Short(string(v), 16))
	}
	return strings.Join(out, ", ")
}
