package jsonio

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Method is an operation as a version names it.
type Method struct {
	Op   a2a.Operation
	Name string
}

// Methods are a version's, in its specification's order.
type Methods []Method

// Name is the name of an operation, false when the version does not have it.
func (all Methods) Name(op a2a.Operation) (string, bool) {
	m, ok := first(all, func(m Method) bool { return m.Op == op })
	return m.Name, ok
}

// Operation is the inverse of Name.
func (all Methods) Operation(name string) (a2a.Operation, bool) {
	m, ok := first(all, func(m Method) bool { return m.Name == name })
	return m.Op, ok
}

// first is the first row of a table that fits; the zero row and false when none does.
func first[T any](table []T, fits func(T) bool) (row T, ok bool) {
	if i := slices.IndexFunc(table, fits); i >= 0 {
		return table[i], true
	}
	return row, false
}

// Operations lists the operations that have a name.
func (all Methods) Operations() []a2a.Operation {
	var ops []a2a.Operation
	for _, m := range all {
		ops = append(ops, m.Op)
	}
	return ops
}
