package part

import (
	"context"
	"errors"
	"io"

	"github.com/a-h/templ"
)

// What one page, or one patch of a live page, draws is bounded as a whole: many
// small things cost as much as a few large ones.
const (
	softPageLimit = 3 << 20   // bytes of HTML from which on lists end, with a link to what is left
	hardPageLimit = 12 << 20  // bytes of HTML that a page has at most
	pageMarkdown  = 512 << 10 // bytes of text that are parsed as markdown
	copyLimit     = 256 << 10 // bytes of a text that a button copies
)

// ErrTooLarge says that a page has more than a browser shows with ease.
var ErrTooLarge = errors.New("the page would be larger than 12 MB")

// drawing is one rendering under way.
type drawing struct {
	to     io.Writer
	bytes  int // written
	marked int // parsed as markdown

	isStandalone bool // see DrawStandalone
	pictures     int  // bytes of the pictures in it
	pixels       int  // of these
}

type drawingKey struct{}

// Draw renders c to w with the bounds of a page, which everything in it shares.
// Past the last of them the error is ErrTooLarge.
func Draw(ctx context.Context, c templ.Component, w io.Writer) error {
	d := &drawing{to: w}
	return c.Render(context.WithValue(ctx, drawingKey{}, d), d)
}

// Write implements io.Writer.
func (d *drawing) Write(p []byte) (int, error) {
	if d.bytes += len(p); d.bytes > hardPageLimit {
		return 0, ErrTooLarge
	}
	return d.to.Write(p)
}

// IsFull reports whether a page has enough: what is left of a list is then a link.
func IsFull(ctx context.Context) bool {
	d, ok := ctx.Value(drawingKey{}).(*drawing)
	return ok && d.bytes > softPageLimit
}

// takeMarkdown takes n bytes from what a page parses as markdown, and reports whether
// they were left.
func takeMarkdown(ctx context.Context, n int) bool {
	d, ok := ctx.Value(drawingKey{}).(*drawing)
	if !ok {
		return true
	}
	d.marked += n
	return d.marked <= pageMarkdown
}
