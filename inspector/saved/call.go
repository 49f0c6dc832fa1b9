package saved

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Call returns the operation that a filled request describes. With streams, it is a streaming one if Delivery
// is "".
func (r *Request) Call(streams bool) (*a2a.Call, error) {
	m := &a2a.Message{Role: a2a.User}
	for i, p := range r.Parts {
		part, err := p.part()
		if err != nil {
			return nil, fmt.Errorf("part %d: %w", i+1, err)
		}
		m.Parts = append(m.Parts, part)
	}
	c := &a2a.Call{Op: a2a.SendMessage, Message: m, ReturnImmediately: r.Delivery == "return",
		AcceptedOutputModes: strings.FieldsFunc(r.Modes, func(c rune) bool { return c == ',' || c == ' ' || c == '\n' })}
	if r.Delivery == "stream" || r.Delivery == "" && streams {
		c.Op = a2a.SendStreamingMessage
	}
	if h := strings.TrimSpace(r.History); h != "" {
		n, err := strconv.Atoi(h)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("history length: %q is not a whole number of at least 0", h)
		}
		c.HistoryLength = &n
	}
	if text := strings.TrimSpace(r.Metadata); text != "" {
		var object map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &object); err != nil {
			return nil, fmt.Errorf("metadata: it must be a JSON object: %w", err)
		}
		c.Metadata = json.RawMessage(text)
	}
	return c, nil
}

func (p *Part) part() (a2a.Part, error) {
	switch p.Kind {
	case "file":
		return a2a.Part{Kind: a2a.FilePart, Bytes: p.Bytes, Filename: p.Name, MediaType: p.Type}, nil
	case "url":
		return a2a.Part{Kind: a2a.FilePart, URL: p.URL, Filename: p.Name, MediaType: p.Type}, nil
	case "data":
		var v json.RawMessage
		if err := json.Unmarshal([]byte(p.Text), &v); err != nil {
			return a2a.Part{}, fmt.Errorf("the data is not JSON: %w", err)
		}
		return a2a.Part{Kind: a2a.DataPart, Data: v}, nil
	}
	return a2a.Part{Kind: a2a.TextPart, Text: p.Text}, nil
}
