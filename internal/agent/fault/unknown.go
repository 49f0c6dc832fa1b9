package fault

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Member is the name of the added member.
const Member = "xUnknownMember"

// unknownField is an encoded protobuf field 9999, which no message has.
var unknownField = binary.AppendUvarint(binary.AppendUvarint(nil, 9999<<3), 1)

// openMembers are members that stay unchanged: their objects have names that people choose, where
// another would have a meaning, or hold free-form data or errors.
var openMembers = []string{"securitySchemes", "schemes", "security", "securityRequirements", "scopes", "flows", "metadata", "data", "params", "header", "error", "id"}

func (w *writer) addUnknown(event []byte) []byte {
	switch w.framing() {
	case wire.SSE:
		var out []byte
		for line := range bytes.Lines(event) {
			if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
				line = slices.Concat([]byte("data: "), addMembers(bytes.TrimSpace(data)), []byte("\n"))
			}
			out = append(out, line...)
		}
		return out
	case wire.GRPC:
		out := slices.Concat(event, unknownField)
		binary.BigEndian.PutUint32(out[1:], uint32(len(out)-grpcHead))
		return out
	}
	return addMembers(event)
}

// addMembers adds Member to the objects of a JSON document. It returns other documents unchanged.
func addMembers(doc []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return doc
	}
	out, err := json.Marshal(widen(v))
	if err != nil {
		return doc
	}
	return out
}

func widen(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = widen(v[i])
		}
	case map[string]any:
		for name, value := range v {
			if !slices.Contains(openMembers, name) {
				v[name] = widen(value)
			}
		}
		v[Member] = map[string]any{"since": "a version to come"}
	}
	return v
}
