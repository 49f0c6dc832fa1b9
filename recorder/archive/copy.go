package archive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// copySink gives a session and its exchanges new ids, so that it can be imported beside the original.
// Links to earlier exchanges of the file follow the new ids; other links stay.
type copySink struct {
	wire.Sink
	session  string
	knownIDs map[[16]byte]struct{}
}

// wrapSink returns the sink to read a file into, behind a copySink if Copy is set.
func (o ReadOptions) wrapSink(to wire.Sink) wire.Sink {
	if o.Copy {
		return newCopySink(to)
	}
	return to
}

func newCopySink(to wire.Sink) *copySink {
	return &copySink{Sink: to, session: wire.NewID(), knownIDs: map[[16]byte]struct{}{}}
}

// newID returns the new id of an exchange. It keeps the time of the old one, so that both sort alike.
func (c *copySink) newID(id string) [16]byte {
	sum := sha256.Sum256([]byte(c.session + id))
	b := [16]byte(sum[:16])
	if old, err := hex.DecodeString(strings.ReplaceAll(id, "-", "")); err == nil && len(old) == len(b) {
		copy(b[:6], old)
	}
	b[6] = b[6]&0x0f | 0x70
	b[8] = b[8]&0x3f | 0x80
	return b
}

func formatUUID(b [16]byte) string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func (c *copySink) Session(ctx context.Context, s *wire.Session) error {
	y := *s
	y.ID = c.session
	return c.Sink.Session(ctx, &y)
}

// Rule implements wire.Sink. It keeps the rule's id, which is unique only within a session.
func (c *copySink) Rule(ctx context.Context, r *wire.Rule) error {
	y := *r
	y.LastExchanges = slices.Clone(r.LastExchanges)
	for i, id := range y.LastExchanges {
		y.LastExchanges[i] = formatUUID(c.newID(id))
	}
	return c.Sink.Rule(ctx, &y)
}

func (c *copySink) Exchange(ctx context.Context, x *wire.Exchange) error {
	y := *x
	id := c.newID(x.ID)
	y.ID = formatUUID(id)
	y.Gaps = c.gaps(x.Gaps)
	if link := c.newID(x.Link); x.Link != "" {
		if _, ok := c.knownIDs[link]; ok {
			y.Link = formatUUID(link)
		}
	}
	c.knownIDs[id] = struct{}{}
	return c.Sink.Exchange(ctx, &y)
}

func (c *copySink) Chunk(ctx context.Context, k *wire.Chunk) error {
	y := *k
	if y.Exchange != "" {
		y.Exchange = formatUUID(c.newID(y.Exchange))
	}
	return c.Sink.Chunk(ctx, &y)
}

// Damaged implements damageSink.
func (c *copySink) Damaged(ctx context.Context, gaps []wire.Gap) error {
	return tellDamage(ctx, c.Sink, c.gaps(gaps))
}

func (c *copySink) gaps(list []wire.Gap) []wire.Gap {
	out := slices.Clone(list)
	for i := range out {
		if out[i].Exchange != "" {
			out[i].Exchange = formatUUID(c.newID(out[i].Exchange))
		}
	}
	return out
}
