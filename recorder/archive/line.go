package archive

import (
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// FormatName and FormatVersion are in the first line of a jsonl file. Older versions are read too, but never
// written.
const (
	FormatName    = "a2a-console-session"
	FormatVersion = 2
)

// The members below and their order are the format. Read docs/session-format.md before you change any.

type headLine struct {
	Format     string      `json:"format"`
	Version    int         `json:"version"`
	RecordedBy string      `json:"by"`
	Secrets    string      `json:"secrets"`
	Session    sessionLine `json:"session"`
	Agents     []string    `json:"agents"`
	Exchanges  int         `json:"exchanges,omitempty"`
	Incomplete bool        `json:"incomplete,omitempty"`
}

const (
	secretsRedacted = "redacted"
	secretsIncluded = "kept"
)

type sessionLine struct {
	ID      string    `json:"id"`
	Name    string    `json:"name,omitempty"`
	Started time.Time `json:"started,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`
}

// exchangeLine begins an exchange.
type exchangeLine struct {
	Kind          string         `json:"kind"`
	ID            string         `json:"id"`
	Origin        wire.Origin    `json:"origin"`
	Link          string         `json:"link,omitempty"`
	Agent         string         `json:"agent"`
	Tap           string         `json:"tap,omitempty"`
	Caller        string         `json:"caller,omitempty"`
	Method        string         `json:"method"`
	URL           string         `json:"url"`
	Request       wire.Head      `json:"request"`
	Interim       []wire.Interim `json:"interim,omitempty"`
	Response      *wire.Head     `json:"response,omitempty"`
	RequestSent   *wire.Head     `json:"request_sent,omitempty"`
	ResponseSent  *wire.Head     `json:"response_sent,omitempty"`
	Started       time.Time      `json:"started,omitzero"`
	RequestDone   time.Time      `json:"request_done,omitzero"`
	Answered      time.Time      `json:"answered,omitzero"`
	FirstByte     time.Time      `json:"first_byte,omitzero"`
	LastByte      time.Time      `json:"last_byte,omitzero"`
	Ended         time.Time      `json:"ended,omitzero"`
	Outcome       wire.Outcome   `json:"outcome,omitempty"`
	Problem       string         `json:"problem,omitempty"`
	RequestBytes  int64          `json:"request_bytes,omitempty"`
	ResponseBytes int64          `json:"response_bytes,omitempty"`
	Frames        int            `json:"frames,omitempty"`
	Incomplete    bool           `json:"incomplete,omitempty"`
	Rewritten     bool           `json:"rewritten,omitempty"`
	Gaps          []Gap          `json:"gaps,omitempty"`
	Pinned        bool           `json:"pinned,omitempty"`
	Note          string         `json:"note,omitempty"`
}

// chunkLine is one read of the exchange before it. It has Text if the bytes are valid UTF-8, else Base64.
type chunkLine struct {
	Kind   string    `json:"kind"`
	Side   string    `json:"side"`
	Offset int64     `json:"offset"`
	At     time.Time `json:"at,omitzero"`
	Waited bool      `json:"waited,omitempty"`
	Text   *string   `json:"text,omitempty"`
	Base64 []byte    `json:"base64,omitempty"`
}

type gapLine struct {
	Kind string `json:"kind"`
	Gap
}

// redactionsLine lists what was redacted in the exchange before it.
type redactionsLine struct {
	Kind       string           `json:"kind"`
	Redactions []wire.Redaction `json:"redactions"`
}

type endLine struct {
	Kind      string `json:"kind"`
	Exchanges int    `json:"exchanges"`
	Chunks    int    `json:"chunks"`
	Bytes     int64  `json:"bytes"`
	SHA256    string `json:"sha256"`
}

// readEnd is an endLine that was read. Members that a person removed are nil, and not compared.
type readEnd struct {
	Exchanges *int   `json:"exchanges"`
	Chunks    *int   `json:"chunks"`
	Bytes     *int64 `json:"bytes"`
	SHA256    string `json:"sha256"`
}

const (
	kindGap        = "gap"
	kindRule       = "rule"
	kindExchange   = "exchange"
	kindChunk      = "chunk"
	kindRedactions = "redacted"
	kindPassages   = "passed"
	kindEnd        = "end"
)

func exchangeLineOf(x *wire.Exchange) exchangeLine {
	l := exchangeLine{
		Kind: kindExchange, ID: x.ID, Origin: x.Origin, Link: x.Link, Agent: x.Agent, Tap: x.Tap, Caller: x.Caller,
		Method: x.Method, URL: x.URL, Request: x.Request,
		Started: x.Started, RequestDone: x.RequestDone, Answered: x.Answered,
		FirstByte: x.FirstByte, LastByte: x.LastByte, Ended: x.Ended,
		Outcome: x.Outcome, Problem: x.Problem, RequestBytes: x.RequestBytes, ResponseBytes: x.ResponseBytes,
		Frames: x.Frames, Incomplete: x.Incomplete, Rewritten: x.Rewritten,
		Interim: x.Interim, RequestSent: x.RequestSent, ResponseSent: x.ResponseSent, Gaps: GapsOf(x.Gaps),
		Pinned: x.Pinned, Note: x.Note,
	}
	if h := x.Response; h.Proto != "" || h.Status != 0 || len(h.Header) > 0 || len(h.Trailer) > 0 || h.Received != "" || len(h.Surplus) > 0 || !h.Ended.IsZero() {
		l.Response = &h
	}
	return l
}

// exchange returns the exchange without its gaps, which are checked first.
func (l *exchangeLine) exchange() *wire.Exchange {
	x := &wire.Exchange{
		ID: l.ID, Origin: l.Origin, Link: l.Link, Agent: l.Agent, Tap: l.Tap, Caller: l.Caller,
		Method: l.Method, URL: l.URL, Request: l.Request,
		Started: l.Started.UTC(), RequestDone: l.RequestDone.UTC(), Answered: l.Answered.UTC(),
		FirstByte: l.FirstByte.UTC(), LastByte: l.LastByte.UTC(), Ended: l.Ended.UTC(),
		Outcome: l.Outcome, Problem: l.Problem, RequestBytes: l.RequestBytes, ResponseBytes: l.ResponseBytes,
		Frames: l.Frames, Incomplete: l.Incomplete, Rewritten: l.Rewritten,
		Interim: l.Interim, RequestSent: l.RequestSent, ResponseSent: l.ResponseSent,
		Pinned: l.Pinned, Note: l.Note,
	}
	for i := range x.Interim {
		x.Interim[i].At = x.Interim[i].At.UTC()
	}
	if l.Response != nil {
		x.Response = *l.Response
		x.Response.Ended, x.Response.ClientLeftAt = x.Response.Ended.UTC(), x.Response.ClientLeftAt.UTC()
	}
	return x
}

func chunkLineOf(c *wire.Chunk) chunkLine {
	l := chunkLine{Kind: kindChunk, Side: c.Side.String(), Offset: c.Offset, At: c.At, Waited: c.WasDelayed}
	if utf8.Valid(c.Data) {
		s := string(c.Data)
		l.Text = &s
	} else {
		l.Base64 = c.Data
	}
	return l
}

func (l *chunkLine) data() []byte {
	if l.Text != nil {
		return []byte(*l.Text)
	}
	return l.Base64
}
