package redact

import (
	"testing"

	"github.com/a2a-console/a2a-console/wire"
)

// TestGRPCBombsTogether: how much is uncompressed to look for secrets is bounded
// for the stream, not for each of its messages; what is not looked into is not
// kept.
func TestGRPCBombsTogether(t *testing.T) {
	r := NewGRPCRedactor([]Field{{Name: "token", Numbers: []int32{1}}}, "gzip", nil, []byte("key"), "x")
	r.whole.(*framedBody).undone = codedLimit + 1
	message := wire.AppendGRPC(nil, []byte("\x1f\x8b\x08 and so on"))
	message[0] = 1
	out := r.Body(message)
	if string(out[:wire.GRPCHead]) != string(message[:wire.GRPCHead]) || string(out[wire.GRPCHead:]) != "*************" {
		t.Errorf("%q", out)
	}
	r.Close()
	if f := r.Take(); len(f) != 1 || f[0].Offset != wire.GRPCHead || f[0].Length != int64(len(message)-wire.GRPCHead) {
		t.Errorf("%+v", f)
	}
}
