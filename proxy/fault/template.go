package fault

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// filled is a document with its variables filled in.
func (w *Work) filled(doc string) ([]byte, error) {
	if !strings.Contains(doc, "{{") {
		return []byte(doc), nil
	}
	rpc := member(w.Says.Doc, "id")
	values := []string{"{{task}}", w.Says.Task, "{{context}}", w.Says.Context, "{{rpc_id}}", unquoted(rpc), "{{text}}", w.Says.Text,
		"{{state}}", w.Says.State, "{{nth}}", strconv.Itoa(w.Nth)}
	grows := 0
	for i := 0; i < len(values); i += 2 {
		grows += strings.Count(doc, values[i]) * len(values[i+1])
	}
	if grows > wire.GateFrame {
		return nil, errTooLong
	}
	fill := strings.NewReplacer(values...)
	var b []byte
	for at := 0; at < len(doc); {
		if doc[at] != '"' {
			b = append(b, doc[at])
			at++
			continue
		}
		end := skipString(doc, at)
		text := doc[at:end]
		at = end
		switch {
		case text == `"{{rpc_id}}"` && rpc != "":
			b = append(b, rpc...)
		case strings.Contains(text, "{{"):
			b = appendQuoted(b, fill.Replace(unquoted(text)))
		default:
			b = append(b, text...)
		}
		if len(b) > wire.GateFrame {
			return nil, errTooLong
		}
	}
	return b, nil
}

const errTooLong = Problem("what the rule makes of it is longer than 16 MiB")

// appendQuoted appends a text as JSON.
func appendQuoted(b []byte, text string) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string always can be
	return append(b, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
}

// unquoted is the text of a JSON string; what is none stays as it is.
func unquoted(raw string) string {
	var text string
	if json.Unmarshal([]byte(raw), &text) != nil {
		return raw
	}
	return text
}
