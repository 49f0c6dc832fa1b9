package entry

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// AppendHead appends a head as json.Marshal writes it. Each exchange has two heads, and json.Marshal allocates
// a dozen values for each.
func AppendHead(b []byte, h *wire.Head) []byte {
	b = append(b, '{')
	if h.Proto != "" {
		b = appendText(appendMember(b, "proto"), h.Proto)
	}
	if h.Status != 0 {
		b = strconv.AppendInt(appendMember(b, "status"), int64(h.Status), 10)
	}
	if len(h.Header) > 0 {
		b = appendHeader(appendMember(b, "header"), h.Header)
	}
	if len(h.Trailer) > 0 {
		b = appendHeader(appendMember(b, "trailer"), h.Trailer)
	}
	if h.Received != "" {
		b = appendText(appendMember(b, "received"), h.Received)
	}
	if len(h.Surplus) > 0 {
		b = append(appendMember(b, "surplus"), '"')
		b = append(base64.StdEncoding.AppendEncode(b, h.Surplus), '"')
	}
	if !h.Ended.IsZero() {
		b = append(h.Ended.AppendFormat(append(appendMember(b, "ended"), '"'), time.RFC3339Nano), '"')
	}
	if !h.ClientLeftAt.IsZero() {
		b = append(h.ClientLeftAt.AppendFormat(append(appendMember(b, "left"), '"'), time.RFC3339Nano), '"')
	}
	return append(b, '}')
}

// appendMember appends the name of a member to the object at the end of b.
func appendMember(b []byte, name string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(appendText(b, name), ':')
}

func appendHeader(b []byte, h http.Header) []byte {
	var room [16]string
	names := slices.AppendSeq(room[:0], maps.Keys(h))
	slices.Sort(names)
	b = append(b, '{')
	for _, name := range names {
		b = appendMember(b, name)
		if h[name] == nil {
			b = append(b, "null"...)
			continue
		}
		b = append(b, '[')
		for i, v := range h[name] {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendText(b, v)
		}
		b = append(b, ']')
	}
	return append(b, '}')
}

// appendText appends a string as json.Marshal writes it.
func appendText(b []byte, s string) []byte {
	from := len(b)
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == 0: // stands for values in a head as received
			b = append(b, `\u0000`...)
		case c == '"', c == '\\':
			b = append(b, '\\', c)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\n':
			b = append(b, `\n`...)
		case c < ' ', c >= 0x80, c == '<', c == '>', c == '&':
			quoted, _ := json.Marshal(s) // texts always marshal
			return append(b[:from], quoted...)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
