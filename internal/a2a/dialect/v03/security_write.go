package v03

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

func (c Codec) writeSecurity(w *jsonio.Writer, card *a2a.Card, l jsonio.Losses) {
	if len(card.SecuritySchemes) > 0 {
		w.Object("securitySchemes", func(w *jsonio.Writer) {
			for i, s := range card.SecuritySchemes {
				at := l.At(fmt.Sprintf("securitySchemes[%d]", i))
				w.Object(s.Name, func(w *jsonio.Writer) { c.writeScheme(w, s, at) })
			}
		})
	}
	if len(card.Security) == 0 {
		return
	}
	w.List("security", len(card.Security), func(w *jsonio.Writer, i int) {
		names := make([]string, 0, len(card.Security[i]))
		for name := range card.Security[i] {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			w.Strings(name, card.Security[i][name])
		}
	})
}

// writeScheme writes a scheme from its own definition where that has a type,
// else from what is known of it.
func (c Codec) writeScheme(w *jsonio.Writer, s a2a.SecurityScheme, l jsonio.Losses) {
	old := definition(s)
	if old.Has("type") && knownType(s.Type) && !(c.Early && s.Type == "mutualTLS") {
		w.Verbatim(s.Raw)
		return
	}
	none := jsonio.Rule{}
	switch strings.ToLower(s.Type) {
	case "apikey":
		w.Text("type", "apiKey")
		w.Text("name", s.Param)
		w.Text("in", s.In)
	case "openidconnect":
		w.Text("type", "openIdConnect")
		w.Text("openIdConnectUrl", old.String("openIdConnectUrl", none))
	case "oauth2":
		w.Text("type", "oauth2")
		writeFlows(w, old, l)
		if !c.Early {
			w.Opt("oauth2MetadataUrl", old.String("oauth2MetadataUrl", none))
		}
	case "mutualtls":
		if !c.Early {
			w.Text("type", "mutualTLS")
			break
		}
		l.Lose(true, "type", "0.2 has no mutual TLS; it is written as HTTP authentication of that name")
		w.Text("type", "http")
		w.Text("scheme", "mutual")
	default: // http, and 0.1's names, which are HTTP's own
		scheme := s.HTTPScheme
		if scheme == "" {
			scheme = s.Type
		}
		w.Text("type", "http")
		w.Text("scheme", scheme)
		w.Opt("bearerFormat", old.String("bearerFormat", none))
	}
	w.Opt("description", s.Description)
}

func knownType(kind string) bool {
	for _, w := range wrappers() {
		if w.kind == kind {
			return true
		}
	}
	return false
}

// definition is a scheme's definition without the wrapper that 1.0 has.
func definition(s a2a.SecurityScheme) jsonio.Object {
	root, _ := jsonio.Open(s.Raw, "")
	o, _ := root.Object(jsonio.Rule{})
	for _, w := range wrappers() {
		if inner := o.Get(w.member); inner.Is('{') {
			o, _ = inner.Object(jsonio.Rule{})
			return o
		}
	}
	return o
}

// writeFlows writes the flows that OpenAPI has.
func writeFlows(w *jsonio.Writer, old jsonio.Object, l jsonio.Losses) {
	all, _ := old.Get("flows").Object(jsonio.Rule{})
	w.Object("flows", func(w *jsonio.Writer) {
		for _, f := range flows() {
			w.Raw(f.name, all.Get(f.name).Raw())
		}
	})
	l.Lose(all.Has("deviceCode"), "flows.deviceCode", "before 1.0 there is no device code flow")
}
