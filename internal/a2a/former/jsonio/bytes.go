package jsonio

import (
	"encoding/base64"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// FileBytes reads the content of a file from base64, in either alphabet and
// padded or not. What is no base64 is kept as text, with a problem by bad; where
// strict is, so has what is not of the padded standard form. form is the rule for
// what is no text.
func FileBytes(n Node, p *a2a.Part, strict bool, form, bad Rule) {
	text := n.Text(form)
	b, standard, ok := Base64(text)
	if !ok {
		p.Encoded = text
		n.Report(bad, "The bytes of this file are no base64; they are kept as text.")
		return
	}
	if strict && !standard {
		n.Report(bad, "The bytes of this file are base64 without padding or in the URL alphabet.")
	}
	p.Bytes = b
	if b == nil {
		p.Bytes = []byte{}
	}
}

// WriteFile writes a file's content, or where that is, by the names that a version has
// for them; both says why one of two is lost. Text that was no base64 is written as it
// is, in ProtoJSON as the content that it then is.
func WriteFile(w *Writer, p a2a.Part, bytes, url string, proto bool, both string, l Losses) {
	switch {
	case p.Bytes != nil:
		w.Text(bytes, base64.StdEncoding.EncodeToString(p.Bytes))
	case p.Encoded != "" && proto:
		w.Text(bytes, base64.StdEncoding.EncodeToString([]byte(p.Encoded)))
		l.Lose(true, "bytes", "the file's content is no base64; its text is sent as the content")
	case p.Encoded != "":
		w.Text(bytes, p.Encoded)
	default:
		w.Text(url, p.URL)
		return
	}
	l.Lose(p.URL != "", "url", both)
}

// WriteUnknown writes a part of no kind that a version knows as it was.
func WriteUnknown(w *Writer, p a2a.Part, version string, l Losses) {
	l.Lose(true, "kind", version+" knows text, file and data; the part is written as it was")
	if len(p.Raw) > 0 && p.Raw[0] == '{' {
		w.Verbatim(p.Raw)
	}
}
