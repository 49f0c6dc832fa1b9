package v10

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/shape"
)

// EncodeCard writes an Agent Card (1.0 §4.4.1). Signatures are left out, since
// no card that was written anew keeps a valid one.
func (Dialect) EncodeCard(c *a2a.Card) (json.RawMessage, []a2a.Loss, error) {
	var w shape.Writer
	var losses []a2a.Loss
	l := shape.Losses{List: &losses}
	w.Text("name", c.Name)
	w.Text("description", c.Description)
	w.List("supportedInterfaces", len(c.Interfaces), func(w *shape.Writer, i int) { writeInterface(w, c.Interfaces[i]) })
	if c.Provider != nil {
		w.Object("provider", func(w *shape.Writer) {
			w.Text("organization", c.Provider.Organization)
			w.Text("url", c.Provider.URL)
		})
	}
	w.Opt("iconUrl", c.IconURL)
	w.Text("version", c.Version)
	w.Opt("documentationUrl", c.DocumentationURL)
	w.Object("capabilities", func(w *shape.Writer) { writeCapabilities(w, c.Capabilities, l.At("capabilities")) })
	writeSecurity(&w, c, l)
	w.Strings("defaultInputModes", c.InputModes)
	w.Strings("defaultOutputModes", c.OutputModes)
	w.List("skills", len(c.Skills), func(w *shape.Writer, i int) { writeSkill(w, c.Skills[i]) })
	l.Lose(c.Signatures > 0, "signatures", "a card that is written anew needs a new signature")
	b, err := w.JSON()
	if err != nil {
		return nil, losses, fmt.Errorf("encode card: %w", err)
	}
	return b, losses, nil
}

func writeInterface(w *shape.Writer, i a2a.Interface) {
	w.Text("url", i.URL)
	word := i.Custom
	switch i.Binding {
	case a2a.JSONRPC:
		word = "JSONRPC"
	case a2a.GRPC:
		word = "GRPC"
	case a2a.REST:
		word = "HTTP+JSON"
	}
	w.Text("protocolBinding", word)
	said := i.Said
	if said == "" {
		said = string(i.Version)
	}
	w.Text("protocolVersion", said)
	w.Opt("tenant", i.Tenant)
}

func writeCapabilities(w *shape.Writer, c a2a.Capabilities, l shape.Losses) {
	w.Bool("streaming", c.Streaming)
	w.Bool("pushNotifications", c.Push)
	if len(c.Extensions) > 0 {
		w.List("extensions", len(c.Extensions), func(w *shape.Writer, i int) {
			x := c.Extensions[i]
			w.Text("uri", x.URI)
			w.Opt("description", x.Description)
			w.True("required", x.Required)
			w.Raw("params", x.Params)
		})
	}
	w.True("extendedAgentCard", c.ExtendedCard)
	l.Lose(c.StateHistory, "stateHistory", "1.0 has no stateTransitionHistory")
}

func writeSkill(w *shape.Writer, s a2a.Skill) {
	w.Text("id", s.ID)
	w.Text("name", s.Name)
	w.Text("description", s.Description)
	w.Strings("tags", s.Tags)
	w.OptStrings("examples", s.Examples)
	w.OptStrings("inputModes", s.InputModes)
	w.OptStrings("outputModes", s.OutputModes)
}

func writeSecurity(w *shape.Writer, c *a2a.Card, l shape.Losses) {
	if len(c.SecuritySchemes) > 0 {
		w.Object("securitySchemes", func(w *shape.Writer) {
			for i, s := range c.SecuritySchemes {
				at := l.At(fmt.Sprintf("securitySchemes[%d]", i))
				w.Object(s.Name, func(w *shape.Writer) { writeScheme(w, s, at) })
			}
		})
	}
	if len(c.Security) == 0 {
		return
	}
	w.List("securityRequirements", len(c.Security), func(w *shape.Writer, i int) {
		w.Object("schemes", func(w *shape.Writer) {
			for _, name := range sortedNames(c.Security[i]) {
				w.Object(name, func(w *shape.Writer) { w.Strings("list", c.Security[i][name]) })
			}
		})
	})
}

func sortedNames(r a2a.Requirement) []string {
	names := make([]string, 0, len(r))
	for name := range r {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// writeScheme writes a scheme from its own definition where that is 1.0's,
// else from what is known of it.
func writeScheme(w *shape.Writer, s a2a.SecurityScheme, l shape.Losses) {
	root, _ := shape.Open(s.Raw, spec)
	old, _ := root.Object(shape.Rule{})
	for _, x := range wrappers() {
		if old.Has(x.member) {
			w.Verbatim(s.Raw)
			return
		}
	}
	none := shape.Rule{}
	switch kind := strings.ToLower(s.Type); kind {
	case "apikey":
		w.Object("apiKeySecurityScheme", func(w *shape.Writer) {
			w.Opt("description", s.Description)
			w.Text("location", s.In)
			w.Text("name", s.Param)
		})
	case "http", "bearer", "basic":
		w.Object("httpAuthSecurityScheme", func(w *shape.Writer) {
			w.Opt("description", s.Description)
			w.Text("scheme", httpScheme(s))
			w.Opt("bearerFormat", old.String("bearerFormat", none))
		})
	case "openidconnect":
		w.Object("openIdConnectSecurityScheme", func(w *shape.Writer) {
			w.Opt("description", s.Description)
			w.Text("openIdConnectUrl", old.String("openIdConnectUrl", none))
		})
	case "mutualtls":
		w.Object("mtlsSecurityScheme", func(w *shape.Writer) { w.Opt("description", s.Description) })
	case "oauth2":
		w.Object("oauth2SecurityScheme", func(w *shape.Writer) {
			w.Opt("description", s.Description)
			writeFlows(w, old, l)
			w.Opt("oauth2MetadataUrl", old.String("oauth2MetadataUrl", none))
		})
	default:
		l.Lose(true, "type", "1.0 knows no scheme "+s.Type+"; it is written as HTTP authentication of that name")
		w.Object("httpAuthSecurityScheme", func(w *shape.Writer) { w.Text("scheme", s.Type) })
	}
}

func httpScheme(s a2a.SecurityScheme) string {
	if s.HTTPScheme != "" {
		return s.HTTPScheme
	}
	return s.Type
}

// writeFlows writes the one flow that 1.0 allows.
func writeFlows(w *shape.Writer, old shape.Object, l shape.Losses) {
	flows, _ := old.Get("flows").Object(shape.Rule{})
	members := flows.Members()
	w.Object("flows", func(w *shape.Writer) {
		if len(members) > 0 {
			w.Raw(members[0].Name(), members[0].Raw())
		}
	})
	l.Lose(len(members) == 0, "flows", "the scheme's flows are not known, and 1.0 requires one")
	l.Lose(len(members) > 1, "flows", "a 1.0 scheme has one flow; the first is kept")
}
