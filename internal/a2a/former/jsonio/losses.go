package jsonio

import "github.com/a2a-console/a2a-console/internal/a2a"

// Losses collects what a version cannot say.
type Losses struct {
	Path string // where the encoder is: message.parts[0]
	List *[]a2a.Loss
}

// At is the same collection further down.
func (l Losses) At(path string) Losses {
	if l.Path != "" && path[0] != '[' {
		path = l.Path + "." + path
	} else {
		path = l.Path + path
	}
	return Losses{path, l.List}
}

// Lose notes a loss when there is something to lose.
func (l Losses) Lose(is bool, path, why string) {
	if is {
		*l.List = append(*l.List, a2a.Loss{Path: l.At(path).Path, Why: why})
	}
}
