package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ReadAnswer reads the one message of a gRPC answer, whatever its status.
func ReadAnswer(id a2a.Identity, req, resp Message) a2a.Reading {
	f, ok := firstMessage(resp.Body)
	if !ok {
		return ReadStatus(id, resp)
	}
	return ReadEvent(id, req, resp, f)
}

// firstMessage is the first frame of a gRPC body; false when there is none.
func firstMessage(body []byte) (first wire.Frame, ok bool) {
	wire.EachFrame(wire.GRPC, 0, []wire.Chunk{{Data: body}}, func(f wire.Frame) bool {
		first, ok = f, true
		return false
	})
	return first, ok
}

// ReadStatus reads how a gRPC call ended, from the trailer or the head of its
// response. The reading is empty for a success, and for what tells nothing.
func ReadStatus(id a2a.Identity, resp Message) a2a.Reading {
	if out, ok := readStatus(id, resp.Trailer); ok {
		return out
	}
	if out, ok := readStatus(id, resp.Header); ok {
		return out
	}
	return reading(id, a2a.KindEmpty, nil)
}
