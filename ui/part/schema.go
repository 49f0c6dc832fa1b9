package part

import "encoding/json"

// SchemaIn finds a JSON Schema of an object in data with which an agent asks for input: the data
// itself, or a member of it. It returns nil if there is none.
func SchemaIn(src json.RawMessage) json.RawMessage {
	if isSchema(src) {
		return src
	}
	var holds map[string]json.RawMessage
	if json.Unmarshal(src, &holds) != nil {
		return nil
	}
	for _, name := range []string{"schema", "form", "json_schema", "jsonSchema", "inputSchema", "requestedSchema"} {
		if isSchema(holds[name]) {
			return holds[name]
		}
	}
	return nil
}

func isSchema(src json.RawMessage) bool {
	var s struct {
		Type       any                        `json:"type"`
		Properties map[string]json.RawMessage `json:"properties"`
	}
	return len(src) > 0 && json.Unmarshal(src, &s) == nil && s.Type == "object" && len(s.Properties) > 0
}
