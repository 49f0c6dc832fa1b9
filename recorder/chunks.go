package recorder

import (
	"context"
	"database/sql"
	"errors"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Chunks returns the chunks of a side in order, from the one that holds offset from, up to about limit bytes
// (0: all).
func (s *Store) Chunks(ctx context.Context, exchange string, side wire.Side, from, limit int64) ([]wire.Chunk, error) {
	s.sync(ctx)
	seq, err := s.seqOf(ctx, exchange)
	if err != nil {
		return nil, s.wrapError("read body of exchange "+exchange, err)
	}
	var first position
	if from > 0 {
		if first, err = s.seek(ctx, seq, side, "off", from); err != nil {
			return nil, s.wrapError("read body of exchange "+exchange, err)
		}
	}
	var out []wire.Chunk
	var bytes int64
	err = s.chunks(ctx, seq, side, first.read, func(c wire.Chunk) bool {
		if c.Offset+int64(len(c.Data)) <= from {
			return true
		}
		c.Exchange = exchange
		out = append(out, c)
		bytes += int64(len(c.Data))
		return limit <= 0 || bytes < limit
	})
	if err != nil {
		return nil, s.wrapError("read body of exchange "+exchange, err)
	}
	return out, nil
}

// chunks calls f with the chunks of a side, from the read with this number on, until f returns false.
func (s *Store) chunks(ctx context.Context, seq int64, side wire.Side, read int64, f func(wire.Chunk) bool) error {
	rows, err := s.query(ctx, nil, "chunks",
		database.ChunkKey(seq, side, read), database.ChunkKey(seq, side, database.MaxReads-1))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		c := wire.Chunk{Side: side}
		var at, codec int64
		if err := rows.Scan(&c.Offset, &at, &c.WasDelayed, &c.Frame, &codec, &c.Data); err != nil {
			return err
		}
		if c.Data, err = database.Unpack(codec, c.Data); err != nil {
			return err
		}
		c.At = entry.Time(at)
		if !f(c) {
			return nil
		}
	}
	return rows.Err()
}

// position is the place of a chunk in its side.
type position struct {
	read, off, frame, start int64
}

// seek finds the last chunk of a side whose column (off or frame, both of which never fall) is at most value,
// by binary search. If there is none, it returns the zero position.
func (s *Store) seek(ctx context.Context, seq int64, side wire.Side, column string, value int64) (position, error) {
	high, err := s.at(ctx, seq, side, database.MaxReads-1)
	if err != nil || high == nil {
		return position{}, err
	}
	low, best := int64(0), position{}
	for top := high.read; low <= top; {
		mid := low + (top-low)/2
		p, err := s.at(ctx, seq, side, mid)
		if err != nil || p == nil {
			return best, err
		}
		v := p.off
		if column == "frame" {
			v = p.frame
		}
		if v <= value {
			best, low = *p, mid+1
		} else {
			top = mid - 1
		}
	}
	return best, nil
}

// at returns the chunk of a read or, if that read has none, of the last one before it.
func (s *Store) at(ctx context.Context, seq int64, side wire.Side, read int64) (*position, error) {
	var p position
	var key int64
	err := s.prepared["last_chunk"].QueryRowContext(ctx, database.ChunkKey(seq, side, 0), database.ChunkKey(seq, side, read)).Scan(&key, &p.off, &p.frame, &p.start)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	p.read = key & (database.MaxReads - 1)
	return &p, err
}
