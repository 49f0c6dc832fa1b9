package passing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/spelling"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Error is an answer with an error. A name that the version has no number for gets that of
// the nearest.
func (c *call) Error(name, message string, streamed bool) (*wire.Answer, error) {
	if !slices.Contains(protocol{}.Errors(), name) {
		return nil, fmt.Errorf("A2A has no error %s; %s", quoted(name), errorsLike(name))
	}
	id, _ := c.known()
	if id.Binding == "" {
		return nil, fmt.Errorf("%s is an error of calls, and the request is none; answer it with an HTTP status", name)
	}
	head, body := dialect.Fail(id, string(c.asked.ID), streamed, &a2a.Error{Name: a2a.ErrorName(name), Message: message})
	return &wire.Answer{Head: head, Body: body}, nil
}

// errorsLike names the errors that a mistyped one may have been meant for, else all.
func errorsLike(name string) string {
	all := protocol{}.Errors()
	if near := spelling.Nearest(name, all); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	return "it has " + strings.Join(all, ", ")
}
