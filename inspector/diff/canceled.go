package diff

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// canceled reports whether a document ends with a task that was canceled.
func canceled(tree *node) bool {
	for _, name := range []string{"task", "status", "state"} {
		if tree == nil || tree.form != object {
			return false
		}
		i := tree.member(name, 0)
		if i < 0 {
			return false
		}
		tree = tree.items[i]
	}
	return tree.text == string(a2a.Canceled)
}

// onlyProgress reports whether a difference is only in how far a task had got when it
// was canceled: one side has the beginning of what the other has. Agents continue until
// the cancel reaches them, which is never the same moment twice.
func (c *comparison) onlyProgress(a, b *node) bool {
	if !c.canceled || c.level >= Exact || len(c.at) < 2 || c.at[0].name != "task" || c.at[1].name != "artifacts" {
		return false
	}
	if a == nil || b == nil {
		return len(c.at) == 2 || c.at[len(c.at)-1].index >= 0 // not the members of what both have
	}
	return a.form == leaf && b.form == leaf && a.kind == KindText && b.kind == KindText &&
		(strings.HasPrefix(a.text, b.text) || strings.HasPrefix(b.text, a.text))
}
