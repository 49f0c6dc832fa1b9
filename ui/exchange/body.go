package exchange

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	pageRaw = 128 << 10 // bytes of one page of the raw view
	pageHex = 4 << 10
)

type body struct {
	Side         wire.Side
	Head         wire.Head
	Start        string // method and URL of a request, or status of a response
	Sent         bool   // this is the version that the console forwarded
	Size         int64  // bytes on the wire
	RecordedSize int64
	View         string // pretty, raw, hex
	Data         []byte // the decoded page that is shown
	From         int64  // offset of Data
	Total        int64  // size of the whole body, decoded
	Encoding     string // the Content-Encoding that was decoded, "" for none
	DecodeErr    error  // why not all of the body could be decoded, nil if it was
	Problems     []a2a.Problem
	Stream       bool
	Events       *eventPage // for a stream in the pretty view
	CanPretty    bool
	Edit         *edit // for a body that was edited on its way
}

func views() [][2]string { return [][2]string{{"pretty", "Pretty"}, {"raw", "Raw"}, {"hex", "Hex"}} }

func (s *Screen) body(r *http.Request, d *detail) (*body, error) {
	b := d.message(r.URL.Query().Get("sent") != "")
	c, err := tape.SideContent(r.Context(), s.Library, d.X, b.Side)
	if err != nil {
		return nil, err
	}
	data := c.Data
	b.Encoding, b.DecodeErr, b.Total = c.Coding, c.Err, int64(len(data))
	if b.Sent {
		b.Size, b.RecordedSize = c.RecordedSize, c.RecordedSize
	}
	if b.Edit, err = s.editOf(r.Context(), d, b); err != nil {
		return nil, err
	}
	message := d.protobuf(b.Side, data)
	b.CanPretty = b.Stream && !b.Sent || !b.Stream && (message != nil || utf8.Valid(data))
	b.View = r.URL.Query().Get("view")
	if !slices.ContainsFunc(views(), func(v [2]string) bool { return v[0] == b.View }) {
		b.View = "pretty"
	}
	if b.View == "pretty" && !b.CanPretty {
		b.View = "raw"
	}
	if b.View == "raw" && !utf8.Valid(data) {
		b.View = "hex"
	}
	if b.View == "pretty" && message != nil {
		data, b.Problems = message, withoutPlaces(b.Problems)
	}
	from, _ := strconv.ParseInt(r.URL.Query().Get("from"), 10, 64)
	if !b.Sent {
		b.Problems = slices.Concat(b.Problems, d.crossProblems(b.Side, 0, data))
	}
	if b.Stream && b.View == "pretty" {
		b.Events, err = s.eventPage(r.Context(), d, int(from))
		return b, err
	}
	b.cut(data, from)
	return b, nil
}

// protobuf returns the message in a side's gRPC body as ProtoJSON, or nil for any other body.
func (d *detail) protobuf(side wire.Side, data []byte) []byte {
	if d.tape.Reader == nil || d.tape.Call.Binding != a2a.GRPC || !side.IsRequest() && d.tape.Streams() {
		return nil
	}
	request := dialect.RequestHead(&d.X)
	switch {
	case side == wire.Request:
		return d.tape.Call.Repaired
	case side == wire.RequestSent:
		request.Body = data
		return dialect.ReadRequest(d.tape.Reader.Identity(), request).Repaired
	case d.tape.Reader.Framing() != wire.GRPC:
		return nil
	}
	answer := dialect.ResponseHead(&d.X)
	answer.Body = data
	return dialect.ReadFirst(d.tape.Reader.Identity(), request, answer).Repaired
}

func (d *detail) message(sent bool) *body {
	x := d.X
	b := &body{Sent: sent}
	if d.Tab == "request" {
		b.Side, b.Head, b.Size, b.RecordedSize = wire.Request, x.Request, x.RequestBytes, x.RequestKept
		b.Start = x.Method + " " + x.URL
		b.Problems = d.tape.Call.Problems
		if sent {
			b.Side = wire.RequestSent
		}
		return b
	}
	b.Side, b.Head, b.Size, b.RecordedSize = wire.Response, x.Response, x.ResponseBytes, x.ResponseKept
	b.Start = fmt.Sprintf("%d %s", x.Response.Status, http.StatusText(x.Response.Status))
	b.Stream = d.tape.Streams()
	if sent {
		b.Side = wire.ResponseSent
	}
	if !sent {
		b.Problems = append(b.Problems, d.tape.HeadProblems...)
	}
	if !b.Stream && d.tape.Fold != nil && !sent {
		for i := range d.tape.Fold.Rows {
			b.Problems = append(b.Problems, d.tape.Fold.Rows[i].Problems...)
		}
	}
	return b
}

// decodeNote says how much of an encoded body is shown, and why the rest is not.
func (b *body) decodeNote() string {
	switch {
	case errors.Is(b.DecodeErr, coding.ErrTooLong):
		return "Showing the first " + part.Bytes(b.Total) + " of the decoded body. Save downloads the whole body as it was received."
	case errors.Is(b.DecodeErr, coding.ErrUnknown), errors.Is(b.DecodeErr, coding.ErrTooDeep), b.Total == b.RecordedSize:
		return "Shown as it arrived: " + part.Short(b.DecodeErr.Error(), 300)
	}
	return "Showing the " + part.Bytes(b.Total) + " that could be decoded: " + part.Short(b.DecodeErr.Error(), 300)
}

// versions returns the names of the received and the forwarded version of a message, and says what
// was done to it. All are "" if the message was forwarded unchanged.
func (d *detail) versions(b *body) (came, sent, says string) {
	asking := d.Tab == "request"
	switch {
	case asking && d.hasForwardedVersion(wire.Request), !asking && d.hasForwardedVersion(wire.Response):
		if b.Edit == nil {
			says = record.PassedSentence(d.Passages, !asking && d.events() >= 0)
		}
	case !asking && d.X.Rewritten && (!d.isStandalone || d.alterationNote() != ""):
		says = d.changeNote()
	default:
		return "", "", ""
	}
	switch {
	case !asking:
		return "As the agent sent it", "As the client got it", says
	case d.X.Origin == wire.Push:
		return "As the client sent it", "As the receiver got it", says
	}
	return "As the client sent it", "As the agent got it", says
}

// cut keeps the page of data that begins at from.
func (b *body) cut(data []byte, from int64) {
	size := int64(pageRaw)
	switch b.View {
	case "hex":
		size = pageHex
	case "pretty":
		b.Data = data
		return
	}
	if from < 0 || from >= b.Total {
		from = 0
	}
	end := min(from+size, b.Total)
	if b.View == "raw" {
		for end < b.Total && !utf8.RuneStart(data[end]) {
			end++
		}
		for from > 0 && from < b.Total && !utf8.RuneStart(data[from]) {
			from--
		}
	}
	b.From, b.Data = from, data[from:end]
}

// Pages returns the offsets of the pages before and after this one; -1 for none.
func (b *body) Pages() (before, after int64) {
	before, after = -1, -1
	size := int64(pageRaw)
	if b.View == "hex" {
		size = pageHex
	}
	if b.From > 0 {
		before = max(b.From-size, 0)
	}
	if b.View != "pretty" && b.From+int64(len(b.Data)) < b.Total {
		after = b.From + int64(len(b.Data))
	}
	return before, after
}

func (d *detail) redactions(prefix string) []wire.Redaction {
	var out []wire.Redaction
	for _, r := range d.X.Redactions {
		if r.Place == prefix+".header" || r.Place == prefix+".body" || prefix == "request" && r.Place == "url" {
			out = append(out, r)
		}
	}
	return out
}

// rawBytes serves the recorded bytes of a side as a sandboxed download.
func (s *Screen) rawBytes(w http.ResponseWriter, r *http.Request) error {
	x, err := s.Library.Exchange(r.Context(), r.PathValue("id"))
	if err != nil {
		return record.ErrNoExchange()
	}
	side, ok := tape.SideNamed(r.PathValue("side"))
	if !ok {
		return web.Fail(http.StatusNotFound, "An exchange has no such side.", "Its sides are the request and the response, each as it arrived and as it was sent.", "Go back to the exchange.")
	}
	h := sandboxed(w, "application/octet-stream")
	h.Set("Content-Disposition", `attachment; filename="`+r.PathValue("side")+`-`+strconv.FormatInt(x.Seq, 10)+`.bin"`)
	return s.Tapes.CopyBytes(r.Context(), w, x.ID, side)
}
