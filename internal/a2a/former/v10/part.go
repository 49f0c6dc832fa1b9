package v10

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// contents are the members of which a part has exactly one (1.0 §4.1.6).
func contents() []string { return []string{"text", "raw", "url", "data"} }

// ReadPart reads a part (1.0 §4.1.6).
func (own) ReadPart(o jsonio.Object, p a2a.Part) a2a.Part {
	p.MediaType = o.String("mediaType", form("§4.1.6"))
	p.Filename = o.String("filename", form("§4.1.6"))
	readContent(o, &p)
	return p
}

func readContent(o jsonio.Object, p *a2a.Part) {
	said := 0
	for _, name := range contents() {
		n := o.Get(name)
		if !n.Exists() && !(name == "data" && n.Written()) {
			continue
		}
		if said++; said > 1 {
			continue
		}
		switch name {
		case "text":
			p.Kind, p.Text = a2a.TextPart, n.Text(form("§4.1.6"))
		case "raw":
			p.Kind = a2a.FilePart
			decode(n, p)
		case "url":
			p.Kind, p.URL = a2a.FilePart, n.Text(form("§4.1.6"))
		case "data":
			p.Kind, p.Data = a2a.DataPart, n.JSON()
		}
	}
	switch {
	case said == 0 && o.Has("file"):
		readOldFile(o, p)
	case said != 1:
		o.Report(fault("REQ-11", "§4.1.6"), fmt.Sprintf("A part has exactly one of text, raw, url and data; this one has %d.", said))
	}
}

// readOldFile reads the file member of earlier versions.
func readOldFile(o jsonio.Object, p *a2a.Part) {
	o.Report(fault("REQ-11", "§4.1.6"), "A part has exactly one of text, raw, url and data; this one has the file member of an earlier version, which is read.")
	f, ok := o.Get("file").Object(form("§4.1.6"))
	if !ok {
		return
	}
	p.Kind = a2a.FilePart
	p.MediaType = f.String("mimeType", form("§4.1.6"))
	p.Filename = f.String("name", form("§4.1.6"))
	for _, name := range [...]string{"bytes", "fileWithBytes"} {
		if f.Has(name) {
			decode(f.Get(name), p)
		}
	}
	for _, name := range [...]string{"uri", "fileWithUri"} {
		if f.Has(name) {
			p.URL = f.String(name, form("§4.1.6"))
		}
	}
}

// decode reads base64 in either alphabet, padded or not, as ProtoJSON does.
func decode(n jsonio.Node, p *a2a.Part) {
	jsonio.FileBytes(n, p, false, form("§4.1.6"), warn("REQ-14", "§4.1.6"))
}

// WritePart writes a part.
func (own) WritePart(w *jsonio.Writer, p a2a.Part, l jsonio.Losses) {
	switch p.Kind {
	case a2a.TextPart:
		w.Text("text", p.Text)
	case a2a.DataPart:
		if p.Data == nil {
			w.Raw("data", []byte("null"))
		}
		w.Raw("data", p.Data)
	case a2a.FilePart:
		jsonio.WriteFile(w, p, "raw", "url", true, "a 1.0 part has bytes or a URL; the bytes are sent", l)
	default:
		jsonio.WriteUnknown(w, p, string(spec), l)
		return
	}
	w.Opt("filename", p.Filename)
	w.Opt("mediaType", p.MediaType)
	w.Metadata(p.Metadata, l)
}
