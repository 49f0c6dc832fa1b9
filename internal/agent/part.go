package agent

import (
	"encoding/json"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func text(s string) a2a.Part { return a2a.Part{Kind: a2a.TextPart, Text: s} }

func textWithType(mediaType, s string) a2a.Part {
	return a2a.Part{Kind: a2a.TextPart, Text: s, MediaType: mediaType}
}

func data(s string) a2a.Part {
	return a2a.Part{Kind: a2a.DataPart, Data: json.RawMessage(s), MediaType: "application/json"}
}

func addMimeType(p *a2a.Part) {
	if p.Kind == a2a.TextPart && p.MediaType != "" && p.Metadata == nil {
		p.Metadata = slices.Concat([]byte(`{"mimeType":`), quoteJSON(p.MediaType), []byte("}"))
	}
}

func file(name, mediaType string, b []byte) a2a.Part {
	return a2a.Part{Kind: a2a.FilePart, Bytes: b, Filename: name, MediaType: mediaType}
}

func link(name, mediaType, url string) a2a.Part {
	return a2a.Part{Kind: a2a.FilePart, URL: url, Filename: name, MediaType: mediaType}
}
