package recorder

import (
	"context"
	"sync"
	"time"
)

// stageTime is how long what nobody waits for may stay on a tape before it is
// queued, and at most twice that. An answer that comes in that time goes to the
// file together with its request: one row written once.
const stageTime = 10 * time.Millisecond

// stageLimit is how many bytes a tape holds on to before it queues them.
const stageLimit = 16 << 10

// stage lists the tapes that hold on to something. Lock a tape before it.
type stage struct {
	mu    sync.Mutex
	fresh []*tape
	old   []*tape // listed before the last turn
	timer *time.Timer
}

func newStage() *stage {
	g := &stage{timer: time.NewTimer(time.Hour)}
	g.timer.Stop()
	return g
}

// list adds a tape.
func (g *stage) list(t *tape) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.fresh) == 0 && len(g.old) == 0 {
		g.timer.Reset(stageTime)
	}
	g.fresh = append(g.fresh, t)
}

// turn returns the tapes whose time has come.
func (g *stage) turn() []*tape {
	g.mu.Lock()
	defer g.mu.Unlock()
	out := g.old
	g.old, g.fresh = g.fresh, nil
	if len(g.old) > 0 {
		g.timer.Reset(stageTime)
	}
	return out
}

// all returns every tape, whatever its time.
func (g *stage) all() []*tape {
	g.mu.Lock()
	defer g.mu.Unlock()
	out := append(g.old, g.fresh...)
	g.old, g.fresh = nil, nil
	return out
}

// run queues what tapes held on to for long enough.
func (g *stage) run(ctx context.Context) {
	defer g.timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-g.timer.C:
			pushAll(g.turn())
		}
	}
}

// clear queues everything that tapes hold on to.
func (g *stage) clear() { pushAll(g.all()) }

func pushAll(tapes []*tape) {
	for _, t := range tapes {
		t.mu.Lock()
		t.listed = false
		t.push()
		t.mu.Unlock()
	}
}
