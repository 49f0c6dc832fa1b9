package jsonio

import "github.com/a2a-console/a2a-console/internal/a2a"

// Method is an operation as a version names it.
type Method struct {
	Op   a2a.Operation
	Name string
}

// Methods are a version's, in its specification's order.
type Methods []Method

// Name is the name of an operation, false when the version does not have it.
func (all Methods) Name(op a2a.Operation) (string, bool) {
	for _, m := range all {
		if m.Op == op {
			return m.Name, true
		}
	}
	return "", false
}

// Operation is the inverse of Name.
func (all Methods) Operation(name string) (a2a.Operation, bool) {
	for _, m := range all {
		if m.Name == name {
			return m.Op, true
		}
	}
	return "", false
}

// Operations lists the operations that have a name.
func (all Methods) Operations() []a2a.Operation {
	var ops []a2a.Operation
	for _, m := range all {
		ops = append(ops, m.Op)
	}
	return ops
}
