package v03

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
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
	jsonio.WriteRequirements(w, "security", card.Security, false)
}

// writeScheme writes a scheme from its own definition where that has a type,
// else from what is known of it.
func (c Codec) writeScheme(w *jsonio.Writer, s a2a.SecurityScheme, l jsonio.Losses) {
	old, _ := jsonio.Definition(s)
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
	return slices.ContainsFunc(jsonio.Wrappers, func(w jsonio.Wrapper) bool { return w.Kind == kind })
}

// writeFlows writes the flows that OpenAPI has.
func writeFlows(w *jsonio.Writer, old jsonio.Object, l jsonio.Losses) {
	all, _ := old.Get("flows").Object(jsonio.Rule{})
	w.Object("flows", func(w *jsonio.Writer) {
		for _, f := range jsonio.Flows[:4] {
			w.Raw(f.Name, all.Get(f.Name).Raw())
		}
	})
	l.Lose(all.Has("deviceCode"), "flows.deviceCode", "before 1.0 there is no device code flow")
}
