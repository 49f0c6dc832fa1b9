package coding

import (
	"errors"
	"fmt"
	"io"
)

// ErrTooLong is wrapped by the error of a decoder whose budget is spent.
var ErrTooLong = errors.New("longer than the limit")

// MaxDecodedBytes bounds the decoded size of a body, or of all bodies of an exchange together, over all
// layers. Bytes that crossed the wire are never cut.
//
// An inspection that keeps nothing of a stream earns budgetPerByte bytes for each byte that arrives
// (Budget.Earn), because streams have no end and their cost is proportional to their length. So whatever can
// be read within the limit was also searched for secrets.
const (
	MaxDecodedBytes = 16 << 20
	budgetPerByte   = 64
)

// Budget bounds what one piece of work decodes: the output bytes of all its decoders, including inner layers
// and several bodies. It also bounds time, because a decoder's cost grows with its input and output. Unlike a
// clock, it stops at the same byte every time. Not safe for concurrent use.
type Budget struct {
	size      int64
	remaining int64 // negative once it is exceeded, for good
}

// NewBudget returns a budget of that many bytes.
func NewBudget(bytes int64) *Budget { return &Budget{size: bytes, remaining: bytes} }

// Remaining is negative once the budget was exceeded.
func (b *Budget) Remaining() int64 { return b.remaining }

// Earn adds what n bytes of a streamed body allow.
func (b *Budget) Earn(n int) {
	if b.remaining >= 0 {
		b.remaining += budgetPerByte * int64(n)
	}
}

// Spend takes n bytes from the budget, and reports whether it had them.
func (b *Budget) Spend(n int) bool {
	if b.remaining >= 0 {
		b.remaining = max(b.remaining-int64(n), -1)
	}
	return b.remaining >= 0
}

func (b *Budget) Exceeded() bool { return b.remaining < 0 }

// Open is the function Open with a budget: when the budget is exceeded, the decoder returns ErrTooLong.
func (b *Budget) Open(name string, from io.Reader) (io.Reader, error) {
	r, err := Open(name, from)
	if err != nil {
		return nil, err
	}
	return &budgetReader{r: r, budget: b}, nil
}

func (b *Budget) exceeded() error {
	return fmt.Errorf("%w: its decoded layers together exceed %d bytes", ErrTooLong, b.size)
}

type budgetReader struct {
	r      io.Reader
	budget *Budget
}

// Read asks for one byte more than the budget, to tell a body that ends exactly there from a longer one.
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
