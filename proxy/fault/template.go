package fault

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// fillTemplate replaces the variables of a document by values of the frame.
func (w *Work) fillTemplate(doc string) ([]byte, error) {
	if !strings.Contains(doc, "{{") {
		return []byte(doc), nil
	}
	rpc := memberValue(w.Labels.Doc, "id")
	values := []string{"{{task}}", w.Labels.Task, "{{context}}", w.Labels.Context, "{{rpc_id}}", unquoteJSON(rpc), "{{text}}", w.Labels.Text,
		"{{state}}", w.Labels.State, "{{nth}}", strconv.Itoa(w.Nth)}
	grows := 0
	for i := 0; i < len(values); i += 2 {
		grows += strings.Count(doc, values[i]) * len(values[i+1])
	}
	if grows > wire.MaxGateFrame {
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
			b = appendQuoted(b, fill.Replace(unquoteJSON(text)))
		default:
			b = append(b, text...)
		}
		if len(b) > wire.MaxGateFrame {
			return nil, errTooLong
		}
	}
	return b, nil
}

const errTooLong = Problem("the result of the rule is longer than 16 MiB")

func appendQuoted(b []byte, text string) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string always can be
	return append(b, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
}

// unquoteJSON decodes a JSON string; it returns anything else unchanged.
func unquoteJSON(raw string) string {
	var text string
	if json.Unmarshal([]byte(raw), &text) != nil {
		return raw
	}
	return text
}
