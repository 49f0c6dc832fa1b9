package fault

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

type writer struct {
	http.ResponseWriter
	fault    Fault
	buffered []byte // the beginning of an incomplete event
}

// Unwrap returns the underlying writer, for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Write buffers p and forwards complete events, changed.
func (w *writer) Write(p []byte) (int, error) {
	w.buffered = append(w.buffered, p...)
	for {
		n := w.eventLength()
		if n == 0 {
			return len(p), nil
		}
		event := w.buffered[:n]
		if w.fault.State {
			event = w.pauseTask(event)
		}
		if w.fault.Unknown {
			event = w.addUnknown(event)
		}
		if _, err := w.ResponseWriter.Write(event); err != nil {
			return 0, fmt.Errorf("answer a client: %w", err)
		}
		w.buffered = w.buffered[n:]
	}
}

// writeRest forwards what is left when a response ends within an event.
func (w *writer) writeRest() {
	if len(w.buffered) > 0 {
		_, _ = w.ResponseWriter.Write(w.buffered) // ignore a client that left
	}
}

func (w *writer) framing() wire.FrameKind { return wire.FramingOf(w.Header()) }

// grpcHead is the length of the prefix of a gRPC message: the compression flag and the length.
const grpcHead = 5

// eventLength returns the length of the first complete event in the buffer, 0 if there is none yet.
func (w *writer) eventLength() int {
	switch w.framing() {
	case wire.SSE:
		if i := bytes.Index(w.buffered, []byte("\n\n")); i >= 0 {
			return i + 2
		}
		return 0
	case wire.GRPC:
		if len(w.buffered) < grpcHead {
			return 0
		}
		if n := grpcHead + int(binary.BigEndian.Uint32(w.buffered[1:])); n <= len(w.buffered) {
			return n
		}
		return 0
	}
	return len(w.buffered)
}
