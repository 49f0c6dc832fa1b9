package wire

import "errors"

// What a record says of what it was asked. Its errors wrap these.
var (
	ErrNotFound       = errors.New("not on record")
	ErrRecording      = errors.New("it is being recorded")
	ErrExists         = errors.New("it is on record already")
	ErrBadEdit        = errors.New("that cannot be kept")
	ErrEmptySelection = errors.New("no exchange on record was chosen")
)

// ExistsError says which session on record has what an import would bring again: one that can be opened.
type ExistsError struct {
	Session string
	Err     error // wraps ErrExists
}

func (e *ExistsError) Error() string { return e.Err.Error() }
func (e *ExistsError) Unwrap() error { return e.Err }
