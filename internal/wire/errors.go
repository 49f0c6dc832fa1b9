package wire

import "errors"

// What a record says of what it was asked. Its errors wrap these.
var (
	ErrNotFound  = errors.New("not on record")
	ErrRecording = errors.New("it is being recorded")
	ErrExists    = errors.New("it is on record already")
	ErrBadEdit   = errors.New("that cannot be kept")
	ErrNothing   = errors.New("no exchange on record was chosen")
)
