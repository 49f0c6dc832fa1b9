package part

import (
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Show is how bytes of a media type are drawn.
type Show string

const (
	ShowImage Show = "image"
	ShowAudio Show = "audio"
	ShowVideo Show = "video"
	ShowFrame Show = "frame" // HTML and SVG, in a sandbox
	ShowJSON  Show = "json"
	ShowMark  Show = "markdown"
	ShowText  Show = "text"
	ShowBytes Show = "bytes" // a download that shows the first bytes; also PDF
)

// ShowAs returns how to draw bytes of a declared media type. It does not guess another type if they
// do not match, but a text type with bytes that are not text is drawn as bytes.
func ShowAs(mediaType string, p []byte) Show {
	t := wire.BaseType(mediaType)
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

// isFakeImage reports whether bytes declared as an image start like no known image format.
func isFakeImage(p a2a.Part) bool {
	if ShowAs(p.MediaType, p.Bytes) != ShowImage {
		return false
	}
	b := string(p.Bytes)
	for _, begin := range []string{"\x89PNG", "\xff\xd8\xff", "GIF8", "BM"} {
		if strings.HasPrefix(b, begin) {
			return false
		}
	}
	webp := len(b) >= 12 && b[:4] == "RIFF" && b[8:12] == "WEBP"
	return !webp && (len(b) < 8 || b[4:8] != "ftyp") // AVIF
}

// Served returns the Content-Type with which the console may serve bytes that an agent calls
// mediaType, and whether a browser may show them inline. PDF keeps its type, but is a download. Any
// other type becomes a download of octets.
func Served(mediaType string) (contentType string, inline bool) {
	t := wire.BaseType(mediaType)
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

// Extension returns the extension of a download's name; "bin" if the type is unknown. Nothing that
// an agent wrote names a file.
func Extension(mediaType string) string {
	switch t := wire.BaseType(mediaType); t {
	case "image/jpeg":
		return "jpg"
	case "image/svg+xml":
		return "svg"
	case "audio/mpeg":
		return "mp3"
	case "audio/x-wav":
		return "wav"
	case "text/plain":
		return "txt"
	case "text/markdown":
		return "md"
	case "image/png", "image/gif", "image/webp", "image/avif", "image/bmp", "audio/ogg", "audio/wav", "audio/flac", "audio/aac",
		"video/mp4", "video/webm", "text/html", "text/csv", "text/xml",
		"application/json", "application/pdf", "application/zip", "application/xml":
		return t[strings.IndexByte(t, '/')+1:]
	}
	return "bin"
}
