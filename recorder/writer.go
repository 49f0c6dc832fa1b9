package recorder

import (
	"time"
)

const (
	lull      = 50 * time.Millisecond  // counters of a stream are written this often
	lookout   = 200 * time.Millisecond // how often foreign writes are looked for
	heartbeat = 15 * time.Second
	retry     = 250 * time.Millisecond // between attempts while the file cannot be written
)

// writer owns the writing connection. Only its goroutine uses it.
type writer struct {
	store   *Store
	conn    *conn
	packer  packer
	queue   *queue
	batch   []op
	rows    []*row // to write at the end of the batch
	late    map[*row]bool
	version int64
	seq     int64
	foreign int64 // data_version when the counters were last read
	noticed int64 // data_version when the bell was last rung for it
	origins map[string]int64
	seen    map[[2]int64]bool // origins of sessions
	beaten  time.Time
}

// run writes until the queue is shut and empty.
func (w *writer) run() {
	timer := time.NewTimer(lookout)
	defer timer.Stop()
	for {
		select {
		case <-w.queue.wake:
		case <-timer.C:
		}
		for w.queue.len() > 0 {
			if w.step(false) {
				continue
			}
			if w.stopping() {
				return
			}
			w.sulk()
		}
		w.idle()
		if w.stopping() {
			return
		}
		timer.Reset(w.pause())
	}
}

// sulk waits before the next attempt, or until the store closes.
func (w *writer) sulk() {
	timer := time.NewTimer(retry)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-w.queue.wake:
	}
}

func (w *writer) stopping() bool {
	w.queue.mu.Lock()
	defer w.queue.mu.Unlock()
	return w.queue.closed && (len(w.queue.ops) == 0 || w.queue.trouble != nil)
}

func (w *writer) pause() time.Duration {
	if len(w.late) > 0 {
		return lull
	}
	return lookout
}

// idle does what can wait until the queue is empty.
func (w *writer) idle() {
	now := w.store.opts.Now()
	switch {
	case len(w.late) > 0:
		w.step(true)
	case w.store.desk.owned() && now.Sub(w.beaten) >= heartbeat:
		w.beaten = now
		w.beat(now)
	}
	w.look()
}

// look rings the bell when another program wrote to the file.
func (w *writer) look() {
	v, err := w.conn.number("PRAGMA data_version")
	if err == nil && v != w.noticed {
		w.noticed = v
		w.store.bells.ring()
	}
}
