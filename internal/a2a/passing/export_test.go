package passing

import "github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"

// SetBounds sets the limits for documents, and returns a function that restores them.
func SetBounds(b jsonrepair.Bounds) (undo func()) {
	before := bounds
	bounds = b
	return func() { bounds = before }
}
