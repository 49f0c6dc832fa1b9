package archive

import (
	"encoding/base64"
	"mime"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// harBody is what a HAR file says about a body.
type harBody struct {
	side     wire.Side
	text     *string // nil if it is not in the file
	encoding string  // of text
	size     int64   // in bytes; 0 or less if the file gives no size beyond text
	unsized  bool    // there was a body, but its decoded size is unknown
}

// takeBody returns the part of a body that is in the file. It adds a gap for the rest, because that crossed
// the wire.
func (w *FullExchange) takeBody(b harBody) []byte {
	var body []byte
	g := wire.Gap{Side: b.side, Cause: wire.GapLeftOut}
	if b.text != nil {
		var ok bool
		if body, ok = unbase64(*b.text, b.encoding); !ok {
			g.Problem = "The file says that this body is encoded as " + clip.Bytes(b.encoding, 40) + ", but it could not be decoded."
			w.addGap(g)
			return nil
		}
	}
	have := int64(len(body))
	missing := max(b.size-have, 0)
	switch {
	case b.unsized && have == 0:
	case b.unsized, missing == 0, have > 0 && (missing <= byteOrderMark || !w.countsAsText(&b)):
		return body
	default:
		g.Offset, g.Bytes = have, missing
	}
	w.addGap(g)
	return body
}

// byteOrderMark is how many bytes browsers omit from a text.
const byteOrderMark = 3

// countsAsText reports whether a text has as many bytes as the body that it stands for. Browsers convert other
// character encodings to UTF-8.
func (w *FullExchange) countsAsText(b *harBody) bool {
	if b.encoding != "" {
		return true
	}
	h := w.Response.Header
	if b.side == wire.Request {
		h = w.Request.Header
	}
	_, params, _ := mime.ParseMediaType(h.Get("Content-Type"))
	switch strings.ToLower(params["charset"]) {
	case "", "utf-8", "utf8", "us-ascii":
		return true
	}
	return false
}

// addGap adds a gap for what is not in the file.
func (w *FullExchange) addGap(g wire.Gap) {
	g.Exchange, g.From, g.To = w.ID, w.Started, latest(w.Started, w.Ended)
	w.Gaps, w.Incomplete = append(w.Gaps, g), true
	switch {
	case g.Cause != wire.GapLeftOut:
	case g.Side == wire.Request:
		w.RequestBytes += g.Bytes
	default:
		w.ResponseBytes += g.Bytes
	}
}

// unbase64 decodes text. ok is false if the encoding is unknown or the text is invalid.
func unbase64(text, encoding string) (body []byte, ok bool) {
	switch {
	case encoding == "":
		return []byte(text), true
	case !strings.EqualFold(encoding, "base64"):
		return nil, false
	}
	text = strings.TrimRight(strings.Join(strings.Fields(text), ""), "=")
	for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if b, err := e.DecodeString(text); err == nil {
			return b, true
		}
	}
	return nil, false
}
