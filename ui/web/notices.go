package web

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// pace is the least time between two deliveries of notices: 25 a second.
const pace = 40 * time.Millisecond

// maxNews bounds the changed exchanges that are read at once. If so many changed, one notice stands
// for all; otherwise each gets its own.
const maxNews = 500

// Records is the part of the record that notices are made from.
type Records interface {
	// Watch returns a bell of capacity 1 that rings after every commit.
	Watch() (bell <-chan struct{}, stop func())
	// Versions shows whether anything changed since they were last read.
	Versions(ctx context.Context) (wire.Versions, error)
	// ChangesSince returns the current versions, and at most limit exchanges with a Version above
	// since.Exchanges, in Version order.
	ChangesSince(ctx context.Context, since wire.Versions, limit int) (wire.Versions, []wire.Exchange, error)
	// Health returns "", or what is wrong with recording. The bell rings when it changes.
	Health() string
}

// notices tells all open tabs what changed. It reads the record once for all tabs, and only while
// there are any. Safe for concurrent use.
type notices struct {
	records Records
	missing func() int      // see Options.Unrecorded
	ctx     context.Context // ends with the site
	actions chan struct{}   // capacity 1: signals that kinds is not empty

	mu    sync.Mutex
	kinds []Kind // notified since the last delivery
	tabs  map[*inbox]bool
	stop  context.CancelFunc // stops run; nil while it is not running
	begun chan struct{}      // closed once the last run knows the versions to start from
}

// inbox holds the notices that a tab has not handled. It buffers one wake-up: a slow tab skips
// drawings, but never misses a change.
type inbox struct {
	wake chan struct{}
	mu   sync.Mutex
	list []Notice
}

func newNotices(ctx context.Context, r Records, missing func() int) *notices {
	if missing == nil {
		missing = func() int { return 0 }
	}
	return &notices{records: r, missing: missing, ctx: ctx, actions: make(chan struct{}, 1), tabs: map[*inbox]bool{}}
}

func (n *notices) notify(k Kind) {
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
	default: // a wake-up is already pending
	}
}

// open returns an inbox that receives all changes from now until close.
func (n *notices) open() (in *inbox, close func()) {
	in = &inbox{wake: make(chan struct{}, 1)}
	<-n.add(in)
	return in, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if delete(n.tabs, in); len(n.tabs) == 0 {
			n.stop()
			n.stop, n.kinds = nil, nil
		}
	}
}

// add registers an inbox and starts run for the first one. The inbox gets all
// changes after begun is closed.
func (n *notices) add(in *inbox) (begun <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.tabs[in] = true
	if n.stop == nil {
		ctx, stop := context.WithCancel(n.ctx)
		begun := make(chan struct{})
		n.stop, n.begun = stop, begun
		go n.run(ctx, begun)
	}
	return n.begun
}

// run delivers notices until ctx ends, at most once per pace. It closes begun when it knows the
// versions of the record that it starts from.
func (n *notices) run(ctx context.Context, begun chan<- struct{}) {
	bell, unwatch := n.records.Watch()
	defer unwatch()
	health, missing := n.records.Health(), n.missing()
	seen, err := n.records.Versions(ctx)
	known := err == nil
	close(begun)
	for {
		var batch []Notice
		select {
		case <-ctx.Done():
			return
		case <-n.actions:
		case <-bell:
			if known {
				batch, seen, err = n.read(ctx, seen)
			} else {
				batch = []Notice{{Kind: Anything}}
				seen, err = n.records.Versions(ctx)
			}
			known = err == nil
			if is, passed := n.records.Health(), n.missing(); is != health || passed != missing {
				health, missing = is, passed
				batch = append(batch, Notice{Kind: Sessions})
			}
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

func (n *notices) read(ctx context.Context, seen wire.Versions) (batch []Notice, now wire.Versions, err error) {
	now, xs, err := n.records.ChangesSince(ctx, seen, maxNews)
	if err != nil {
		return []Notice{{Kind: Anything}}, seen, err
	}
	if now.Agents != seen.Agents {
		batch = append(batch, Notice{Kind: Agents})
	}
	if now.Sessions != seen.Sessions {
		batch = append(batch, Notice{Kind: Sessions})
	}
	now.Exchanges = max(now.Exchanges, seen.Exchanges) // the newest may have been removed
	if len(xs) == maxNews {
		return append(batch, Notice{Kind: Record}, Notice{Kind: Sessions}), now, nil
	}
	for i := range xs {
		batch = append(batch, Notice{Kind: Record, Exchange: &xs[i]})
	}
	return batch, now, nil
}

// deliver puts batch and the pending kinds into every inbox.
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
	if in.list = append(in.list, batch...); len(in.list) > 2*maxNews {
		in.list = []Notice{{Kind: Anything}}
	}
	in.mu.Unlock()
	wake(in.wake)
}

func (in *inbox) take() []Notice {
	in.mu.Lock()
	defer in.mu.Unlock()
	list := in.list
	in.list = nil
	return list
}
