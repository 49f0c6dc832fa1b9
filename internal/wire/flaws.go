package wire

import "fmt"

// maxFlaws bounds what a frame complains about: an event can be all flaws.
const maxFlaws = 20

// flaws gathers the flaws of a frame.
type flaws struct {
	list           []FrameProblem
	unlisted       int
	unlistedOffset int64 // of the first that is only counted
}

// add notes a flaw at an offset in the side. The text is made only when it is
// kept.
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

// all is what was found, with a count of what is not listed.
func (f *flaws) all() []FrameProblem {
	if f.unlisted == 0 {
		return f.list
	}
	return append(f.list, FrameProblem{Offset: f.unlistedOffset, Message: fmt.Sprintf("%d more flaws like these", f.unlisted)})
}
