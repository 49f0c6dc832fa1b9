package part

import (
	"mime"
	"strings"
	"unicode/utf8"
)

// Show is the way bytes of a media type are drawn.
type Show string

const (
	ShowImage Show = "image"
	ShowAudio Show = "audio"
	ShowVideo Show = "video"
	ShowFrame Show = "frame" // HTML and SVG, in a sandbox
	ShowJSON  Show = "json"
	ShowMark  Show = "markdown"
	ShowText  Show = "text"
	ShowBytes Show = "bytes" // a download with a look at the first bytes; PDF too
)

// ShowAs says how bytes of a declared media type are drawn. Bytes that are not
// what the type says are not guessed at, but text that is no text is bytes.
func ShowAs(mediaType string, p []byte) Show {
	t := BaseType(mediaType)
	switch t {
	case "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp":
		return ShowImage
	case "audio/mpeg", "audio/mp4", "audio/ogg", "audio/wav", "audio/x-wav", "audio/webm", "audio/flac", "audio/aac":
		return ShowAudio
	case "video/mp4", "video/webm", "video/ogg":
		return ShowVideo
	case "text/html", "application/xhtml+xml", "image/svg+xml", "application/html":
		return ShowFrame
	}
	if !utf8.Valid(p) {
		return ShowBytes
	}
	switch {
	case t == "application/json" || strings.HasSuffix(t, "+json"):
		return ShowJSON
	case t == "text/markdown" || t == "text/x-markdown":
		return ShowMark
	case strings.HasPrefix(t, "text/"), t == "application/xml", t == "application/yaml",
		t == "application/javascript", t == "application/x-yaml", strings.HasSuffix(t, "+xml"):
		return ShowText
	}
	return ShowBytes
}

// BaseType is a media type without parameters, in lower case.
func BaseType(mediaType string) string {
	if t, _, err := mime.ParseMediaType(mediaType); err == nil {
		return t
	}
	t, _, _ := strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// Served is the Content-Type the console may answer with for bytes that an
// agent calls mediaType, and whether a browser may show them in place. All
// others are octets to download.
func Served(mediaType string) (contentType string, inline bool) {
	t := BaseType(mediaType)
	switch ShowAs(t, nil) {
	case ShowImage, ShowAudio, ShowVideo:
		return t, true
	case ShowFrame:
		if t == "application/html" {
			t = "text/html"
		}
		return t + "; charset=utf-8", true
	case ShowJSON, ShowMark, ShowText:
		return "text/plain; charset=utf-8", true
	}
	if t == "application/pdf" {
		return t, false
	}
	return "application/octet-stream", false
}

// extensions name downloads; nothing an agent wrote does.
var extensions = map[string]string{
	"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/avif": "avif",
	"image/bmp": "bmp", "image/svg+xml": "svg", "audio/mpeg": "mp3", "audio/ogg": "ogg", "audio/wav": "wav",
	"audio/x-wav": "wav", "audio/flac": "flac", "audio/aac": "aac", "video/mp4": "mp4", "video/webm": "webm",
	"text/html": "html", "text/plain": "txt", "text/markdown": "md", "text/csv": "csv", "application/json": "json",
	"application/pdf": "pdf", "application/zip": "zip", "application/xml": "xml", "text/xml": "xml",
}

// Extension is the ending of a download's name, "bin" when unknown.
func Extension(mediaType string) string {
	if e := extensions[BaseType(mediaType)]; e != "" {
		return e
	}
	return "bin"
}
