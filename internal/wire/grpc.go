package wire

import (
	"encoding/binary"
)

// GRPCHead is the length of the prefix of a gRPC message: one byte for the compression flag and four for the
// message's length.
const GRPCHead = 5

// grpcScanner finds the ends of gRPC messages (gRPC over HTTP/2,
// Length-Prefixed-Message).
type grpcScanner struct {
	rest     int64 // bytes not yet read of a message that the limit cut
	wasPiece bool  // the last frame was a later piece of a message
}

func (s *grpcScanner) next(buf []byte, _, limit int64, closing bool) (int, bool) {
	have := int64(len(buf))
	s.wasPiece = s.rest > 0
	if s.wasPiece {
		return s.piece(have, limit, closing)
	}
	if have >= GRPCHead {
		size := GRPCHead + int64(binary.BigEndian.Uint32(buf[1:]))
		if limit > 0 && size > limit && have > limit {
			n := min(size, max(limit, GRPCHead))
			s.rest = size - n
			return int(n), true
		}
		if size <= have {
			return int(size), false
		}
	}
	if closing {
		return len(buf), true
	}
	return 0, false
}

// piece returns the length of the next piece of a message that the limit cut.
func (s *grpcScanner) piece(have, limit int64, closing bool) (int, bool) {
	n := s.rest
	if limit > 0 {
		n = min(n, max(limit, GRPCHead))
	}
	if n > have && !closing {
		return 0, false
	}
	n = min(n, have)
	s.rest -= n
	return int(n), true
}

func (s *grpcScanner) frame(raw []byte, base int64, cut, closing bool) Frame {
	f := Frame{Kind: GRPC, Raw: raw, Data: raw, Partial: cut}
	var found flaws
	end := base + int64(len(raw))
	if !s.wasPiece {
		f.Data = raw[min(GRPCHead, len(raw)):]
		if len(raw) > 0 && raw[0] > 1 {
			found.add(base, "the first byte is %d; it must be 0, or 1 for a compressed message", raw[0])
		}
	}
	switch {
	case cut && s.wasPiece, cut && !closing:
		found.add(end, "a piece of a message that was longer than the limit")
	case cut && len(raw) < GRPCHead:
		found.add(end, "the stream ended before the length of the message arrived")
	case cut:
		found.add(end, "the stream ended inside this message: %d of %d bytes arrived", len(f.Data), binary.BigEndian.Uint32(raw[1:]))
	}
	f.Problems = found.all()
	return f
}

// AppendGRPC appends an uncompressed message with its gRPC prefix. A message longer than 4 GiB cannot be framed.
func AppendGRPC(b, message []byte) []byte {
	b = append(b, 0)
	b = binary.BigEndian.AppendUint32(b, uint32(len(message)))
	return append(b, message...)
}
