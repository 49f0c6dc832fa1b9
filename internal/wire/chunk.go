package wire

import "time"

// Side names one of the byte streams of an exchange.
type Side uint8

const (
	Request      Side = 0 // client → agent, as the client sent it
	Response     Side = 1 // agent → client, as the agent sent it
	RequestSent  Side = 2 // what was forwarded to the agent, only if the console changed it
	ResponseSent Side = 3 // what was forwarded to the client, only if the console changed it
)

// Chunk is what one read from the wire returned. Offset counts body bytes from 0. Data must not change after
// it is handed over.
type Chunk struct {
	Exchange string
	Side     Side
	Offset   int64
	At       time.Time
	Data     []byte
	Frame    int // number of frames that began on this side before this chunk, so that a reader can start here
	// WasDelayed reports that a slow client filled the read-ahead and delayed this read: At is later than the
	// arrival.
	WasDelayed bool
}

// Frame is one unit of a body as its framing defines it.
type Frame struct {
	Index    int // from 0
	Offset   int64
	Length   int64
	At       time.Time // first byte
	Complete time.Time // last byte
	Kind     FrameKind
	Raw      []byte // exactly as on the wire, terminator included
	Event    string // SSE event field
	ID       string // SSE id field
	Retry    string // SSE retry field
	Data     []byte // the SSE data lines joined by \n; the WebSocket payload; the line without surrounding spaces; the gRPC message, compressed if Raw[0] is 1; or the whole body. May share memory with Raw
	Partial  bool   // the frame is not whole: the stream ended, or the frame limit cut it
	Problems []FrameProblem
}

// FrameKind says how a Frame was framed on the wire.
type FrameKind string

const (
	Body    FrameKind = "body"    // a whole body
	SSE     FrameKind = "sse"     // a Server-Sent Event, WHATWG HTML §9.2
	Comment FrameKind = "comment" // an SSE block without a data line, which clients do not deliver: a keep-alive
	Line    FrameKind = "line"    // a line of a body that holds one JSON document per line
	GRPC    FrameKind = "grpc"    // a gRPC message with its five-byte prefix
	WSText  FrameKind = "text"    // a WebSocket text message, RFC 6455
	WSBin   FrameKind = "binary"
	WSClose FrameKind = "close"
	WSPing  FrameKind = "ping"
	WSPong  FrameKind = "pong"

	// WebSocket is the framing of a side after a 101 upgrade. Its frames have the WS kinds.
	WebSocket FrameKind = "websocket"
)

// FrameProblem is a flaw in the framing, at an offset in the side's bytes.
type FrameProblem struct {
	Offset  int64
	Message string
}
