package bench_test

import (
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/bench"
)

// BenchmarkTap measures the tap alone, with a recorder that only copies.
func BenchmarkTap(b *testing.B) {
	bench.Run(b, bench.Recorder(func(testing.TB) wire.Recorder { return copier{} }))
}

type copier struct{}

func (copier) Begin(x wire.Exchange) wire.Tape { return &copied{id: wire.NewID()} }

type copied struct {
	wire.NopTape
	id   string
	mu   sync.Mutex
	last []byte
}

func (c *copied) ID() string { return c.id }
func (c *copied) Write(_ wire.Side, _ time.Time, p []byte, _ bool) {
	c.mu.Lock()
	c.last = append(c.last[:0], p...)
	c.mu.Unlock()
}
