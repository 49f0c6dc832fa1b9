package agent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/wire"
)

// contentOf is what a call says, ids and settings left out, in a form that is
// equal for calls that say the same; and the beginning of it for people.
func contentOf(op a2a.Operation, c *a2a.Call) (content, says string) {
	switch {
	case c == nil:
		return "", ""
	case c.Message != nil:
		sum := sha256.New()
		e := json.NewEncoder(sum)
		for _, p := range c.Message.Parts {
			// A hash does not fail, and these values always encode.
			_ = e.Encode([]any{p.Kind, p.Text, p.Bytes, p.Encoded, p.URL, canonical(p.Data), p.MediaType, p.Filename})
			if p.Kind == a2a.UnknownPart {
				_ = e.Encode(canonical(p.Raw))
			}
		}
		return hex.EncodeToString(sum.Sum(nil)), sayings(c.Message.Parts)
	case op == a2a.ListTasks && c.List != nil:
		q := *c.List
		q.PageToken, q.ContextID = "", ""
		b, _ := json.Marshal(q) // strings and numbers
		return string(b), ""
	}
	return "", ""
}

// sayings is the beginning of what parts say, on one line.
func sayings(parts []a2a.Part) string {
	var all []string
	for _, p := range parts {
		switch p.Kind {
		case a2a.TextPart:
			all = append(all, p.Text)
		case a2a.DataPart:
			all = append(all, string(p.Data))
		default:
			all = append(all, "["+string(p.Kind)+"]")
		}
	}
	runes := []rune(strings.Join(strings.Fields(strings.Join(all, " ")), " "))
	if len(runes) > 60 {
		return string(runes[:59]) + "…"
	}
	return string(runes)
}

// canonical is JSON with its members in order and no spaces; itself when it is
// none.
func canonical(raw json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return string(raw)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return string(raw)
	}
	return string(b)
}

// errEnough ends pieces without an error.
var errEnough = errors.New("enough")

// step is how much of a body is asked for at a time.
const step = 1 << 20

// pieces calls f with what is on record of a side, each byte once.
func pieces(ctx context.Context, from Facts, exchange string, side wire.Side, f func(wire.Chunk) error) error {
	for next := int64(0); ; {
		chunks, err := from.Chunks(ctx, exchange, side, next, step)
		if err != nil {
			return err
		}
		start := next
		for _, c := range chunks {
			if end := c.Offset + int64(len(c.Data)); end > next {
				c.Data = c.Data[max(0, next-c.Offset):]
				next = end
				if err := f(c); errors.Is(err, errEnough) {
					return nil
				} else if err != nil {
					return err
				}
			}
		}
		if next == start {
			return nil
		}
	}
}

// whole is what is on record of a side.
func whole(ctx context.Context, from Facts, exchange string, side wire.Side) (out []byte, err error) {
	err = pieces(ctx, from, exchange, side, func(c wire.Chunk) error {
		out = append(out, c.Data...)
		return nil
	})
	return out, err
}
