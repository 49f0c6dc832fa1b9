package ui

import (
	"context"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/wire"
)

// Library is the record, read.
type Library interface {
	Sessions(ctx context.Context) ([]wire.Session, error) // newest first, deleted ones left out
	Session(ctx context.Context, id string) (wire.Session, error)
	Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error)
	// Changed returns rows whose Version is above since, in Version order.
	Changed(ctx context.Context, f wire.Filter, since int64, limit int) ([]wire.Exchange, error)
	Exchange(ctx context.Context, id string) (wire.Exchange, error)
	// Chunks returns chunks of a side that begin at or hold offset from, in
	// order, up to about limit bytes (0: all).
	Chunks(ctx context.Context, exchange string, s wire.Side, from, limit int64) ([]wire.Chunk, error)
	// Watch returns a bell of capacity 1 that rings after every commit.
	Watch() (bell <-chan struct{}, stop func())
	// Health is "" or what is wrong with recording, in words for people.
	Health() string
}

// Desk is the session being recorded, and the keeping of sessions.
type Desk interface {
	Current() wire.Session
	Paused() bool
	Pause(paused bool)
	NewSession(ctx context.Context, name string) (wire.Session, error)
	Rename(ctx context.Context, id, name string) error
	Delete(ctx context.Context, id string) error // can be undone until the program ends
	Undelete(ctx context.Context, id string) error
}

// Taps opens and lists the taps of this process.
type Taps interface {
	Taps() []Tap
	// Open returns the tap of an origin, opening one if there is none.
	Open(ctx context.Context, origin string) (Tap, error)
	Close(ctx context.Context, origin string) error
}

// Tap is a tap as the pages show it.
type Tap struct {
	Agent     string // origin of its upstream
	URL       string // where clients point instead: http://127.0.0.1:7421
	Reference bool   // it fronts the built-in reference agent
}

// Directory is the agents the console knows.
type Directory interface {
	Agents(ctx context.Context) ([]wire.Agent, error)
	SaveAgent(ctx context.Context, a wire.Agent) error
}

// Caller talks to agents; *inspector.Client is one. Everything it sends goes
// through the taps and is recorded.
type Caller interface {
	Discover(ctx context.Context, input string) (*inspector.Discovery, error)
	Prepare(t inspector.Target, c *a2a.Call) (inspector.Prepared, error)
	Send(ctx context.Context, p inspector.Prepared, each func(inspector.Event)) (inspector.Ending, error)
}
