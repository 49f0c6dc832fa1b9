package jsonio

import (
	"cmp"
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// ErrorCode is an error as a version numbers it. Reason is its machine-readable
// name where the version has one.
type ErrorCode struct {
	Name   a2a.ErrorName
	Code   int
	Reason string
}

// ErrorCodes are the errors that a version defines.
type ErrorCodes []ErrorCode

// Code is the number of an error, that of an internal error when the version
// does not have it.
func (t ErrorCodes) Code(name a2a.ErrorName) int {
	if e, ok := first(t, func(e ErrorCode) bool { return e.Name == name }); ok {
		return e.Code
	}
	return -32603
}

// Name is the error of a number, OtherError when the version defines none.
func (t ErrorCodes) Name(code int) a2a.ErrorName {
	e, _ := first(t, func(e ErrorCode) bool { return e.Code == code })
	return cmp.Or(e.Name, a2a.OtherError)
}

// Reason is the reason of an error, "" when it has none.
func (t ErrorCodes) Reason(name a2a.ErrorName) string {
	e, _ := first(t, func(e ErrorCode) bool { return e.Name == name })
	return e.Reason
}

// ErrorMetadata is the metadata of the first of 1.0's typed objects that has some; nil
// when none has, or data is no list of them.
func ErrorMetadata(data Node) json.RawMessage {
	if !data.Is('[') {
		return nil
	}
	for _, element := range data.children() {
		if o, ok := element.Object(Rule{}); ok && o.Get("metadata").Is('{') {
			return o.Get("metadata").Raw()
		}
	}
	return nil
}
