package recorder

import (
	"context"
	"log/slog"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// Aliases for callers that open a Store.
type (
	Progress  = database.Progress
	FileError = database.FileError
)

// Options configures a Store.
type Options struct {
	// Path of the file. If it is missing, it is created, together with its folder, but not the folder's
	// parents.
	Path string
	// ReadOnly opens an existing file for reading; nothing is recorded.
	ReadOnly bool
	// NoSession opens the file for writing without a session, so that Begin records nothing. It is for
	// commands that only maintain the file.
	NoSession bool
	Session   string // id of a session to continue; "" starts one
	// ResolveSession finds the id of the session to continue by what people call it; nil accepts ids only.
	ResolveSession func(ctx context.Context, s *Store, name string) (string, error)
	Name           string // of the session started; "" leaves it unnamed

	// Raw keeps secrets. Otherwise Secrets says where an exchange has them; with nil it has none.
	Raw     bool
	Secrets func(x *wire.Exchange) redact.Secrets
	// Label starts reading an exchange, whose request headers are known. It may be called from several
	// goroutines; each Labeller is used by one. nil leaves labels empty.
	Label func(x *wire.Exchange) Labeller
	// LateJudge finds what is wrong with exchanges after they ended; nil finds nothing.
	LateJudge LateJudge

	// Progress reports how far Open is with migrating an older file, and Close with draining and
	// labelling; nil reports nothing.
	Progress database.Progress

	// Sync makes Commit wait until the bytes are on disk (fsync), so that a power failure loses nothing that was
	// forwarded. Otherwise Commit only promises that they survive the process.
	Sync bool

	MaxBody  int64            // bytes kept of each side; 0 means DefaultMaxBody
	ReadWait time.Duration    // how long a read waits for the drain; 0 means DefaultReadWait
	Logger   *slog.Logger     // nil discards
	Now      func() time.Time // nil means time.Now
}

// DefaultReadWait is short, because a page without the newest rows is better than no page.
const DefaultReadWait = 500 * time.Millisecond

// DefaultMaxBody is how many bytes of each side of an exchange are kept.
const DefaultMaxBody = 64 << 20

// MaxFrameBytes is the length at which frames are cut for counting and paging.
const MaxFrameBytes = 16 << 20

// Labeller reads one exchange as it proceeds. It sees what is recorded, with secrets redacted.
type Labeller interface {
	// Feed passes the next bytes of the request or the response, in order. It must not keep p.
	Feed(side wire.Side, at time.Time, p []byte)
	// Update passes what is known besides the bodies: when the request is complete, when response headers
	// arrive, and when the exchange has ended, after all bytes.
	Update(x *wire.Exchange)
	// BufferedBytes returns how many bytes are held until they can be read.
	BufferedBytes() int
	// Labels returns the labels so far. They count only findings that the exchange shows by itself.
	Labels() wire.Labels
	// Findings returns the findings so far, including those that other exchanges show: one for each check,
	// sorted by id.
	Findings() []wire.Finding
	// Defer says that Feed is not called again. Another Labeller reads the exchange from the file once it has
	// ended. x is nil until then.
	Defer(x *wire.Exchange)
}

func (o Options) withDefaults() Options {
	if o.MaxBody == 0 {
		o.MaxBody = DefaultMaxBody
	}
	if o.ReadWait == 0 {
		o.ReadWait = DefaultReadWait
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}
