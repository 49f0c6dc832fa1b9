package part

import (
	"context"
	"errors"
	"io"

	"github.com/a-h/templ"
)

// Limits of one page, or one patch of a live page, as a whole: many small things cost as
// much as a few large ones.
const (
	softPageLimit = 3 << 20   // bytes of HTML after which lists end with a link to the rest
	hardPageLimit = 12 << 20  // bytes of HTML in a page at most
	pageMarkdown  = 512 << 10 // bytes of text parsed as markdown
	copyLimit     = 256 << 10 // bytes of a text that a button copies
)

// ErrTooLarge reports a page that is larger than a browser shows with ease.
var ErrTooLarge = errors.New("the page would be larger than 12 MB")

type drawing struct {
	to     io.Writer
	bytes  int // written
	marked int // bytes parsed as markdown

	isStandalone bool // see DrawStandalone
	pictures     int  // bytes of embedded pictures
	pixels       int  // pixels of embedded pictures
}

type drawingKey struct{}

// Draw renders c to w. Everything in c shares the limits of one page. Beyond hardPageLimit it
// returns ErrTooLarge.
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

// IsFull reports whether the page is long enough: the rest of a list should then be a link.
func IsFull(ctx context.Context) bool {
	d, ok := ctx.Value(drawingKey{}).(*drawing)
	return ok && d.bytes > softPageLimit
}

// takeMarkdown takes n bytes from the page's budget for markdown. It
// returns false if they exceed it.
func takeMarkdown(ctx context.Context, n int) bool {
	d, ok := ctx.Value(drawingKey{}).(*drawing)
	if !ok {
		return true
	}
	d.marked += n
	return d.marked <= pageMarkdown
}
