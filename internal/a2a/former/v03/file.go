package v03

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// readFile reads a file's content (0.3 §6.6). The samples' own mistake, data for
// bytes, and the names of the ProtoJSON form are read and reported.
func (c Codec) readFile(o jsonio.Object, p *a2a.Part) {
	f, ok := o.Get("file").Object(c.fault("REQ-07", "§6.5.2"))
	if !ok {
		o.Require(c.fault("REQ-07", "§6.5.2"), "file")
		return
	}
	p.Filename = f.String("name", c.form("§6.6"))
	p.MediaType = f.String("mimeType", c.form("§6.6"))
	bytes := c.either(f, "bytes", "data", "content", "fileWithBytes")
	uri := c.either(f, "uri", "url", "fileWithUri")
	if bytes.Exists() {
		c.decode(bytes, p)
	}
	p.URL = uri.Text(c.form("§6.6"))
	if bytes.Exists() == uri.Exists() {
		had := "none"
		if uri.Exists() {
			had = "both"
		}
		f.Report(c.fault("REQ-08", "§6.6"), "A file has either bytes or a uri; this one has "+had+".")
	}
}

// either is the member of the first name, or of another that stands in its
// place, which is reported.
func (c Codec) either(f jsonio.Object, name string, others ...string) jsonio.Node {
	if f.Has(name) {
		return f.Get(name)
	}
	for _, other := range others {
		if n := f.Get(other); n.Exists() {
			n.Report(c.warn("REQ-08", "§6.6"), "A file's content is in bytes or uri; "+other+" is read as "+name+".")
			return n
		}
	}
	return f.Get(name)
}

// readNewFile reads a file as 1.0 writes it.
func (c Codec) readNewFile(o jsonio.Object, p *a2a.Part) {
	p.Filename = o.String("filename", c.form("§6.5"))
	p.MediaType = o.String("mediaType", c.form("§6.5"))
	p.URL = o.String("url", c.form("§6.5"))
	if raw := o.Get("raw"); raw.Exists() {
		c.decode(raw, p)
	}
}

func (c Codec) decode(n jsonio.Node, p *a2a.Part) {
	jsonio.FileBytes(n, p, true, c.form("§6.6"), c.warn("REQ-14", "§6.6.1"))
}

func (c Codec) writeFile(w *jsonio.Writer, p a2a.Part, l jsonio.Losses) {
	w.Opt("name", p.Filename)
	w.Opt("mimeType", p.MediaType)
	jsonio.WriteFile(w, p, "bytes", "uri", false, "a file has bytes or a URI in "+c.spec()+"; the bytes are sent", l)
}
