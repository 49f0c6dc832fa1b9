package wire_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// kept returns chunks from an offset on, up to a limit.
type kept []wire.Chunk

func (k kept) Chunks(_ context.Context, exchange string, _ wire.Side, from, limit int64) (out []wire.Chunk, _ error) {
	if exchange == "lost" {
		return nil, errors.New("the disk is gone")
	}
	for _, c := range k {
		if c.Offset+int64(len(c.Data)) > from && limit > 0 {
			out = append(out, c)
			limit -= int64(len(c.Data))
		}
	}
	return out, nil
}

// TestPiecesOfALongBody: a body longer than one batch is read completely, even if it ends exactly at a batch's end.
func TestPiecesOfALongBody(t *testing.T) {
	t.Parallel()
	const size = 1 << 19
	for n := range 7 {
		var k kept
		for i := range n {
			k = append(k, wire.Chunk{Offset: int64(i * size), Data: []byte(strings.Repeat(string(rune('a'+i)), size))})
		}
		got, err := wire.ReadBody(t.Context(), k, "x", wire.Response)
		if err != nil || len(got) != n*size {
			t.Errorf("%d of %d bytes, %v", len(got), n*size, err)
		}
		for i := range n {
			if part := string(got[i*size : (i+1)*size]); part != string(k[i].Data) {
				t.Errorf("of %d chunks, the %d. is not as recorded", n, i+1)
			}
		}
	}
}

// TestPieces: each byte comes once and in order, even if chunks overlap; an error of the function ends the
// iteration, ErrStop without an error.
func TestPieces(t *testing.T) {
	t.Parallel()
	k := kept{{Data: []byte("he")}, {Offset: 1, Data: []byte("ello")}, {Offset: 5, Data: []byte(", you")}}
	if got, err := wire.ReadBody(t.Context(), k, "x", wire.Response); err != nil || string(got) != "hello, you" {
		t.Errorf("%q %v", got, err)
	}
	broken := errors.New("broken")
	for end, want := range map[error]error{wire.ErrStop: nil, broken: broken} {
		n := 0
		err := wire.EachChunk(t.Context(), k, "x", wire.Response, func(wire.Chunk) error { n++; return end })
		if err != want || n != 1 {
			t.Errorf("%v after %d pieces, want %v", err, n, want)
		}
	}
	if _, err := wire.ReadBody(t.Context(), k, "lost", wire.Request); err == nil || !strings.Contains(err.Error(), "read exchange lost: the disk is gone") {
		t.Errorf("%v", err)
	}
}
