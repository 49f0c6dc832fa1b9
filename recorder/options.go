package recorder

import (
	"context"
	"log/slog"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// What package database says stands here too, for those who open a Store.
type (
	Progress  = database.Progress
	FileError = database.FileError
)

// Options configures a Store.
type Options struct {
	// Path of the file, made when missing, with the folder it lies in if only
	// that is missing.
	Path string
	// ReadOnly opens an existing file for reading; nothing is recorded.
	ReadOnly bool
	// NoSession opens for writing without starting a session; Begin then
	// records nothing. For commands that only keep house.
	NoSession bool
	Session   string // id of a session to continue, or "" to start one
	// ResolveSession finds the id of the session to continue by how people call it; nil takes ids only.
	ResolveSession func(ctx context.Context, s *Store, name string) (string, error)
	Name           string // of the session started; "" leaves it unnamed

	// Raw keeps secrets. Otherwise Secrets says where they are; nil knows none.
	Raw     bool
	Secrets func(x *wire.Exchange) redact.Secrets
	// Label starts reading an exchange, of which the request's head is known. It and
	// its Labeller are called from one goroutine. nil leaves labels empty.
	Label func(x *wire.Exchange) Labeller
	// LateJudge has what is found wrong with exchanges after they were over; nil finds
	// nothing.
	LateJudge LateJudge

	// Progress is told how far Open has come with bringing an older file to this
	// program's format, and Close with what is not in the file yet; nil tells nobody.
	Progress database.Progress

	// Sync makes Commit wait until the bytes are on the disk's platter (fsync), so
	// that power loss costs nothing that was passed on; otherwise Commit promises
	// survival of the process's end only.
	Sync bool

	MaxBody  int64            // bytes kept per side; 0 means DefaultMaxBody
	ReadWait time.Duration    // how long a read waits for what is not in the file yet; 0 means DefaultReadWait
	Logger   *slog.Logger     // nil discards
	Now      func() time.Time // nil means time.Now
}

// DefaultReadWait is short, because a screen without the newest rows serves better
// than no screen.
const DefaultReadWait = 500 * time.Millisecond

// DefaultMaxBody is how many bytes of each side of an exchange are kept.
const DefaultMaxBody = 64 << 20

// MaxFrameBytes is the length at which frames are cut for counting and paging.
const MaxFrameBytes = 16 << 20

// Labeller reads one exchange as it proceeds. What it is given is as recorded,
// secrets redacted.
type Labeller interface {
	// Feed gives what came of the request or of the response, in order. No
	// reference is kept to p.
	Feed(side wire.Side, at time.Time, p []byte)
	// Update tells of what is known of the exchange beside its bodies: when the
	// request is done, when there is an answer, and when it ended, after all bytes.
	Update(x *wire.Exchange)
	// BufferedBytes is how many bytes are held until they can be read.
	BufferedBytes() int
	// Labels is what is concluded so far, of findings what the exchange shows by itself.
	Labels() wire.Labels
	// Findings is what is wrong so far, what shows beside other exchanges included:
	// one for each check, in the order of their ids.
	Findings() []wire.Finding
	// Defer says that no more is given: once the exchange ended, as x is then, it is
	// read from the file by another Labeller. x is nil until it ends.
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
