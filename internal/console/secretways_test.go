package console

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// relabelling writes a document in another form, with matching or wrong headers.
type relabelling struct {
	name   string
	media  string
	codes  string // Content-Encoding
	write  func(string) string
	broken bool // so broken that only secrets with names are found
}

func as(media string) relabelling {
	return relabelling{name: "as " + media, media: media, write: func(s string) string { return s }}
}

func written(name string, f func(string) string) relabelling {
	return relabelling{name: name, media: "application/json", write: f}
}

func broken(name string, f func(string) string) relabelling {
	r := written(name, f)
	r.broken = true
	return r
}

func packedIn(claimed string, names ...string) relabelling {
	return relabelling{name: "in " + strings.Join(names, ", ") + " called " + claimed, media: "application/json", codes: claimed, write: func(s string) string {
		for _, n := range names {
			s = packed(n, s)
		}
		return s
	}}
}

func packed(name, s string) string {
	var b bytes.Buffer
	var w io.WriteCloser
	switch name {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "stored":
		w, _ = gzip.NewWriterLevel(&b, gzip.NoCompression)
	case "deflate":
		w = zlib.NewWriter(&b)
	case "raw":
		w, _ = flate.NewWriter(&b, 9)
	case "br":
		w = brotli.NewWriter(&b)
	case "zstd":
		w, _ = zstd.NewWriter(&b)
	}
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

func relabellings() []relabelling {
	list := []relabelling{
		as("application/json"), as(""), as("text/plain"), as("application/octet-stream"), as("application/x-www-form-urlencoded"), as("text/event-stream"),
		as("application/grpc"), as("application/grpc+proto"), as("multipart/form-data; boundary=x"), as("text/html"), as("image/png"), as("application/JSON; charset=latin-1"),
		written("byte order mark", func(s string) string { return "\xef\xbb\xbf" + s }),
		written("blanks", func(s string) string { return " \r\n\t" + s + "\n\n" }),
		written("escaped names", func(s string) string {
			return strings.NewReplacer(`"token"`, `"\u0074ok\u0065n"`, `"credentials"`, `"creden\u0074ials"`, `_token"`, `\u005Ftoken"`, `_code"`, `_cod\u0065"`, `_secret"`, `_secre\u0074"`).Replace(s)
		}),
		written("upper case", func(s string) string {
			return strings.NewReplacer(`"token"`, `"TOKEN"`, `"credentials"`, `"Credentials"`, `"url"`, `"URL"`).Replace(s)
		}),
		written("missing commas", func(s string) string { return strings.ReplaceAll(s, ",", " ") }),
		written("missing colons", func(s string) string {
			return strings.NewReplacer(`"token":`, `"token" `, `"credentials":`, `"credentials" `, `_token":`, `_token" `).Replace(s)
		}),
		broken("single quotes", func(s string) string { return strings.ReplaceAll(s, `"`, "'") }),
		broken("bare names", func(s string) string { return regexp.MustCompile(`"(\w+)":`).ReplaceAllString(s, "$1:") }),
		written("too many commas", func(s string) string { return strings.NewReplacer("}", ",}", ",", ",,").Replace(s) }),
		written("brackets missing", func(s string) string { return strings.TrimRight(s, "}]") }),
		written("text around", func(s string) string { return "Here it's: " + s + " and \"so on" }),
		broken("quotes not escaped", func(s string) string { return `{"a":"he said "hi" to",` + s[1:] }),
	}
	for _, media := range []string{"text/event-stream", "application/json", "", "application/x-www-form-urlencoded"} {
		r := as(media)
		r.name, r.write = "events "+r.name, func(s string) string { return "id: 1\ndata: {}\n\ndata: " + s + "\r\n\r\n" }
		b := r
		b.name, b.write = "events with a mark "+r.name, func(s string) string { return "\xef\xbb\xbfdata: " + s + "\n\ndata: {}\n\n" }
		list = append(list, r, b)
	}
	lines := as("application/x-ndjson")
	lines.write = func(s string) string { return "{\"a\":1}\n" + s + "\n{}\n" }
	list = append(list, lines)
	for _, name := range []string{"gzip", "stored", "deflate", "raw", "br", "zstd"} {
		list = append(list, packedIn(strings.NewReplacer("raw", "deflate", "stored", "gzip").Replace(name), name))
	}
	return append(list, packedIn("identity"), packedIn("gzip"), packedIn("br"), packedIn("zstd"), packedIn("snappy"), packedIn("GZIP", "gzip"))
}

// socketFrames writes a message as WebSocket frames, in the form of its first word.
func socketFrames(text string) ([]byte, bool) {
	way, doc, ok := strings.Cut(text, "{")
	if !ok || way == "" || way != strings.ToUpper(way) || strings.ContainsAny(way, " =-") {
		return nil, false
	}
	doc = "{" + doc
	if strings.HasPrefix(way, "DEFLATED") {
		doc = strings.TrimSuffix(flushed(doc), "\x00\x00\xff\xff")
	}
	op := map[string]byte{"TEXT": 1, "BINARY": 2, "FRAGMENTS": 1, "MASKED": 1, "DEFLATED": 0x41, "DEFLATEDFRAGMENTS": 0x41}[way]
	half := len(doc) / 2
	switch way {
	case "MASKED":
		return socketFrame(0x80|op, []byte{1, 0x80, 3, 0xff}, doc), op > 0
	case "FRAGMENTS", "DEFLATEDFRAGMENTS":
		return slices.Concat(socketFrame(op, nil, doc[:half]), socketFrame(0x89, nil, "ping"), socketFrame(0x80, nil, doc[half:])), true
	}
	return socketFrame(0x80|op, nil, doc), op > 0
}

func flushed(doc string) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.NoCompression) // so that the secret would be readable
	io.WriteString(w, doc)
	w.Flush()
	return b.String()
}

func socketFrame(op byte, mask []byte, payload string) []byte {
	b := binary.BigEndian.AppendUint16([]byte{op, 126}, uint16(len(payload)))
	if len(payload) < 126 {
		b = []byte{op, byte(len(payload))}
	}
	if mask != nil {
		b[1] |= 0x80
		b = append(b, mask...)
	}
	for i := range len(payload) {
		c := payload[i]
		if mask != nil {
			c ^= mask[i&3]
		}
		b = append(b, c)
	}
	return b
}

// unframed is the content of WebSocket frames, unmasked and decompressed.
func unframed(body []byte) (out []byte) {
	for f := range wire.Frames(wire.WebSocket, 0, []wire.Chunk{{Data: body}}) {
		out = append(append(out, f.Data...), '\n')
		plain, _ := io.ReadAll(flate.NewReader(bytes.NewReader(append(bytes.Clone(f.Data), 0, 0, 0xff, 0xff))))
		out = append(append(out, plain...), '\n')
	}
	return out
}
