package v03

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

func (c Codec) readParts(n jsonio.Node) []a2a.Part {
	return jsonio.Map(n.Elements(c.fault("REQ-07", "§6.5")), c.readPart)
}

func (c Codec) readPart(n jsonio.Node) a2a.Part {
	p := a2a.Part{Kind: a2a.UnknownPart, Raw: n.Raw()}
	o, ok := n.Object(c.fault("REQ-07", "§6.5"))
	if !ok {
		if !n.Exists() {
			n.Report(c.fault("REQ-07", "§6.5"), "A part is null.")
		}
		return p
	}
	p.Metadata = o.Metadata("metadata", c.form("§6.5"))
	switch c.kindOf(o) {
	case "text":
		p.Kind, p.Text = a2a.TextPart, o.String("text", c.fault("REQ-07", "§6.5"))
		o.Require(c.fault("REQ-07", "§6.5"), "text")
	case "file":
		p.Kind = a2a.FilePart
		c.readFile(o, &p)
	case "data":
		p.Kind = a2a.DataPart
		c.readData(o, &p)
	case "raw", "url":
		p.Kind = a2a.FilePart
		c.readNewFile(o, &p)
	default:
		o.Report(c.fault("REQ-07", "§6.5"), "A part is of kind text, file or data; this one is kept as it is.")
	}
	return p
}

// kindOf is a part's kind, else what its members say it is: text, file, data, or
// raw and url of 1.0.
func (c Codec) kindOf(o jsonio.Object) string {
	kind := o.String("kind", c.fault("REQ-07", "§6.5"))
	if kind == "" && o.Has("type") {
		o.Foreign(c.fault("RES-21", "§6.5"), "it is of 0.1, and is read as kind", "type")
		return o.String("type", c.form("§6.5"))
	}
	if kind != "" {
		o.Foreign(c.warn("RES-21", "§6.5"), "it is of 0.1", "type")
		return kind
	}
	for _, member := range [...]string{"text", "file", "data", "raw", "url"} {
		if o.Has(member) {
			o.Get("kind").Report(c.fault("REQ-07", "§6.5"), "A part says its kind; by its members this one is "+member+".")
			return member
		}
	}
	return ""
}

func (c Codec) readData(o jsonio.Object, p *a2a.Part) {
	n := o.Get("data")
	if !n.Is('{') {
		n.Report(c.fault("REQ-07", "§6.5.3"), "Expected an object as the data of a data part, got "+n.Kind()+".")
	}
	p.Data, p.Metadata = jsonio.UnwrapData(n, o.Get("metadata"))
}

func (c Codec) writeParts(w *jsonio.Writer, parts []a2a.Part, l jsonio.Losses) {
	w.Each("parts", len(parts), l, func(w *jsonio.Writer, i int, l jsonio.Losses) { c.writePart(w, parts[i], l) })
}

func (c Codec) writePart(w *jsonio.Writer, p a2a.Part, l jsonio.Losses) {
	switch p.Kind {
	case a2a.TextPart:
		w.Text("kind", "text")
		w.Text("text", p.Text)
		l.Lose(p.MediaType != "" && p.MediaType != "text/plain", "mediaType", "a text part has no media type in "+c.spec())
	case a2a.FilePart:
		w.Text("kind", "file")
		w.Object("file", func(w *jsonio.Writer) { c.writeFile(w, p, l) })
	case a2a.DataPart:
		w.Text("kind", "data")
		jsonio.WrapData(w, p.Data, p.Metadata, l)
		l.Lose(p.MediaType != "" && p.MediaType != "application/json", "mediaType", "a data part has no media type in "+c.spec())
		l.Lose(p.Filename != "", "filename", "a data part has no file name in "+c.spec())
		return
	default:
		jsonio.WriteUnknown(w, p, c.spec(), l)
		return
	}
	l.Lose(p.Kind == a2a.TextPart && p.Filename != "", "filename", "a text part has no file name in "+c.spec())
	w.Metadata(p.Metadata, l)
}
