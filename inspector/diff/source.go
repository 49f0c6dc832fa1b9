package diff

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Source gives the bodies of recorded exchanges. ui.Library and the recorder's
// Store are Sources; Memory is one for what is at hand.
type Source interface {
	// Chunks returns chunks of a side that begin at or hold offset from, in
	// order, up to about limit bytes (0: all).
	Chunks(ctx context.Context, exchange string, s wire.Side, from, limit int64) ([]wire.Chunk, error)
}

// Side is one of the two recordings.
type Side struct {
	Exchanges []wire.Exchange // in the order in which they began
	From      Source
	Card      *a2a.Card // of the agent, when known: settles versions that the wire does not tell
}

// Memory is a Source of bodies in memory, by exchange and side. Not safe for
// concurrent writing.
type Memory map[string]map[wire.Side][]wire.Chunk

// Put sets a side's body, as one chunk.
func (m Memory) Put(exchange string, s wire.Side, body []byte) {
	if m[exchange] == nil {
		m[exchange] = map[wire.Side][]wire.Chunk{}
	}
	m[exchange][s] = []wire.Chunk{{Exchange: exchange, Side: s, Data: body}}
}

// Chunks implements Source. It disregards limit.
func (m Memory) Chunks(_ context.Context, exchange string, s wire.Side, from, _ int64) ([]wire.Chunk, error) {
	all := m[exchange][s]
	for i, c := range all {
		if c.Offset+int64(len(c.Data)) > from {
			return all[i:], nil
		}
	}
	return nil, nil
}
