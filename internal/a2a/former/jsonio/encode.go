package jsonio

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// ErrEmpty is a result that has not what its operation answers.
var ErrEmpty = errors.New("the result has nothing that this operation answers")

// Encode makes an object and the losses on the way. what says of what, for the
// error: "the params of GetTask".
func Encode(what string, fill func(*Writer, Losses) error) (json.RawMessage, []a2a.Loss, error) {
	var w Writer
	var losses []a2a.Loss
	err := fill(&w, Losses{List: &losses})
	if err == nil {
		var b json.RawMessage
		if b, err = w.JSON(); err == nil {
			return b, losses, nil
		}
	}
	return nil, losses, fmt.Errorf("encode %s: %w", what, err)
}
