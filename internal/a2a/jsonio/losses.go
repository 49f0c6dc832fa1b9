package jsonio

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Losses collects what a version cannot express.
type Losses struct {
	Path string // the encoder's position: message.parts[0]
	List *[]a2a.Loss
}

// Within returns the same collection at a position below.
func (l Losses) Within(path string) Losses {
	if l.Path != "" && path[0] != '[' {
		path = l.Path + "." + path
	} else {
		path = l.Path + path
	}
	return Losses{path, l.List}
}

// Index returns the encoder's position in the innermost list, 0 outside lists.
func (l Losses) Index() int {
	_, last, _ := strings.Cut(l.Path[strings.LastIndexByte(l.Path, '.')+1:], "[")
	i, _ := strconv.Atoi(strings.TrimSuffix(last, "]"))
	return i
}

// Lose notes a loss if is holds.
func (l Losses) Lose(is bool, path, why string) {
	if is {
		*l.List = append(*l.List, a2a.Loss{Path: l.Within(path).Path, Reason: why})
	}
}

// ErrEmpty reports a result without anything that its operation returns.
var ErrEmpty = errors.New("the result has nothing that this operation returns")

// Encode writes an object and returns it with the losses. what names the object in errors: "the params of
// GetTask".
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
