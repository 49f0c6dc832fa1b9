package wire

import "fmt"

// maxFlaws bounds what a frame complains about: an event can be all flaws.
const maxFlaws = 20

// flaws gathers the flaws of a frame.
type flaws struct {
	list  []FrameProblem
	more  int
	where int64 // of the first that is only counted
}

// add notes a flaw at an offset in the side. The text is made only when it is
// kept.
func (f *flaws) add(at int64, format string, args ...any) {
	switch {
	case len(f.list) < maxFlaws:
		f.list = append(f.list, FrameProblem{Offset: at, Message: fmt.Sprintf(format, args...)})
	case f.more == 0:
		f.where = at
		fallthrough
	default:
		f.more++
	}
}

// all is what was found, with a count of what is not listed.
func (f *flaws) all() []FrameProblem {
	if f.more == 0 {
		return f.list
	}
	return append(f.list, FrameProblem{Offset: f.where, Message: fmt.Sprintf("%d more flaws like these", f.more)})
}
