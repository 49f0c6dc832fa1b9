// Package peer calls an agent from tests, in whatever version and binding.
package peer

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Result is the result that is all that answers a call.
func Result(t testing.TB, c *a2a.Call, got []a2a.Reading) *a2a.Result {
	t.Helper()
	if len(got) != 1 || got[0].Result == nil {
		t.Fatalf("%s: %+v", c.Op, got)
	}
	return got[0].Result
}

// Refusal is the error that is all that answers a call.
func Refusal(t testing.TB, c *a2a.Call, got []a2a.Reading) *a2a.Error {
	t.Helper()
	if len(got) != 1 || got[0].Error == nil {
		t.Fatalf("%s was not refused: %+v", c.Op, got)
	}
	return got[0].Error
}

// Say is a call that sends a text.
func Say(op a2a.Operation, text string) *a2a.Call {
	return &a2a.Call{Op: op, Message: &a2a.Message{ID: "m-1", Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}
}
