package schema

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// access reads and sets a field of package a2a; only the functions for the field's type are set. Each takes a
// pointer to the value with the field.
type access struct {
	path     string // in losses: "taskId"
	index    int    // among the type's fields
	text     func(any) *string
	texts    func(any) *[]string
	flag     func(any) *bool
	count    func(any) *int
	number   func(any) **int
	big      func(any) *int64
	bigger   func(any) **int64
	object   func(any) *json.RawMessage
	state    func(any) *a2a.State
	role     func(any) *a2a.Role
	one      func(any) any // a pointer to the field's value, nil for a nil pointer
	newValue func(any) any // sets a new value, for pointer fields
	list     *listAccess
}

type listAccess struct {
	len     func(any) int
	element func(any, int) any
	grow    func(any, int)
	add     func(any) any // appends an element and returns a pointer to it
	drop    func(any)     // removes the last element
}

func listOf[T any](field func(any) *[]T) *listAccess {
	return &listAccess{
		len:     func(v any) int { return len(*field(v)) },
		element: func(v any, i int) any { return &(*field(v))[i] },
		grow:    func(v any, n int) { *field(v) = slices.Grow(*field(v), n) },
		add: func(v any) any {
			list := field(v)
			*list = append(*list, *new(T))
			return &(*list)[len(*list)-1]
		},
		drop: func(v any) {
			list := field(v)
			if *list = (*list)[:len(*list)-1]; len(*list) == 0 {
				*list = nil
			}
		},
	}
}

// isSet reports whether a field is neither zero nor an empty list.
func (a *access) isSet(v any) bool {
	field := reflect.ValueOf(v).Elem().Field(a.index)
	if field.Kind() == reflect.Slice {
		return field.Len() > 0
	}
	return !field.IsZero()
}
