package recorder

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// What package database says stands here too, for those who open a Store.
type (
	Progress = database.Progress
	Repairs  = database.Repairs
	Trouble  = database.Trouble
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
	Name      string // of the session started; "" leaves it unnamed

	// Raw keeps secrets. Otherwise Secrets says where they are; nil knows none.
	Raw     bool
	Secrets func(x *wire.Exchange) redact.Secrets
	// Label starts reading an exchange of which the request is whole. It and
	// its Labeller are called from one goroutine at a time, for one exchange. nil leaves
	// labels empty.
	Label func(x *wire.Exchange, requestBody []byte) Labeller

	// Progress is told how far Open has come with bringing an older file to this
	// program's format; nil tells nobody.
	Progress database.Progress

	// Sync makes Commit wait until the bytes are on the disk's platter (fsync), so
	// that power loss costs nothing that was passed on; otherwise Commit promises
	// survival of the process's end only.
	Sync bool

	BodyLimit int64            // bytes kept per side; 0 means DefaultBodyLimit
	Logger    *slog.Logger     // nil discards
	Now       func() time.Time // nil means time.Now
}

// DefaultBodyLimit is how many bytes of each side of an exchange are kept.
const DefaultBodyLimit = 64 << 20

// FrameLimit is the length at which frames are cut for counting and paging.
const FrameLimit = 16 << 20

// Labeller reads one exchange as it proceeds. Bodies and frames are as
// recorded, secrets redacted, with their Content-Encoding undone.
type Labeller interface {
	// Response gives the response's head, with the body when it is not a stream.
	Response(x *wire.Exchange, body []byte)
	// Frame gives the next frame of a stream.
	Frame(f wire.Frame)
	// Labels is what the pieces so far conclude.
	Labels() wire.Labels
}

// trailers is a Labeller that also takes what came after the last frame.
type trailers interface{ Trailer(h http.Header) }

// enders is a Labeller that is told how an exchange ended, when all of it was
// given.
type enders interface{ End(outcome wire.Outcome) }

func (o Options) withDefaults() Options {
	if o.BodyLimit == 0 {
		o.BodyLimit = DefaultBodyLimit
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}
