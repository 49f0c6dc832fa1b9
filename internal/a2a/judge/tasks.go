package judge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// unheard reports whether the call is about a task that no answer named before it, and none
// that it names itself.
func (v *view) unheard() bool {
	return v.named != "" && v.known == nil && !v.agent.tasks.forgot && !(v.sends() && v.namesTask())
}

// namesTask reports whether clients name new tasks in the version.
func (v *view) namesTask() bool {
	return slices.ContainsFunc(v.Identity.Versions, registry.NamesTask)
}

// contentOf stands for what a message says.
func contentOf(m *a2a.Message) sum {
	raw, _ := json.Marshal(m.Parts) // values of ours always encode
	return sumOf(string(raw) + "\x00" + m.TaskID)
}

func itoa(n int) string { return strconv.Itoa(n) }

// brief is a name that an agent or a client made, cut to what fits.
func brief(s string) string {
	if len(s) > 80 {
		return fmt.Sprintf("%.80q…", s)
	}
	return fmt.Sprintf("%q", s)
}
