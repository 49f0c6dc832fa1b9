package wire

import "fmt"

// maxFlaws bounds the problems listed for a frame: every line of an event can have one.
const maxFlaws = 20

// flaws collects the problems of a frame.
type flaws struct {
	list           []FrameProblem
	unlisted       int
	unlistedOffset int64 // offset of the first flaw that is only counted
}

// add notes a flaw at an offset in the side. It formats the text only if it keeps it.
func (f *flaws) add(at int64, format string, args ...any) {
	switch {
	case len(f.list) < maxFlaws:
		f.list = append(f.list, FrameProblem{Offset: at, Message: fmt.Sprintf(format, args...)})
	case f.unlisted == 0:
		f.unlistedOffset = at
		fallthrough
	default:
		f.unlisted++
	}
}

// all returns the list, followed by a count of what was not listed.
func (f *flaws) all() []FrameProblem {
	if f.unlisted == 0 {
		return f.list
	}
	return append(f.list, FrameProblem{Offset: f.unlistedOffset, Message: fmt.Sprintf("%d more flaws like these", f.unlisted)})
}
