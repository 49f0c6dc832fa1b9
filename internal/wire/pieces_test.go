package wire_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// kept gives one chunk at a time: the one that holds an offset.
type kept []wire.Chunk

func (k kept) Chunks(_ context.Context, exchange string, _ wire.Side, from, _ int64) ([]wire.Chunk, error) {
	if exchange == "lost" {
		return nil, errors.New("the disk is gone")
	}
	for i, c := range k {
		if c.Offset+int64(len(c.Data)) > from {
			return k[i : i+1], nil
		}
	}
	return nil, nil
}

// TestPieces: each byte comes once and in order, also of chunks that overlap; the
// function's error ends it, ErrEnough without one.
func TestPieces(t *testing.T) {
	k := kept{{Data: []byte("he")}, {Offset: 1, Data: []byte("ello")}, {Offset: 5, Data: []byte(", you")}}
	if got, err := wire.Whole(t.Context(), k, "x", wire.Response); err != nil || string(got) != "hello, you" {
		t.Errorf("%q %v", got, err)
	}
	broken := errors.New("broken")
	for end, want := range map[error]error{wire.ErrEnough: nil, broken: broken} {
		n := 0
		err := wire.Pieces(t.Context(), k, "x", wire.Response, func(wire.Chunk) error { n++; return end })
		if err != want || n != 1 {
			t.Errorf("%v after %d pieces, want %v", err, n, want)
		}
	}
	if _, err := wire.Whole(t.Context(), k, "lost", wire.Request); err == nil || !strings.Contains(err.Error(), "read exchange lost: the disk is gone") {
		t.Errorf("%v", err)
	}
}
