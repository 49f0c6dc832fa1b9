package coding

import (
	"errors"
	"fmt"
	"io"
)

// ErrTooLong is wrapped by the error of a decoder whose budget is spent.
var ErrTooLong = errors.New("longer than the limit")

// MaxDecodedBytes is what a body, or the bodies of an exchange together, may unfold to,
// all layers together. What crossed the wire is always had whole.
//
// An inspection that keeps nothing of a stream earns budgetPerByte bytes for each byte
// that came (Budget.Earn): streams have no end, and their cost is in proportion to their
// length. So whatever can be read within the limit was inspected for secrets, too.
const (
	MaxDecodedBytes = 16 << 20
	budgetPerByte   = 64
)

// Budget bounds what one piece of work unfolds: the bytes that all its decoders
// give, those of inner layers and of several bodies together. It bounds time too,
// since what a decoder costs grows with what it takes and gives, and it stops at
// the same byte every time, which a clock would not. Not safe for concurrent use.
type Budget struct {
	size      int64
	remaining int64 // below 0 once it was exceeded, for good
}

// NewBudget returns a budget of so many bytes.
func NewBudget(bytes int64) *Budget { return &Budget{size: bytes, remaining: bytes} }

// Remaining is how many bytes more may be given.
func (b *Budget) Remaining() int64 { return b.remaining }

// Earn adds to a budget what n bytes allow that came of a body that streams by.
func (b *Budget) Earn(n int) {
	if b.remaining >= 0 {
		b.remaining += budgetPerByte * int64(n)
	}
}

// Spend takes n bytes from a budget, and reports whether it had them.
func (b *Budget) Spend(n int) bool {
	if b.remaining >= 0 {
		b.remaining = max(b.remaining-int64(n), -1)
	}
	return b.remaining >= 0
}

// Exceeded reports whether more was to be given than the budget had.
func (b *Budget) Exceeded() bool { return b.remaining < 0 }

// Open is the function Open with a budget: the decoder ends with ErrTooLong where
// the budget does.
func (b *Budget) Open(name string, from io.Reader) (io.Reader, error) {
	r, err := Open(name, from)
	if err != nil {
		return nil, err
	}
	return &budgetReader{r: r, budget: b}, nil
}

// exceeded is the error of a decoder that has more to give than the budget allows.
func (b *Budget) exceeded() error {
	return fmt.Errorf("%w: its encodings together unfold to more than %d bytes", ErrTooLong, b.size)
}

// budgetReader is a decoder whose output is taken from a budget.
type budgetReader struct {
	r      io.Reader
	budget *Budget
}

// Read implements io.Reader. One byte more than the budget is asked for, to tell
// a body that ends with it from a longer one.
func (c *budgetReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if c.budget.Exceeded() {
		return 0, c.budget.exceeded()
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.budget.remaining+1)])
	if !c.budget.Spend(n) {
		return n - 1, c.budget.exceeded()
	}
	return n, err
}
