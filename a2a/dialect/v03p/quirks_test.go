package v03p

import (
	"fmt"

	"github.com/a2a-console/a2a-console/a2a"
)

// found is the problems as "CHECK severity path@offset".
func found(problems []a2a.Problem) string {
	s := ""
	for i, p := range problems {
		if i > 0 {
			s += "; "
		}
		s += fmt.Sprintf("%s %s %s@%d", p.Check, p.Severity, p.Path, p.Offset)
	}
	return s
}
