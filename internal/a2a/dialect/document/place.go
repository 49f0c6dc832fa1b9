package document

import "strings"

// Place is the offset in a document of what a path names, as findings have paths:
// "$.result.task.history[2]". Where it names something that is not there, it is that of
// what would hold it. Members that only name what they hold, as the "task" of 1.0's
// results, may be left out of the path. It is -1 when the document is none.
func Place(doc []byte, path string) int64 {
	v := ValueOf(doc)
	rest, ok := strings.CutPrefix(path, "$")
	if !ok || len(v.Raw) == 0 || !v.Is('{') && !v.Is('[') {
		return -1
	}
	for _, step := range strings.FieldsFunc(rest, func(r rune) bool { return r == '.' || r == '[' || r == ']' }) {
		next := v.Get(step)
		if !next.Present() {
			next = only(v).Get(step)
		}
		if !next.Present() {
			break
		}
		v = next
	}
	return v.At
}

// only is the value of an object's one member, absent where it has others.
func only(v Value) (out Value) {
	if !v.Is('{') {
		return Value{}
	}
	n := 0
	v.Each(func(_ string, member Value) bool {
		n, out = n+1, member
		return n < 2
	})
	if n != 1 {
		return Value{}
	}
	return out
}
