package v01

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

func readPart(n jsonio.Node) a2a.Part {
	p := a2a.Part{Kind: a2a.UnknownPart, Raw: n.Raw()}
	o, ok := n.Object(fault("REQ-04", "§6.5"))
	if !ok {
		if !n.Exists() {
			n.Report(fault("REQ-04", "§6.5"), "A part is null.")
		}
		return p
	}
	p.Metadata = o.Metadata("metadata", form("§6.5"))
	switch kindOf(o) {
	case "text":
		p.Kind, p.Text = a2a.TextPart, o.String("text", fault("REQ-04", "§6.5"))
		o.Require(fault("REQ-04", "§6.5"), "text")
	case "file":
		p.Kind = a2a.FilePart
		readFile(o, &p)
	case "data":
		p.Kind = a2a.DataPart
		readData(o, &p)
	default:
		o.Report(fault("REQ-04", "§6.5"), "A part is of type text, file or data; this one is kept as it is.")
	}
	return p
}

// kindOf is a part's type, else what its members say it is.
func kindOf(o jsonio.Object) string {
	kind := o.String("type", fault("REQ-04", "§6.5"))
	if kind == "" && o.Has("kind") {
		kind = o.String("kind", form("§6.5"))
		o.Get("kind").Report(fault("REQ-04", "§6.5"), "The part says kind, as from 0.2 on; in 0.1 it is type.")
		return kind
	}
	if kind != "" {
		return kind
	}
	for _, member := range [...]string{"text", "file", "data"} {
		if o.Has(member) {
			o.Get("type").Report(fault("REQ-04", "§6.5"), "A part says its type; by its members this one is "+member+".")
			return member
		}
	}
	return ""
}

// readFile reads a file's content. The samples' own mistake, data for bytes,
// is read and reported.
func readFile(o jsonio.Object, p *a2a.Part) {
	f, ok := o.Get("file").Object(fault("REQ-04", "§6.6"))
	if !ok {
		o.Require(fault("REQ-04", "§6.6"), "file")
		return
	}
	p.Filename = f.String("name", form("§6.6"))
	p.MediaType = f.String("mimeType", form("§6.6"))
	p.URL = f.String("uri", form("§6.6"))
	member := "bytes"
	if !f.Has(member) {
		for _, other := range [...]string{"data", "content", "fileWithBytes"} {
			if f.Has(other) {
				f.Get(other).Report(warn("REQ-05", "§6.6"), "A file's content is in bytes; "+other+" is read in its place.")
				member = other
				break
			}
		}
	}
	has := f.Has(member)
	if has {
		jsonio.FileBytes(f.Get(member), p, true, form("§6.6"), warn("REQ-14", "§6.6"))
	}
	if has == f.Has("uri") {
		f.Report(fault("REQ-05", "§6.6"), "A file has exactly one of bytes and uri; this one has "+map[bool]string{true: "both", false: "none"}[has]+".")
	}
}

func readData(o jsonio.Object, p *a2a.Part) {
	n := o.Get("data")
	if !n.Is('{') && !n.Is('[') {
		n.Report(fault("REQ-04", "§6.5"), "Expected an object or an array as the data of a data part, got "+n.Kind()+".")
	}
	p.Data, p.Metadata = jsonio.UnwrapData(n, o.Get("metadata"))
}

func writePart(w *jsonio.Writer, p a2a.Part, l jsonio.Losses) {
	switch p.Kind {
	case a2a.TextPart:
		w.Text("type", "text")
		w.Text("text", p.Text)
		l.Lose(p.MediaType != "" && p.MediaType != "text/plain", "mediaType", "a 0.1 text part has no media type")
	case a2a.FilePart:
		w.Text("type", "file")
		w.Object("file", func(w *jsonio.Writer) { writeFile(w, p, l) })
	case a2a.DataPart:
		w.Text("type", "data")
		jsonio.WrapData(w, p.Data, p.Metadata, l)
		l.Lose(p.MediaType != "" && p.MediaType != "application/json", "mediaType", "a 0.1 data part has no media type")
		l.Lose(p.Filename != "", "filename", "a 0.1 data part has no file name")
		return
	default:
		jsonio.WriteUnknown(w, p, string(spec), l)
		return
	}
	l.Lose(p.Kind == a2a.TextPart && p.Filename != "", "filename", "a 0.1 text part has no file name")
	w.Metadata(p.Metadata, l)
}

func writeFile(w *jsonio.Writer, p a2a.Part, l jsonio.Losses) {
	w.Opt("name", p.Filename)
	w.Opt("mimeType", p.MediaType)
	jsonio.WriteFile(w, p, "bytes", "uri", false, "a 0.1 file has bytes or a URI; the bytes are sent", l)
}

func readParts(n jsonio.Node) []a2a.Part {
	return jsonio.Map(n.Elements(fault("REQ-04", "§6.5")), readPart)
}

func writeParts(w *jsonio.Writer, parts []a2a.Part, l jsonio.Losses) {
	w.Each("parts", len(parts), l, func(w *jsonio.Writer, i int, l jsonio.Losses) { writePart(w, parts[i], l) })
}
