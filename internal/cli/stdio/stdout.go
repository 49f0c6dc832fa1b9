package stdio

import (
	"errors"
	"io"
	"sync"
	"syscall"
)

// output is stdout. It remembers the first error: a command whose output is incomplete has failed. Safe
// for concurrent use.
type output struct {
	to      io.Writer
	onError func(error) // called with the first error, to end the command

	mu  sync.Mutex
	err error
}

// NewOutput returns an output to w that calls failed with the first error, to end the command.
func NewOutput(w io.Writer, failed func(error)) *output { return &output{to: w, onError: failed} }

// Write implements io.Writer. After an error it writes nothing more.
func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.to.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		o.err = err
		o.onError(err)
	}
	return n, err
}

// Problem returns the first error, nil if everything was written.
func (o *output) Problem() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// StripPath returns the system error in err without the file's name, else err.
func StripPath(err error) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}
