package wire

import "errors"

// Errors of the record. Returned errors wrap these.
var (
	ErrNotFound       = errors.New("not on record")
	ErrRecording      = errors.New("it is being recorded")
	ErrExists         = errors.New("it is on record already")
	ErrBadEdit        = errors.New("that cannot be kept")
	ErrEmptySelection = errors.New("no exchange on record was chosen")
)

// ExistsError names a session on record, which can be opened, that an import would duplicate.
type ExistsError struct {
	Session string
	Err     error // wraps ErrExists
}

func (e *ExistsError) Error() string { return e.Err.Error() }
func (e *ExistsError) Unwrap() error { return e.Err }
