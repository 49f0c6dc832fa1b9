package wire

import "errors"

// Errors of the record. Returned errors wrap these.
var (
	ErrNotFound       = errors.New("not on record")
	ErrRecording      = errors.New("it is being recorded")
	ErrExists         = errors.New("it is on record already")
	ErrBadEdit        = errors.New("the change cannot be stored")
	ErrEmptySelection = errors.New("no exchange on record was chosen")
)

// ExistsError names the session on record that an import would duplicate, so that it can be opened.
type ExistsError struct {
	Session string
	Err     error // wraps ErrExists
}

func (e *ExistsError) Error() string { return e.Err.Error() }
func (e *ExistsError) Unwrap() error { return e.Err }
