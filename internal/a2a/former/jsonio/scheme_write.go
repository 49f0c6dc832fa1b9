package jsonio

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// WriteSchemes writes the member securitySchemes, unless there is none to write.
func (v Wrapped) WriteSchemes(w *Writer, schemes []a2a.SecurityScheme, l Losses) {
	if len(schemes) == 0 {
		return
	}
	w.Object("securitySchemes", func(w *Writer) {
		for i, s := range schemes {
			at := l.At(fmt.Sprintf("securitySchemes[%d]", i))
			w.Object(s.Name, func(w *Writer) { v.writeScheme(w, s, at) })
		}
	})
}

// writeScheme writes a scheme as it is defined where that is in this form, else
// from what is known of it.
func (v Wrapped) writeScheme(w *Writer, s a2a.SecurityScheme, l Losses) {
	old, same := Definition(s)
	if same && (v.Device || s.Type != "oauth2") {
		w.Verbatim(s.Raw)
		return
	}
	none := Rule{}
	switch strings.ToLower(s.Type) {
	case "apikey":
		w.Object("apiKeySecurityScheme", func(w *Writer) {
			w.Opt("description", s.Description)
			w.Text("location", s.In)
			w.Text("name", s.Param)
		})
	case "http", "bearer", "basic":
		w.Object("httpAuthSecurityScheme", func(w *Writer) { writeHTTPScheme(w, s, old) })
	case "openidconnect":
		w.Object("openIdConnectSecurityScheme", func(w *Writer) {
			w.Opt("description", s.Description)
			w.Text("openIdConnectUrl", old.String("openIdConnectUrl", none))
		})
	case "mutualtls":
		w.Object("mtlsSecurityScheme", func(w *Writer) { w.Opt("description", s.Description) })
	case "oauth2":
		w.Object("oauth2SecurityScheme", func(w *Writer) {
			w.Opt("description", s.Description)
			v.writeFlows(w, old, l)
			w.Opt("oauth2MetadataUrl", old.String("oauth2MetadataUrl", none))
		})
	default:
		l.Lose(true, "type", v.Version+" knows no scheme "+s.Type+"; it is written as HTTP authentication of that name")
		w.Object("httpAuthSecurityScheme", func(w *Writer) { w.Text("scheme", s.Type) })
	}
}

func writeHTTPScheme(w *Writer, s a2a.SecurityScheme, old Object) {
	scheme := s.HTTPScheme
	if scheme == "" {
		scheme = s.Type
	}
	w.Opt("description", s.Description)
	w.Text("scheme", scheme)
	w.Opt("bearerFormat", old.String("bearerFormat", Rule{}))
}

// Definition is a scheme's definition without its wrapper, and whether it had
// one.
func Definition(s a2a.SecurityScheme) (o Object, wrapped bool) {
	root, sink := Open(s.Raw, "")
	sink.ProtoNames(&Rule{})
	o, _ = root.Object(Rule{})
	for _, w := range Wrappers {
		if inner := o.Get(w.Member); inner.Is('{') {
			o, _ = inner.Object(Rule{})
			return o, true
		}
	}
	return o, false
}

// writeFlows writes the one flow that is allowed.
func (v Wrapped) writeFlows(w *Writer, old Object, l Losses) {
	all, _ := old.Get("flows").Object(Rule{})
	var known []Node
	for _, f := range v.flows() {
		if m := all.Get(f.Name); m.Exists() {
			known = append(known, m)
		}
	}
	w.Object("flows", func(w *Writer) {
		if len(known) > 0 {
			v.writeFlow(w, known[0], l.At("flows"))
		}
	})
	l.Lose(len(known) == 0, "flows", "the scheme's flows are not known, and "+v.Version+" requires one")
	l.Lose(len(known) > 1, "flows", "a "+v.Version+" scheme has one flow; the first is kept")
	l.Lose(!v.Device && all.Has("deviceCode"), "flows.deviceCode", v.Version+" has no device code flow")
}

func (v Wrapped) writeFlow(w *Writer, m Node, l Losses) {
	o, ok := m.Object(Rule{})
	if v.Device || !ok || !o.Has("pkceRequired") {
		w.Raw(m.Name(), m.Raw())
		return
	}
	l.Lose(true, m.Name()+".pkceRequired", "before 1.0 no flow says that it requires PKCE")
	w.Object(m.Name(), func(w *Writer) {
		for _, member := range o.Members() {
			if member.Name() != "pkceRequired" {
				w.Raw(member.Name(), member.JSON())
			}
		}
	})
}
