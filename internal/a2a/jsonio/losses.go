package jsonio

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Losses collects what a version cannot say.
type Losses struct {
	Path string // where the encoder is: message.parts[0]
	List *[]a2a.Loss
}

// Within is the same collection further down.
func (l Losses) Within(path string) Losses {
	if l.Path != "" && path[0] != '[' {
		path = l.Path + "." + path
	} else {
		path = l.Path + path
	}
	return Losses{path, l.List}
}

// Index is the place in a list of what the encoder is at, 0 where it is in none.
func (l Losses) Index() int {
	_, last, _ := strings.Cut(l.Path[strings.LastIndexByte(l.Path, '.')+1:], "[")
	i, _ := strconv.Atoi(strings.TrimSuffix(last, "]"))
	return i
}

// Lose notes a loss when there is something to lose.
func (l Losses) Lose(is bool, path, why string) {
	if is {
		*l.List = append(*l.List, a2a.Loss{Path: l.Within(path).Path, Reason: why})
	}
}

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
