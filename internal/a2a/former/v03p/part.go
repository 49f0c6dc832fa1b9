package v03p

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// ReadPart reads a part.
func (own) ReadPart(o jsonio.Object, p a2a.Part) a2a.Part {
	said := 0
	for _, name := range [...]string{"text", "file", "data"} {
		n := o.Get(name)
		if !n.Exists() {
			continue
		}
		if said++; said > 1 {
			continue
		}
		switch name {
		case "text":
			p.Kind, p.Text = a2a.TextPart, n.Text(form("Part"))
		case "file":
			p.Kind = a2a.FilePart
			readFile(n, &p)
		case "data":
			p.Kind = a2a.DataPart
			readData(n, o, &p)
		}
	}
	if said == 0 && (o.Has("raw") || o.Has("url")) {
		readNewFile(o, &p)
	} else if said != 1 {
		o.Report(fault("REST-12", "Part"), fmt.Sprintf("A part has exactly one of text, file and data; this one has %d.", said))
	}
	return p
}

// readData reads {"data":{…}}. Where the object of JSON-RPC stands in its place,
// which has no such member or others beside it, that is the data.
func readData(n jsonio.Node, part jsonio.Object, p *a2a.Part) {
	inner, ok := n.Object(form("DataPart"))
	if !ok {
		p.Data = n.JSON()
		return
	}
	data := inner.Get("data")
	if members := inner.Members(); part.Has("kind") && !data.Exists() || len(members) > 1 || len(members) == 1 && !data.Written() {
		inner.Report(fault("REST-12", "DataPart"), "The data of a data part is in a member data of its own; here it is bare, as over JSON-RPC.")
		data = n
	}
	if !data.Exists() {
		p.Data = json.RawMessage("{}") // an unset Struct
		return
	}
	if !data.Is('{') {
		data.Report(fault("REST-12", "DataPart"), "Expected an object as the data of a data part, got "+data.Kind()+".")
	}
	p.Data, p.Metadata = jsonio.UnwrapData(data, part.Get("metadata"))
}

// WritePart writes a part.
func (own) WritePart(w *jsonio.Writer, p a2a.Part, l jsonio.Losses) {
	switch p.Kind {
	case a2a.TextPart:
		w.Text("text", p.Text)
		l.Lose(p.Filename != "", "filename", "a text part has no file name in 0.3")
		l.Lose(p.MediaType != "" && p.MediaType != "text/plain", "mediaType", "a text part has no media type in 0.3")
		w.Metadata(p.Metadata, l)
	case a2a.FilePart:
		w.Object("file", func(w *jsonio.Writer) { writeFile(w, p, l) })
		w.Metadata(p.Metadata, l)
	case a2a.DataPart:
		writeData(w, p, l)
	default:
		jsonio.WriteUnknown(w, p, spec, l)
	}
}

// writeData writes an object as it is, and any other JSON as the SDKs do: as a
// member of one, which the part's metadata says.
func writeData(w *jsonio.Writer, p a2a.Part, l jsonio.Losses) {
	l.Lose(p.Filename != "", "filename", "a data part has no file name in 0.3")
	l.Lose(p.MediaType != "" && p.MediaType != "application/json", "mediaType", "a data part has no media type in 0.3")
	var flat jsonio.Writer
	jsonio.WrapData(&flat, p.Data, p.Metadata, l)
	b, err := flat.JSON()
	root, _ := jsonio.Open(b, spec)
	o, ok := root.Object(jsonio.Rule{})
	if err != nil || !ok {
		w.Raw("data", p.Data) // not JSON: the writer says so
		return
	}
	w.Object("data", func(w *jsonio.Writer) { w.Raw("data", o.Get("data").JSON()) })
	w.Raw("metadata", o.Get("metadata").Raw())
}
