package v03p

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/former/protojson"
)

// readFile reads a FilePart. The names of JSON-RPC, bytes and uri, are read with
// a problem.
func readFile(n jsonio.Node, p *a2a.Part) {
	f, ok := codec.Object(n, form("FilePart"), protojson.TypeFilePart)
	if !ok {
		return
	}
	p.MediaType = f.String("mimeType", form("FilePart"))
	p.Filename = f.String("name", form("FilePart"))
	content, uri := either(f, "fileWithBytes", "bytes"), either(f, "fileWithUri", "uri")
	if content.Exists() {
		decode(content, p)
	}
	p.URL = uri.Text(form("FilePart"))
	if content.Exists() == uri.Exists() {
		had := "neither"
		if uri.Exists() {
			had = "both"
		}
		f.Report(fault("REQ-08", "FilePart"), "A file has either fileWithBytes or fileWithUri; this one has "+had+".")
	}
}

func either(f jsonio.Object, name, other string) jsonio.Node {
	if n := f.Get(other); n.Exists() && !f.Has(name) {
		n.Report(fault("REST-12", "FilePart"), "Member "+other+" is of 0.3 over JSON-RPC; it is read as "+name+".")
		return n
	}
	return f.Get(name)
}

// readNewFile reads a file as 1.0 writes it.
func readNewFile(o jsonio.Object, p *a2a.Part) {
	o.Report(fault("REST-12", "Part"), "A part has exactly one of text, file and data; this is a file of 1.0, which is read.")
	p.Kind = a2a.FilePart
	p.MediaType = o.String("mediaType", form("Part"))
	p.Filename = o.String("filename", form("Part"))
	p.URL = o.String("url", form("Part"))
	if raw := o.Get("raw"); raw.Exists() {
		decode(raw, p)
	}
}

// decode reads base64 as ProtoJSON does. Several SDKs put base64 text where the
// bytes belong, so that it is encoded twice; what looks so is decoded twice.
func decode(n jsonio.Node, p *a2a.Part) {
	jsonio.FileBytes(n, p, false, form("FilePart"), warn("REQ-14", "FilePart"))
	if inner, ok := encodedTwice(p.Bytes, p.MediaType); ok {
		n.Report(info("REST-13", "FilePart"), "The bytes of this file look like base64 of base64, as some SDKs write them; they are decoded twice.")
		p.Bytes = inner
	}
}

// encodedTwice guesses whether bytes are base64 text that stands for other
// bytes. Words and hashes in hex are base64 as well: they stay as they are, and so
// does text that would become none.
func encodedTwice(b []byte, mediaType string) ([]byte, bool) {
	if len(b) < 8 || len(b)%4 != 0 || !mixed(b) {
		return nil, false
	}
	inner, err := base64.StdEncoding.Strict().DecodeString(string(b))
	if err != nil || strings.ContainsAny(string(b), "\r\n") {
		return nil, false
	}
	if (mediaType == "" || strings.HasPrefix(mediaType, "text/")) && !utf8.Valid(inner) {
		return nil, false
	}
	return inner, true
}

// mixed reports whether text has letters of both cases and other signs among
// them, as base64 of almost any bytes has.
func mixed(b []byte) bool {
	upper, lower, other := false, false, false
	for _, c := range b {
		switch {
		case c >= 'A' && c <= 'Z':
			upper = true
		case c >= 'a' && c <= 'z':
			lower = true
		default:
			other = true
		}
	}
	return upper && lower && other
}

func writeFile(w *jsonio.Writer, p a2a.Part, l jsonio.Losses) {
	jsonio.WriteFile(w, p, "fileWithBytes", "fileWithUri", true, "a file has bytes or a URI in 0.3; the bytes are sent", l)
	w.Opt("mimeType", p.MediaType)
	w.Opt("name", p.Filename)
}
