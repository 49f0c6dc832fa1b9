package mock

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// contentOf returns a key that is equal for calls with the same content, apart from ids and
// settings, and the content's beginning for people.
func contentOf(op a2a.Operation, c *a2a.Call) (content, says string) {
	switch {
	case c == nil:
		return "", ""
	case c.Message != nil:
		sum := sha256.New()
		e := json.NewEncoder(sum)
		for _, p := range c.Message.Parts {
			// A hash never fails, and these values always encode.
			_ = e.Encode([]any{p.Kind, p.Text, p.Bytes, p.Encoded, p.URL, canonical(p.Data), p.MediaType, p.Filename})
			if p.Kind == a2a.UnknownPart {
				_ = e.Encode(canonical(p.Raw))
			}
		}
		return hex.EncodeToString(sum.Sum(nil)), excerptOf(c.Message.Parts)
	case op == a2a.ListTasks && c.List != nil:
		q := *c.List
		q.PageToken, q.ContextID = "", ""
		b, _ := json.Marshal(q) // strings and numbers always encode
		return string(b), ""
	}
	return "", ""
}

func excerptOf(parts []a2a.Part) string {
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
	return clip.Runes(strings.Join(strings.Fields(strings.Join(all, " ")), " "), 60)
}

// canonical returns JSON with sorted members and no spaces. It returns other input unchanged.
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
