package fault

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// writer changes an answer on its way.
type writer struct {
	http.ResponseWriter
	fault Fault
	held  []byte // of an event that is not whole yet
}

// Unwrap lets http.ResponseController flush what is below.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Write takes part of an answer. Whole events go on.
func (w *writer) Write(p []byte) (int, error) {
	w.held = append(w.held, p...)
	for {
		n := w.whole()
		if n == 0 {
			return len(p), nil
		}
		event := w.held[:n]
		if w.fault.State {
			event = w.paused(event)
		}
		if w.fault.Unknown {
			event = w.strange(event)
		}
		if _, err := w.ResponseWriter.Write(event); err != nil {
			return 0, fmt.Errorf("answer a client: %w", err)
		}
		w.held = w.held[n:]
	}
}

// rest sends what was held of an answer that ended within an event.
func (w *writer) rest() {
	if len(w.held) > 0 {
		_, _ = w.ResponseWriter.Write(w.held) // a client that left needs nothing
	}
}

func (w *writer) framing() wire.FrameKind { return wire.FramingOf(w.Header()) }

// grpcHead is what stands before a gRPC message: whether it is compressed, and its length.
const grpcHead = 5

// whole is how many bytes of what is held are an event, 0 for none yet.
func (w *writer) whole() int {
	switch w.framing() {
	case wire.SSE:
		if i := bytes.Index(w.held, []byte("\n\n")); i >= 0 {
			return i + 2
		}
		return 0
	case wire.GRPC:
		if len(w.held) < grpcHead {
			return 0
		}
		if n := grpcHead + int(binary.BigEndian.Uint32(w.held[1:])); n <= len(w.held) {
			return n
		}
		return 0
	}
	return len(w.held)
}
