package agent

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/a2a"
)

func text(s string) a2a.Part { return a2a.Part{Kind: a2a.TextPart, Text: s} }

// typed is text with a media type.
func typed(mediaType, s string) a2a.Part {
	return a2a.Part{Kind: a2a.TextPart, Text: s, MediaType: mediaType}
}

func data(s string) a2a.Part {
	return a2a.Part{Kind: a2a.DataPart, Data: json.RawMessage(s), MediaType: "application/json"}
}

func file(name, mediaType string, b []byte) a2a.Part {
	return a2a.Part{Kind: a2a.FilePart, Bytes: b, Filename: name, MediaType: mediaType}
}

func link(name, mediaType, url string) a2a.Part {
	return a2a.Part{Kind: a2a.FilePart, URL: url, Filename: name, MediaType: mediaType}
}
