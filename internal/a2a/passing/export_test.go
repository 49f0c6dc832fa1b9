package passing

import "github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"

// SetBounds sets what is read of documents, and returns how to undo that.
func SetBounds(b jsonrepair.Bounds) (undo func()) {
	before := bounds
	bounds = b
	return func() { bounds = before }
}
