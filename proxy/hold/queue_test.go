package hold_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/hold"
)

// held starts to hold items, one after the other, and sends what was decided about each.
func held(ctx context.Context, q *hold.Queue, items ...wire.HeldItem) <-chan string {
	out := make(chan string, len(items))
	for _, h := range items {
		go func() {
			r, err := q.Hold(ctx, h)
			out <- fmt.Sprint(h.Exchange, h.Frame, " ", r.Kind, " ", string(r.Raw), " ", r.DecidedBy, " ", err)
		}()
		synctest.Wait()
	}
	return out
}

func TestRelease(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := hold.New()
		out := held(t.Context(), q, wire.HeldItem{Exchange: "a"}, wire.HeldItem{Exchange: "b"}, wire.HeldItem{Exchange: "a", Frame: 1})
		list := q.Items()
		if len(list) != 3 || list[0].Exchange != "a" || list[1].Exchange != "b" || list[2].Frame != 1 || list[0].ID == "" || list[0].HeldAt.IsZero() {
			t.Fatalf("%+v", list)
		}
		if item, ok := q.HeldItem(list[1].ID); !ok || item.Exchange != "b" {
			t.Errorf("%+v", item)
		}
		if !q.Release(list[1].ID, wire.Release{Kind: wire.PassageEdited, Raw: []byte("new"), DecidedBy: "api"}) {
			t.Error("b is gone")
		}
		if got := <-out; got != "b0 edited new api <nil>" {
			t.Error(got)
		}
		if _, ok := q.HeldItem(list[1].ID); ok || q.Release(list[1].ID, wire.Release{Kind: wire.PassageHeld}) {
			t.Error("b is there still")
		}
		if n := q.ReleaseAll("b", wire.PassageHeld); n != 0 {
			t.Error(n)
		}
		if n := q.ReleaseAll("a", wire.PassageDropped); n != 2 || len(q.Items()) > 0 {
			t.Error(n, q.Items())
		}
		got := map[string]bool{<-out: true, <-out: true}
		if !got["a0 dropped  person <nil>"] || !got["a1 dropped  person <nil>"] {
			t.Error(got)
		}
	})
}

// Without a decision, the deadline and the end of the exchange decide.
func TestEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := hold.New()
		began := time.Now()
		out := held(t.Context(), q, wire.HeldItem{Exchange: "a", Deadline: began.Add(3 * time.Second), OnTimeout: wire.PassageDropped})
		if got := <-out; got != "a0 dropped  timeout <nil>" || time.Since(began) != 3*time.Second || len(q.Items()) > 0 {
			t.Error(got, time.Since(began))
		}
		ctx, cancel := context.WithCancel(t.Context())
		out = held(ctx, q, wire.HeldItem{Exchange: "a"})
		time.Sleep(100 * time.Hour)
		cancel()
		if got := <-out; got != "a0    context canceled" || len(q.Items()) > 0 {
			t.Error(got)
		}
		if r, err := q.Hold(t.Context(), wire.HeldItem{Deadline: began, OnTimeout: wire.PassageHeld}); err != nil || r.Kind != wire.PassageHeld {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

func TestWatchHeld(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := hold.New()
		bell, stop := q.WatchHeld()
		rang := func() bool {
			select {
			case <-bell:
				return true
			default:
				return false
			}
		}
		held(t.Context(), q, wire.HeldItem{Exchange: "a"}, wire.HeldItem{Exchange: "b"})
		if !rang() || rang() {
			t.Error("two rings, or none, for what was held")
		}
		q.ReleaseAll("", wire.PassageHeld)
		if !rang() {
			t.Error("no ring for what was let go")
		}
		stop()
		held(t.Context(), q, wire.HeldItem{Exchange: "c", Deadline: time.Now()})
		if rang() {
			t.Error("a ring after the end")
		}
		synctest.Wait()
	})
}

// Each item is released once, by whoever comes first.
func TestReleaseOnce(t *testing.T) {
	t.Parallel()
	q := hold.New()
	ctx, cancel := context.WithCancel(t.Context())
	var holds, releases sync.WaitGroup
	var mu sync.Mutex
	let, gone := 0, 0
	for range 200 {
		holds.Go(func() {
			_, err := q.Hold(ctx, wire.HeldItem{Deadline: time.Now().Add(time.Millisecond), OnTimeout: wire.PassageHeld})
			mu.Lock()
			defer mu.Unlock()
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			gone++
		})
	}
	for range 4 {
		releases.Go(func() {
			for range 50 {
				n := q.ReleaseAll("", wire.PassageHeld)
				mu.Lock()
				let += n
				mu.Unlock()
			}
		})
	}
	releases.Wait()
	cancel()
	holds.Wait()
	if gone != 200 || let > 200 || len(q.Items()) != 0 {
		t.Errorf("%d went on, %d were let go", gone, let)
	}
}

// BenchmarkHold1000 measures a thousand held events of 1 KiB, including their goroutines and the events themselves.
func BenchmarkHold1000(b *testing.B) {
	for b.Loop() {
		q := hold.New()
		bell, stop := q.WatchHeld()
		var all sync.WaitGroup
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range 1000 {
			all.Go(func() {
				h := wire.HeldItem{Exchange: fmt.Sprint(i), Raw: make([]byte, 1<<10), Deadline: time.Now().Add(time.Hour), FrameLabels: wire.FrameLabels{Doc: make([]byte, 1<<10)}}
				if _, err := q.Hold(b.Context(), h); err != nil {
					b.Error(err)
				}
			})
		}
		for len(q.Items()) < 1000 {
			<-bell
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc+after.StackInuse-before.HeapAlloc-before.StackInuse)/1e6, "MB/1000")
		q.ReleaseAll("", wire.PassageHeld)
		all.Wait()
		stop()
	}
}
