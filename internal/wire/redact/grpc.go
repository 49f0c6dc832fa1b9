package redact

import (
	"encoding/binary"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// grpcWalk walks each message of a gRPC stream. It replaces only the bytes of secret fields, so
// that a message can still be parsed. It holds back a compressed message until it is complete; one
// with a secret becomes filler as a whole.
type grpcWalk struct {
	fields   *fieldWalk
	encoding string // the stream's Grpc-Encoding
	budget   *coding.Budget

	head      []byte
	remaining int64 // bytes of the message not yet read
	packed    bool
	reason    string // why the rest of the message is filler
}

func newGRPCWalk(fields []Field, encoding string) *grpcWalk {
	return &grpcWalk{fields: newFieldWalk(fields), encoding: encoding, budget: coding.NewBudget(coding.MaxDecodedBytes)}
}

func (w *grpcWalk) walk(r *Redactor, i, to int) {
	for i < to {
		if w.remaining == 0 {
			w.head = append(w.head, r.input[i])
			if i++; len(w.head) == wire.GRPCHead {
				w.remaining = int64(binary.BigEndian.Uint32(w.head[1:]))
				w.packed, w.reason = w.head[0]&1 != 0 && w.encoding != "identity", ""
				w.head = w.head[:0]
			}
			continue
		}
		end := i + int(min(w.remaining, int64(to-i)))
		w.remaining -= int64(end - i)
		w.message(r, i, end)
		if i = end; w.remaining == 0 {
			w.fields.reset(r)
		}
	}
}

func (w *grpcWalk) message(r *Redactor, i, end int) {
	if !w.packed {
		w.fields.walk(r, i, end)
		return
	}
	if w.reason == "" {
		r.hold(i)
		i = r.free
		w.budget.Earn(end - i)
		switch {
		case w.remaining == 0:
			w.reason = w.inspect(r, r.input[i:end])
		case end-i > maxBuffered:
			w.reason = detailTooLong
		default:
			return
		}
		r.isHolding = false
	}
	if w.reason != "" {
		r.drop(i, end, "encoded body", w.reason, filler)
	}
}

// inspect decodes a message and returns why it must not be kept, "" if it may be.
func (w *grpcWalk) inspect(r *Redactor, message []byte) string {
	if !slices.Contains(decodable, w.encoding) {
		return detailNotInspected
	}
	s := newInspector(w.encoding, w.budget, r.nested(newFieldWalk(w.fields.fields)))
	s.Feed(message)
	s.Close()
	if why := s.reason(); why != "" || s.isClear() {
		return why
	}
	return detailNotDecoded
}

func (w *grpcWalk) reset(r *Redactor) {
	if n := len(r.input); n > 0 { // a truncated message cannot be inspected
		r.drop(0, n, "encoded body", detailTruncated, filler)
	}
	w.fields.reset(r)
}
