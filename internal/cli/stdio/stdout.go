package stdio

import (
	"errors"
	"io"
	"sync"
	"syscall"
)

// output is stdout, which remembers what went wrong: a command whose output is
// not whole has failed, whichever of its lines did not find room. Safe for
// concurrent use.
type output struct {
	to      io.Writer
	onError func(error) // told of the first error, to end the command

	mu  sync.Mutex
	err error
}

// NewOutput writes to w, and tells failed of the first error, to end the command.
func NewOutput(w io.Writer, failed func(error)) *output { return &output{to: w, onError: failed} }

// Write implements io.Writer. After an error nothing more is written.
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

// Problem is the first error, nil when all was written.
func (o *output) Problem() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// StripPath is an error of a file without the file's name, which is the console's.
func StripPath(err error) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}
