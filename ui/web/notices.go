package web

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// pace is the least time between two drawings of a tab: 25 a second.
const pace = 40 * time.Millisecond

// otherPace is how often it is looked for changes of the record that are no exchange's
// (another program's new name of a session, a gap), while the bell rings.
const otherPace = time.Second

// atOnce is how many changed exchanges are told one by one. More are told as one
// notice that does not say which.
const atOnce = 500

// Records is the record, as far as notices are made of it.
type Records interface {
	// Watch returns a bell of capacity 1 that rings after every commit.
	Watch() (bell <-chan struct{}, stop func())
	// Version is the newest version of an exchange.
	Version(ctx context.Context) (int64, error)
	// Changed returns rows whose Version is above since, in Version order.
	Changed(ctx context.Context, f wire.Filter, since int64, limit int) ([]wire.Exchange, error)
	Sessions(ctx context.Context) ([]wire.Session, error)
	Gaps(ctx context.Context, session string) ([]wire.Gap, error)
}

// notices tells all open tabs what changed. The record is read once for all of
// them, while there are any. Safe for concurrent use.
type notices struct {
	records Records
	ctx     context.Context // ends with the site
	actions chan struct{}   // capacity 1: kinds has some

	mu    sync.Mutex
	kinds []Kind // that were told since the last delivery
	tabs  map[*inbox]bool
	said  uint64             // what sessions and gaps said last, see others
	stop  context.CancelFunc // ends the reading; nil while nobody reads
}

// inbox is what one tab is still to look at. It has room for one wake-up: a slow tab
// skips drawings, never changes.
type inbox struct {
	wake chan struct{}
	mu   sync.Mutex
	list []Notice
}

func newNotices(ctx context.Context, r Records) *notices {
	return &notices{records: r, ctx: ctx, actions: make(chan struct{}, 1), tabs: map[*inbox]bool{}}
}

// tell has all tabs that a kind concerns look.
func (n *notices) tell(k Kind) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.stop != nil && !slices.Contains(n.kinds, k) {
		n.kinds = append(n.kinds, k)
		wake(n.actions)
	}
}

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // nobody has looked since
	}
}

// open returns an inbox that is told of all that changes from now on, until close.
func (n *notices) open() (in *inbox, close func()) {
	in = &inbox{wake: make(chan struct{}, 1)}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.tabs[in] = true
	if n.stop == nil {
		ctx, stop := context.WithCancel(n.ctx)
		n.stop = stop
		bell, unwatch := n.records.Watch()
		since, err := n.records.Version(ctx) // before the tab is drawn, so that nothing is missed
		go func() {
			defer unwatch()
			n.run(ctx, bell, since, err == nil)
		}()
	}
	return in, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if delete(n.tabs, in); len(n.tabs) == 0 {
			n.stop()
			n.stop, n.kinds = nil, nil
		}
	}
}

// run delivers notices until ctx ends, not more often than the pace. since is the
// version of the record that is known.
func (n *notices) run(ctx context.Context, bell <-chan struct{}, since int64, known bool) {
	var other <-chan time.Time // when to look for changes that are no exchange's; set while the bell rings
	for {
		var batch []Notice
		select {
		case <-ctx.Done():
			return
		case <-n.actions:
		case <-other:
			other, batch = nil, n.others(ctx)
		case <-bell:
			if other == nil {
				other = time.After(otherPace)
			}
			var err error
			if !known {
				batch = []Notice{{Kind: Anything}}
				since, err = n.records.Version(ctx)
			} else {
				batch, since, err = n.read(ctx, since)
			}
			known = err == nil
		}
		n.deliver(batch)
		pause := time.NewTimer(pace)
		select {
		case <-ctx.Done():
			pause.Stop()
			return
		case <-pause.C:
		}
	}
}

// read returns what changed on record since a version, and the version after it.
func (n *notices) read(ctx context.Context, since int64) ([]Notice, int64, error) {
	xs, err := n.records.Changed(ctx, wire.Filter{}, since, atOnce)
	switch {
	case err != nil:
		return []Notice{{Kind: Anything}}, since, err
	case len(xs) == 0:
		return nil, since, nil
	case len(xs) == atOnce:
		newest, err := n.records.Version(ctx)
		return []Notice{{Kind: Record}, {Kind: Sessions}}, newest, err
	}
	batch := make([]Notice, len(xs))
	for i := range xs {
		batch[i] = Notice{Kind: Record, Exchange: &xs[i]}
	}
	return batch, xs[len(xs)-1].Version, nil
}

// others reports sessions and gaps that differ from the last time.
func (n *notices) others(ctx context.Context) []Notice {
	sessions, err := n.records.Sessions(ctx)
	if err != nil {
		return nil // the next look has it
	}
	gaps, err := n.records.Gaps(ctx, "")
	if err != nil {
		return nil
	}
	h := fnv.New64a()
	for _, s := range sessions { // without what exchanges change, which they tell of themselves
		fmt.Fprintln(h, s.ID, s.Name, s.Ended, s.Imported, s.Incomplete, s.Tags, s.Note, s.Pinned, s.Level, s.Ignore)
	}
	for _, g := range gaps {
		fmt.Fprintln(h, g.Session, g.From, g.To, g.Exchanges, g.Bytes)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.said == h.Sum64() {
		return nil
	}
	n.said = h.Sum64()
	return []Notice{{Kind: Sessions}}
}

// deliver puts a batch, and what was told, into every inbox.
func (n *notices) deliver(batch []Notice) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, k := range n.kinds {
		batch = append(batch, Notice{Kind: k})
	}
	n.kinds = nil
	if len(batch) == 0 {
		return
	}
	for in := range n.tabs {
		in.put(batch)
	}
}

func (in *inbox) put(batch []Notice) {
	in.mu.Lock()
	if in.list = append(in.list, batch...); len(in.list) > 2*atOnce {
		in.list = []Notice{{Kind: Anything}}
	}
	in.mu.Unlock()
	wake(in.wake)
}

// take empties the inbox.
func (in *inbox) take() []Notice {
	in.mu.Lock()
	defer in.mu.Unlock()
	list := in.list
	in.list = nil
	return list
}
